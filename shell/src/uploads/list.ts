import type { Readable, UploadItem, UploadState } from '@holdall/section'
import { createStore } from 'zustand'

/** The visible queue: what the tray and `useUploads()` read. */
export interface UploadList extends Readable<readonly UploadItem[]> {
  find(id: string): UploadItem | undefined
  append(items: readonly UploadItem[]): void
  setState(id: string, state: UploadState): void
  /** Changes the state of those for which `next` returns one. */
  change(next: (item: UploadItem) => UploadState | null): void
  remove(ids: ReadonlySet<string>): void
  replace(items: readonly UploadItem[]): void
}

export function createUploadList(): UploadList {
  const store = createStore<readonly UploadItem[]>(() => [])
  const replace = (next: readonly UploadItem[]) => {
    store.setState(next, true)
  }
  const change: UploadList['change'] = (next) => {
    replace(
      store.getState().map((item) => {
        const state = next(item)
        return state ? { ...item, state } : item
      }),
    )
  }
  return {
    get: store.getState,
    subscribe: (listener) => store.subscribe(listener),
    find: (id) => store.getState().find((item) => item.id === id),
    append: (items) => {
      replace([...store.getState(), ...items])
    },
    setState: (id, state) => {
      change((item) => (item.id === id ? state : null))
    },
    change,
    remove: (ids) => {
      replace(store.getState().filter((item) => !ids.has(item.id)))
    },
    replace,
  }
}
