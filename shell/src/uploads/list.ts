import type { Readable, UploadItem, UploadState } from '@holdall/section'
import { createStore } from 'zustand'

/** The visible queue: what the tray and `useUploads()` read. */
export interface UploadList extends Readable<readonly UploadItem[]> {
  find(id: string): UploadItem | undefined
  append(items: readonly UploadItem[]): void
  setState(id: string, state: UploadState): void
  remove(ids: ReadonlySet<string>): void
}

export function createUploadList(): UploadList {
  const store = createStore<readonly UploadItem[]>(() => [])
  const replace = (next: readonly UploadItem[]) => {
    store.setState(next, true)
  }
  return {
    get: store.getState,
    subscribe: (listener) => store.subscribe(listener),
    find: (id) => store.getState().find((item) => item.id === id),
    append: (items) => {
      replace([...store.getState(), ...items])
    },
    setState: (id, state) => {
      replace(store.getState().map((item) => (item.id === id ? { ...item, state } : item)))
    },
    remove: (ids) => {
      replace(store.getState().filter((item) => !ids.has(item.id)))
    },
  }
}
