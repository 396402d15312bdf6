import type { Readable } from '@holdall/section'
import { createStore } from 'zustand'
import { readable } from './readable.ts'

/** Whether a panel of the shell is open. */
export interface OpenState {
  readonly isOpen: Readable<boolean>
  open(): void
  close(): void
  toggle(): void
}

export function createOpenState(): OpenState {
  const store = createStore<boolean>(() => false)
  return {
    isOpen: readable(store),
    open: () => {
      store.setState(true, true)
    },
    close: () => {
      store.setState(false, true)
    },
    toggle: () => {
      store.setState((isOpen) => !isOpen, true)
    },
  }
}
