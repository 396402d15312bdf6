import { type ApiError, isApiError } from '@holdall/api-client'
import { backoffMs } from '../connection/wait-for-connection.ts'

/** Answered failures in a row that end an upload (SPEC section 4); a success resets the count. */
const MAX_FAILURES = 3
/**
 * Of answers without one of our error codes: the page of a captive portal, or a proxy's answer because the server is
 * away or the body did not arrive.
 */
const PROXY_STATUSES: readonly number[] = [200, 404, 408, 502, 503, 504]

export interface AttemptHooks {
  /** The server did not answer; another attempt follows after a wait. */
  disconnected(): void
  wait(ms: number, signal: AbortSignal): Promise<void>
}

/**
 * Repeats an attempt until the server has answered it. Unanswered attempts are repeated without limit; the third
 * answered failure ends it, and one that cannot be retried ends it at once.
 */
export async function attemptUntilAnswered<T>(
  attempt: () => Promise<T>,
  hooks: AttemptHooks,
  signal: AbortSignal,
): Promise<T> {
  let failures = 0
  let unanswered = 0
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      if (!isApiError(error) || signal.aborted) throw error
      if (isUnanswered(error)) {
        unanswered += 1
        hooks.disconnected()
        await hooks.wait(backoffMs(unanswered), signal)
      } else {
        if (isFinal(error)) throw error
        unanswered = 0
        failures += 1
        if (failures >= MAX_FAILURES) throw error
        // The server has said where to resume: there is nothing to wait for.
        if (error.code !== 'wrong-offset') await hooks.wait((error.retryAfter ?? 2 ** (failures - 1)) * 1000, signal)
      }
    }
    if (signal.aborted) throw signal.reason
  }
}

/** There was no answer, or the request did not arrive as a whole. */
export function isUnanswered({ code, status }: ApiError): boolean {
  if (code === 'network' || code === 'request-timeout') return true
  // 520 to 530 are Cloudflare's own.
  return code === 'malformed' && (PROXY_STATUSES.includes(status) || (status >= 520 && status <= 530))
}

/** A retry cannot succeed (SPEC section 4: an upload ends at once on a 500 or 422). */
function isFinal(error: ApiError): boolean {
  return (
    error.status === 500 ||
    error.status === 507 ||
    (error.status >= 400 && error.status < 500 && error.status !== 409 && error.status !== 429)
  )
}
