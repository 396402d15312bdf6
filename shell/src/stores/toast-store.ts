import type { Readable, ToastContent } from '@holdall/section'
import { createStore } from 'zustand'
import { readable } from './readable.ts'

const TOAST_MS = 6000
const MAX_TOASTS = 3

type Toast<C> = C & { readonly id: number }

export interface ToastStore<C> {
  readonly shown: Readable<readonly Toast<C>[]>
  show(content: C): void
  dismiss(id: number): void
  /** Stops all timers while a toast is hovered or focused. */
  hold(): void
  release(): void
}
export type ShellToasts = ToastStore<ToastContent>

interface Clock {
  remainingMs: number
  startedAtMs: number
  timer: ReturnType<typeof setTimeout> | undefined
}

/** `C`: what is shown, without an id. */
export function createToasts<C extends object = ToastContent>(): ToastStore<C> {
  const store = createStore<readonly Toast<C>[]>(() => [])
  const clocks = new Map<number, Clock>()
  let held = false
  let lastId = 0

  const dismiss = (id: number) => {
    clearTimeout(clocks.get(id)?.timer)
    clocks.delete(id)
    store.setState(
      store.getState().filter((toast) => toast.id !== id),
      true,
    )
    // A removed element fires no mouseleave: nothing else would release the timers.
    if (store.getState().length === 0) held = false
  }
  const run = (id: number, clock: Clock) => {
    clock.startedAtMs = Date.now()
    clock.timer = setTimeout(() => {
      dismiss(id)
    }, clock.remainingMs)
  }

  return {
    shown: readable(store),
    dismiss,
    show(content) {
      lastId += 1
      const id = lastId
      const clock: Clock = { remainingMs: TOAST_MS, startedAtMs: 0, timer: undefined }
      clocks.set(id, clock)
      store.setState([...store.getState(), { ...content, id }], true)
      if (!held) run(id, clock)
      for (const { id: oldest } of store.getState().slice(0, -MAX_TOASTS)) dismiss(oldest)
    },
    hold() {
      if (held) return
      held = true
      for (const clock of clocks.values()) {
        clearTimeout(clock.timer)
        clock.remainingMs -= Date.now() - clock.startedAtMs
      }
    },
    release() {
      if (!held) return
      held = false
      for (const [id, clock] of clocks) run(id, clock)
    },
  }
}
