import { useSyncExternalStore } from 'react'
import type { Readable } from '@holdall/section'

/** A value that components subscribe to, so that a change does not render their parent again. */
export interface Store<T> extends Readable<T> {
  set(next: T): void
}

/** A store in memory. Setting the same value (`Object.is`) calls no listener. */
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

/**
 * What `read` returns for the store's value; the component renders again only when that changes. `read` returns
 * primitives or stable objects.
 */
export function useStore<T, P>(store: Store<T>, read: (value: T) => P): P {
  return useSyncExternalStore(store.subscribe, () => read(store.get()))
}
