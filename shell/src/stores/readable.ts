import type { Readable } from '@holdall/section'
import type { StoreApi } from 'zustand'

/** A store as others may see it: without its setter. */
export function readable<T>(store: StoreApi<T>): Readable<T> {
  return { get: store.getState, subscribe: (listener) => store.subscribe(listener) }
}
