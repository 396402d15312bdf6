/** Milliseconds without a further character before the server is queried. */
const DEBOUNCE_MS = 200

/** Sends one query at a time, once typing pauses. A later query, and `cancel`, abort the one before. */
export function createPrefixLookup() {
  let current: AbortController | null = null
  const cancel = () => {
    current?.abort()
    current = null
  }
  return {
    cancel,
    /** Resolves to the result of `find`; to null when it was cancelled or failed. */
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
