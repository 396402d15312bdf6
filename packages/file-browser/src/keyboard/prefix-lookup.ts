/** Milliseconds without a further character before the server is queried. */
const DEBOUNCE_MS = 200

/** One query at a time, sent once typing pauses: a later one, and `cancel`, abort the one before. */
export function createPrefixLookup() {
  let current: AbortController | null = null
  const cancel = () => {
    current?.abort()
    current = null
  }
  return {
    cancel,
    /** Resolves to what `find` answers; null when it was canceled or failed, which needs no message. */
    async find<T>(find: (signal: AbortSignal) => Promise<T | null>): Promise<T | null> {
      cancel()
      current = new AbortController()
      const { signal } = current
      await new Promise((resolve) => {
        setTimeout(resolve, DEBOUNCE_MS)
      })
      if (signal.aborted) return null
      const found = await find(signal).catch(() => null)
      return signal.aborted ? null : found
    },
  }
}
