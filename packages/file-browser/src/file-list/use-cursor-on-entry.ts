import { useLayoutEffect, useRef } from 'react'
import type { Browser, Cursor } from '../browser-state/browser-context.ts'
import type { Folder } from '../folder-data/use-folder.ts'

interface Ids {
  readonly cursor: Cursor
  readonly index: string | undefined
  readonly anchor: string | undefined
}

/**
 * Keeps the cursor and the anchor of ranges on their entries when other rows are added, removed or renamed: keys act on
 * the row that was highlighted, not on the one that has taken its place. The cursor of an entry that is gone stays at its
 * row.
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

/** The row of the entry now; `before` where it was not loaded, or is gone. */
function rowOf(folder: Folder, id: string | undefined, before: number): number {
  if (id === undefined || folder.at(before)?.id === id) return before
  for (const [row, entry] of folder.known()) if (entry.id === id) return row
  return before
}
