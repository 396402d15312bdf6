const FIRST_RETRY_MS = 1000
const MAX_RETRY_MS = 30_000

/** How long to wait after this many unanswered attempts in a row. */
export function backoffMs(unanswered: number): number {
  return Math.min(FIRST_RETRY_MS * 2 ** (unanswered - 1), MAX_RETRY_MS)
}

/** Resolves after `ms`, when the browser is online again, or when the signal aborts. */
export function waitForConnection(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      removeEventListener('online', done)
      signal?.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    addEventListener('online', done)
    signal?.addEventListener('abort', done)
  })
}

/** Loads code that is required, with as many attempts as it takes. `onFailure` is called after each attempt that failed. */
export async function loadUntilAvailable<T>(load: () => Promise<T>, onFailure?: () => void): Promise<T> {
  for (let failures = 1; ; failures += 1) {
    try {
      return await load()
    } catch {
      onFailure?.()
      await waitForConnection(backoffMs(failures))
    }
  }
}
