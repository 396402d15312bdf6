import { isApiError } from '@holdall/api-client'
import { ServerGone } from '../error-messages/lost-connection.ts'

export const WAIT_LIMIT_MS = 60_000
const POLL_MS = 1000

/**
 * Calls `ask` until the server answers, and resolves to that answer. Rejects with any error but that of a server that
 * does not answer or is starting, and with `ServerGone` after `limitMs`.
 */
export async function waitForServer<T>(ask: () => Promise<T>, limitMs = WAIT_LIMIT_MS, pollMs = POLL_MS): Promise<T> {
  const end = performance.now() + limitMs
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      if (!isApiError(error, 'network') && !isApiError(error, 'busy') && !isApiError(error, 'malformed')) throw error
      if (performance.now() + pollMs > end) throw new ServerGone()
    }
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
}
