import { useSyncExternalStore } from 'react'
import type { Readable } from '@holdall/section'

/** A value that many rows read without their parent rendering again. */
export interface Store<T> extends Readable<T> {
  set(next: T): void
}

export function createStore<T>(initial: T): Store<T> {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return
      value = next
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Part of a store; renders again only when that part changes. `read` returns primitives or stable objects. `useReadable` reads all of it. */
export function useStore<T, P>(store: Store<T>, read: (value: T) => P): P {
  return useSyncExternalStore(store.subscribe, () => read(store.get()))
}
