import { use } from 'react'
import type { Lazy } from './contract.ts'

type Fetched =
  | { readonly state: 'pending' | 'failed'; readonly promise: Promise<unknown> }
  | { readonly state: 'ready'; readonly promise: Promise<unknown>; readonly value: unknown }

const fetched = new WeakMap<Lazy<unknown>, Fetched>()
const failed = new Set<Lazy<unknown>>()

/** Fetches a lazy part, once. A failure stands until `forgetFailures`, so that nothing fetches in a loop. */
export function fetchOnce<T>(lazy: Lazy<T>): Promise<T> {
  const known = fetched.get(lazy)
  if (known) return known.promise as Promise<T>
  const promise = Promise.resolve().then(lazy)
  fetched.set(lazy, { state: 'pending', promise })
  promise.then(
    (value) => fetched.set(lazy, { state: 'ready', promise, value }),
    () => {
      fetched.set(lazy, { state: 'failed', promise })
      failed.add(lazy)
    },
  )
  return promise
}

/** Lets what failed be fetched again at the next render: what Retry does. */
export function forgetFailures(): void {
  for (const lazy of failed) fetched.delete(lazy)
  failed.clear()
}

/** The lazy part; suspends until it is there, and not at all when it is. */
export function useLazy<T>(lazy: Lazy<T>): T {
  const known = fetched.get(lazy)
  return known?.state === 'ready' ? (known.value as T) : use(fetchOnce(lazy))
}
