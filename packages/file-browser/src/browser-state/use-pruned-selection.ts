import { useLayoutEffect } from 'react'
import type { Folder } from '../folder-data/use-folder.ts'
import type { Browser } from './browser-context.ts'
import { without } from './selection.ts'

/**
 * Removes entries from the selection that are not in the list any more: deleted or moved elsewhere, or undone. Where
 * not all rows are loaded they may be on another page, and stay selected.
 */
export function usePrunedSelection({ selection }: Browser, folder: Folder) {
  useLayoutEffect(() => {
    const state = selection.get()
    if (folder.status.state !== 'ready' || state.mode === 'all' || state.entries.size === 0) return
    const ids = new Set([...folder.known()].map(([, { id }]) => id))
    if (ids.size < folder.total) return
    const gone = [...state.entries.values()].filter(({ id }) => !ids.has(id))
    if (gone.length > 0) selection.set(without(state, gone))
  }, [selection, folder])
}
