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
  const promise: Tracked = Promise.resolve()
    .then(lazy)
    .catch((error: unknown) => {
      // A preload that failed earlier is what the page hands out first; asked again, it goes to the server.
      if (isBrokenOff(error)) return lazy()
      throw error
    })
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

/** What webpack throws when a chunk's request failed. */
function isBrokenOff(error: unknown): boolean {
  return error instanceof Error && error.name === 'ChunkLoadError' && 'type' in error && error.type === 'error'
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
