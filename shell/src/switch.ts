import type { Readable } from '@holdall/section'
import { createStore } from 'zustand'
import { readable } from './readable.ts'

/** Something of the shell that is open or not. */
export interface Switch {
  readonly isOn: Readable<boolean>
  on(): void
  off(): void
  toggle(): void
}

export function createSwitch(): Switch {
  const store = createStore<boolean>(() => false)
  const set = (next: boolean) => {
    store.setState(next, true)
  }
  return {
    isOn: readable(store),
    on: () => {
      set(true)
    },
    off: () => {
      set(false)
    },
    toggle: () => {
      set(!store.getState())
    },
  }
}
