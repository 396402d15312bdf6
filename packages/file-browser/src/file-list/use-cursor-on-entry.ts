import { useLayoutEffect, useRef } from 'react'
import type { Browser, Cursor } from '../browser-state/browser-context.ts'
import type { Folder } from '../folder-data/use-folder.ts'

interface Ids {
  readonly cursor: Cursor
  readonly index: string | undefined
  readonly anchor: string | undefined
}

/**
 * Keeps the cursor and the anchor of ranges on their entries when rows are added, removed or renamed, so that keys act
 * on the highlighted entry and not on another one at its row. When the entry is deleted the cursor stays at the row.
 */
export function useCursorOnEntry(browser: Browser, folder: Folder) {
  const ids = useRef<Ids | null>(null)
  useLayoutEffect(() => {
    const { cursor: store } = browser
    const remember = () => {
      const cursor = store.get()
      const index = cursor.entryId ?? folder.at(cursor.index)?.id
      ids.current = { cursor, index, anchor: cursor.anchor === cursor.index ? index : folder.at(cursor.anchor)?.id }
    }
    const cursor = store.get()
    if (ids.current?.cursor === cursor) {
      const { index, anchor } = ids.current
      const next = { index: rowOf(folder, index, cursor.index), anchor: rowOf(folder, anchor, cursor.anchor) }
      if (next.index !== cursor.index || next.anchor !== cursor.anchor) store.set(next)
    }
    remember()
    return store.subscribe(remember)
  }, [browser, folder])
}

/** The current row of an entry; `before` where it is not loaded or does not exist any more. */
function rowOf(folder: Folder, id: string | undefined, before: number): number {
  if (id === undefined || folder.at(before)?.id === id) return before
  for (const [row, entry] of folder.known()) if (entry.id === id) return row
  return before
}
