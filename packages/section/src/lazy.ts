import { use } from 'react'
import type { Lazy } from './contract.ts'

/** A promise with the status fields that React's `use` reads, so that a settled one does not suspend. */
interface Tracked extends Promise<unknown> {
  status?: 'pending' | 'fulfilled' | 'rejected'
  value?: unknown
  reason?: unknown
}

const fetched = new WeakMap<Lazy<unknown>, Tracked>()
const failed = new Set<Lazy<unknown>>()

/**
 * Fetches lazy code once; further calls return the same promise. A rejected one is kept until `forgetFailures`, so that
 * rendering does not fetch in a loop.
 */
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
 * Fetches again for each file whose request failed, once per file: the browser may have answered with the failure of an
 * earlier preload. Several files of one import can fail like this, one after another.
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

/** The address of the file where webpack failed to request a chunk; null for any other error. */
function fileThatFailed(error: unknown): string | null {
  if (!(error instanceof Error) || error.name !== 'ChunkLoadError') return null
  const { type, request } = error as { readonly type?: string; readonly request?: string }
  return type === 'error' ? (request ?? null) : null
}

/** Drops all rejected promises, so that the next render fetches again: for Retry buttons. */
export function forgetFailures(): void {
  for (const lazy of failed) fetched.delete(lazy)
  failed.clear()
}

/**
 * The value of lazy code; suspends until it is loaded and throws when it failed. `use` is called in every case, because
 * a render that React resumes has to make the same calls.
 */
export function useLazy<T>(lazy: Lazy<T>): T {
  return use(fetchOnce(lazy))
}
