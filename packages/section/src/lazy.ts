import { use } from 'react'
import type { Lazy } from './contract.ts'

/** A promise that says how it stands, in the fields that `use` reads: what is there already does not suspend. */
interface Tracked extends Promise<unknown> {
  status?: 'pending' | 'fulfilled' | 'rejected'
  value?: unknown
  reason?: unknown
}

const fetched = new WeakMap<Lazy<unknown>, Tracked>()
const failed = new Set<Lazy<unknown>>()

/** Fetches a lazy part, once. A failure stands until `forgetFailures`, so that nothing fetches in a loop. */
export function fetchOnce<T>(lazy: Lazy<T>): Promise<T> {
  const known = fetched.get(lazy)
  if (known) return known as Promise<T>
  const promise: Tracked = Promise.resolve().then(() => fetchPatiently(lazy))
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
 * A file whose request failed is asked for once more: what the page hands out first may be a preload of it that failed
 * earlier. Several files of one part can fail so, one after another.
 */
async function fetchPatiently<T>(lazy: Lazy<T>): Promise<T> {
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

/** Lets what failed be fetched again at the next render: what Retry does. */
export function forgetFailures(): void {
  for (const lazy of failed) fetched.delete(lazy)
  failed.clear()
}

/**
 * The lazy part; suspends until it is there, and not at all when it is. `use` is called in every case: a render that
 * React takes up again must make the calls that it made before.
 */
export function useLazy<T>(lazy: Lazy<T>): T {
  return use(fetchOnce(lazy))
}
