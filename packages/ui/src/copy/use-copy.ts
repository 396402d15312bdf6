import { useEffect, useState } from 'react'
import { copyText } from './copy-text.ts'

const SHOWN_MS = 2000

interface Copying {
  /** Of the last attempt, for two seconds after it. */
  readonly status: 'idle' | 'copied' | 'failed'
  /** False when the browser refuses. */
  readonly copy: (text: string) => Promise<boolean>
}

/** Puts text on the clipboard and says for two seconds whether that worked. */
export function useCopy(): Copying {
  const [status, setStatus] = useState<Copying['status']>('idle')
  useEffect(() => {
    if (status === 'idle') return undefined
    const timer = setTimeout(() => setStatus('idle'), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [status])
  return {
    status,
    async copy(text) {
      const isCopied = await copyText(text)
      setStatus(isCopied ? 'copied' : 'failed')
      return isCopied
    },
  }
}
