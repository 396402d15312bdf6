import { useEffect, useState } from 'react'
import { processText } from './process-text.ts'
import type { TextResult, TextWork } from './text-work.ts'

/**
 * The result of colouring or parsing a text; null where it is to be shown as it is, undefined until that is known.
 * `work` is memoised; null has no result.
 */
export function useProcessedText<W extends TextWork>(work: W | null): TextResult<W> | null | undefined {
  const [done, setDone] = useState<{ readonly of: W; readonly result: TextResult<W> | null } | null>(null)
  useEffect(() => {
    if (!work) return undefined
    const stop = new AbortController()
    void processText(work, stop.signal).then((result) => {
      if (!stop.signal.aborted) setDone({ of: work, result })
    })
    return () => {
      stop.abort()
    }
  }, [work])
  if (!work) return null
  return done?.of === work ? done.result : undefined
}
