import type { Readable } from '@holdall/section'
import { createStore } from 'zustand'
import { createOpenState, type OpenState } from './open-state.ts'
import { readable } from './readable.ts'

/** The notification centre, and how many notifications are unread as far as this page knows. */
export interface NotificationState extends OpenState {
  readonly unread: Readable<number>
  setUnread(count: number): void
}

export function createNotificationState(): NotificationState {
  const unread = createStore<number>(() => 0)
  return {
    ...createOpenState(),
    unread: readable(unread),
    setUnread: (count) => {
      unread.setState(count, true)
    },
  }
}
