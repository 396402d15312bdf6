import { useEffect, useState } from 'react'
import { copyText } from './copy-text.ts'

const SHOWN_MS = 2000

interface Copying {
  /** Result of the last attempt; `idle` again after two seconds. */
  readonly status: 'idle' | 'copied' | 'failed'
  /** Resolves to false when the browser refuses. */
  readonly copy: (text: string) => Promise<boolean>
}

/** Copies text to the clipboard, with a status for the button. */
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
