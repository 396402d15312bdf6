import type { Entry } from '@holdall/api'
import type { Browser, Cursor, OpenMenu, RowHandlers } from '../browser-state/browser-context.ts'
import type { Folder } from '../folder-data/use-folder.ts'
import { createSelection, type SelectionState } from '../browser-state/selection.ts'
import { createStore } from '../store.ts'
import { entryAt } from './fake-source.ts'

interface Given {
  readonly total: number
  /** Whether the list is one folder; default: true. */
  readonly isFolder?: boolean
  /** Whether a row is loaded; default: all are. */
  readonly isLoaded?: (index: number) => boolean
  readonly load?: Folder['load']
  readonly handlers?: Partial<RowHandlers>
}

/** The shared state of a file browser without rendering it. `loads` records the ranges that were fetched. */
export function fakeBrowser({ total, isFolder = true, isLoaded = () => true, load, handlers }: Given) {
  const renamed = new Map<string, string>()
  const loads: (readonly [number, number])[] = []
  const rowAt = (index: number): Entry => {
    const entry = entryAt(index)
    return entryAt(index, { name: renamed.get(entry.id) ?? entry.attributes.name })
  }
  const rows = (first: number, last: number) =>
    Array.from({ length: Math.max(0, last - first + 1) }, (_, offset) => rowAt(first + offset))
  const folder: Folder = {
    status: {
      state: 'ready',
      total,
      totals: { folders: 0, files: total, filesize: 1000 * total },
      root: null,
      ancestors: [],
    },
    total,
    at: (index) => (isLoaded(index) ? rowAt(index) : undefined),
    show() {},
    load(first, last) {
      loads.push([first, last])
      return load ? load(first, last) : Promise.resolve(rows(first, last))
    },
    known: () =>
      rows(0, total - 1)
        .map((entry, index) => [index, entry] as const)
        .filter(([index]) => isLoaded(index)),
    findByPrefix: () => Promise.resolve(null),
    retry() {},
  }
  const failures: unknown[] = []
  const now = {
    source: { isFolder },
    folder,
    folderId: 'folder',
    onOpen() {},
    actions: () => [],
    onFailure: (error: unknown) => failures.push(error),
    ...handlers,
  }
  const browser: Browser = {
    id: 'browser',
    selection: createSelection(),
    multiSelect: createStore(false),
    cursor: createStore<Cursor>({ index: -1, anchor: -1 }),
    renaming: createStore<string | null>(null),
    menu: createStore<OpenMenu | null>(null),
    details: createStore<SelectionState | null>(null),
    selecting: createStore(false),
    firstShown: createStore(-1),
    columns: { shared: false, date: 'created_at' },
    now: () => now,
    focus() {},
  }
  return {
    browser,
    loads,
    failures,
    rows,
    /** Changes the name of a row, as another user would. */
    rename(index: number, name: string) {
      renamed.set(rowAt(index).id, name)
    },
  }
}
