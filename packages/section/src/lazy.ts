import { use } from 'react'
import type { Lazy } from './contract.ts'

/** A promise with the status fields that `use` reads: what is loaded does not suspend. */
interface Tracked extends Promise<unknown> {
  status?: 'pending' | 'fulfilled' | 'rejected'
  value?: unknown
  reason?: unknown
}

const fetched = new WeakMap<Lazy<unknown>, Tracked>()
const failed = new Set<Lazy<unknown>>()

/** Fetches a lazy part, once. A failure is kept until `forgetFailures`, so that nothing fetches in a loop. */
export function fetchOnce<T>(lazy: Lazy<T>): Promise<T> {
  const known = fetched.get(lazy)
  if (known) return known as Promise<T>
  const promise: Tracked = Promise.resolve().then(() => fetchWithRetry(lazy))
  promise.status = 'pending'
  fetched.set(lazy, promise)
  promise.then(
    (value) => {
      promise.status = 'fulfilled'
      promise.value = value
    },
    (reason: unknown) => {
      promise.status = 'rejected'
      promise.reason = reason
      failed.add(lazy)
    },
  )
  return promise as Promise<T>
}

/**
 * A file whose request failed is requested once more: the first failure may be that of an earlier preload. Several files
 * of one part can fail so, one after another.
 */
async function fetchWithRetry<T>(lazy: Lazy<T>): Promise<T> {
  const failedOnce = new Set<string>()
  for (;;) {
    try {
      return await lazy()
    } catch (error) {
      const file = fileThatFailed(error)
      if (file === null || failedOnce.has(file)) throw error
      failedOnce.add(file)
    }
  }
}

/** From what webpack throws when the request for a chunk failed. */
function fileThatFailed(error: unknown): string | null {
  if (!(error instanceof Error) || error.name !== 'ChunkLoadError') return null
  const { type, request } = error as { readonly type?: string; readonly request?: string }
  return type === 'error' ? (request ?? null) : null
}

/** What failed is fetched again at the next render: what Retry does. */
export function forgetFailures(): void {
  for (const lazy of failed) fetched.delete(lazy)
  failed.clear()
}

/**
 * The lazy part; suspends until it is loaded. `use` is called in every case: a render that React resumes has to make the
 * same calls.
 */
export function useLazy<T>(lazy: Lazy<T>): T {
  return use(fetchOnce(lazy))
}
