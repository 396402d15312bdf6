import type { Readable, UploadItem } from '@holdall/section'
import { createStore } from 'zustand'
import { readable } from '../stores/readable.ts'
import { emptyQueue, type QueueAction, type QueueState, reduceQueue, shownUploads } from './queue-reducer.ts'

export interface UploadQueue extends Readable<QueueState> {
  dispatch(action: QueueAction): void
  /** What the tray and `useUploads()` read. */
  readonly items: Readable<readonly UploadItem[]>
}

export function createUploadQueue(): UploadQueue {
  const store = createStore<QueueState>(() => emptyQueue)
  const items = createStore<readonly UploadItem[]>(() => [])
  // Views subscribe to what is shown of an upload: the rest of it changes more often.
  store.subscribe((state) => {
    const before = items.getState()
    const next = shownUploads(state).map(({ item }) => item)
    if (next.length !== before.length || next.some((item, at) => item !== before[at])) items.setState(next, true)
  })
  return {
    ...readable(store),
    dispatch(action) {
      store.setState((state) => reduceQueue(state, action), true)
    },
    items: readable(items),
  }
}
