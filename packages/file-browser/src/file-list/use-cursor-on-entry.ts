import { useEffect, useLayoutEffect, useRef } from 'react'
import type { Entry } from '@holdall/api'
import type { Browser, Cursor } from '../browser-state/browser-context.ts'
import type { Sort } from '../folder-data/file-source.ts'
import type { Folder } from '../folder-data/use-folder.ts'

interface Held {
  readonly cursor: Cursor
  readonly index: string | undefined
  readonly anchor: string | undefined
  /** Name of the entry at the cursor, where its row is known. */
  readonly name: string | undefined
  /** The order that the rows of the cursor are of. */
  readonly order: string
}

/**
 * Keeps the cursor and the anchor of ranges on their entries when rows are added, removed, renamed or sorted, so that
 * keys act on the highlighted entry and not on another one at its row. When the entry is deleted the cursor stays at
 * the row.
 */
export function useCursorOnEntry(browser: Browser, folder: Folder, { field, direction }: Sort) {
  const held = useRef<Held | null>(null)
  const lookup = useRef<AbortController | null>(null)
  const order = `${field} ${direction}`
  useEffect(() => () => lookup.current?.abort(), [])
  useLayoutEffect(() => {
    const { cursor: store } = browser
    const isLoaded = folder.at(0) !== undefined
    const remember = () => {
      const cursor = store.get()
      // While rows are loading, their entries are those that were held before.
      const before = held.current?.cursor === cursor ? held.current : null
      const entry = folder.at(cursor.index)
      const index = cursor.entryId ?? entry?.id ?? before?.index
      held.current = {
        cursor,
        index,
        anchor: cursor.anchor === cursor.index ? index : (folder.at(cursor.anchor)?.id ?? before?.anchor),
        name: entry && entry.id === index ? entry.attributes.name : before?.name,
        order: isLoaded || !before ? order : before.order,
      }
    }
    const cursor = store.get()
    const now = held.current?.cursor === cursor ? held.current : null
    if (now && now.order !== order && isLoaded) {
      const index = findRow(folder, now.index) ?? -1
      store.set({ index, anchor: findRow(folder, now.anchor) ?? index })
      lookup.current?.abort()
      if (index < 0 && now.index !== undefined && now.name !== undefined) {
        lookup.current = new AbortController()
        void findOnServer(browser, folder, { id: now.index, name: now.name }, lookup.current.signal)
      }
    } else if (now && now.order === order) {
      const index = findRow(folder, now.index, cursor.index) ?? cursor.index
      const anchor = findRow(folder, now.anchor, cursor.anchor) ?? cursor.anchor
      if (index !== cursor.index || anchor !== cursor.anchor) store.set({ index, anchor })
    }
    remember()
    return store.subscribe(remember)
  }, [browser, folder, order])
}

/** The row of an entry, which is probably `likely`; null where it is not loaded or does not exist any more. */
function findRow(folder: Folder, id: string | undefined, likely = -1): number | null {
  if (id === undefined) return null
  if (folder.at(likely)?.id === id) return likely
  for (const [row, entry] of folder.known()) if (entry.id === id) return row
  return null
}

/**
 * Moves the cursor back to an entry that is on a page which is not loaded in the new order, unless it was moved in the
 * meantime. Where another name that begins with the same text comes first, there is no cursor.
 */
async function findOnServer(
  { cursor }: Browser,
  folder: Folder,
  { id, name }: { readonly id: string; readonly name: Entry['attributes']['name'] },
  signal: AbortSignal,
) {
  const before = cursor.get()
  const found = await folder.findByPrefix(name, signal).catch(() => null)
  if (signal.aborted || cursor.get() !== before || found?.entry.id !== id) return
  cursor.set({ index: found.index, anchor: found.index, entryId: id })
}
