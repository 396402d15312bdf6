import { useEffect, useRef } from 'react'
import type { Entry } from '@holdall/api'
import { useReadable } from '@holdall/section'
import { useMediaQuery } from '@holdall/ui'
import type { Browser } from '../browser-state/browser-context.ts'
import { type SelectionState, some } from '../browser-state/selection.ts'
import type { Folder } from '../folder-data/use-folder.ts'
import { createStore } from '../store.ts'

/** A list that does not have the entries until then, such as one that is not open, leaves its selection as it is. */
const REQUEST_TTL_MS = 10_000

interface ShowRequest {
  readonly folderId: string | null
  readonly ids: ReadonlySet<string>
  readonly name: string | null
  readonly expiresAtMs: number
}

const requested = createStore<ShowRequest | null>(null)

/**
 * Selects entries in the list of a folder and scrolls to the first of them, once the list has them: what was created,
 * copied or moved there, or is to be found there. On a touch screen, where a selection changes what a tap does, it
 * only scrolls.
 *
 * @param folderId null is the top of the user's files.
 * @param name Name of the entry, if it is one: finds it in a folder of which not all rows are loaded.
 */
export function showEntries(folderId: string | null, ids: readonly string[], name: string | null = null): void {
  requested.set({ folderId, ids: new Set(ids), name, expiresAtMs: Date.now() + REQUEST_TTL_MS })
}

/** Fulfils `showEntries` in a list or a grid. `reveal` scrolls an entry into view. */
export function useShownEntries(browser: Browser, folder: Folder, reveal: (index: number) => void) {
  const request = useReadable(requested)
  const isTouch = useMediaQuery('(hover: none)')
  const seen = useRef<{ readonly request: ShowRequest; readonly selection: SelectionState } | null>(null)
  useEffect(() => {
    const { folderId, source } = browser.now()
    if (!request || !source.isFolder || request.folderId !== folderId) return undefined
    if (seen.current?.request !== request) seen.current = { request, selection: browser.selection.get() }
    const before = seen.current.selection
    // What the user has selected in the meantime stays selected: the next key may delete it.
    if (Date.now() > request.expiresAtMs || browser.selection.get() !== before) {
      requested.set(null)
      return undefined
    }
    const show = (rows: readonly (readonly [number, Entry])[]) => {
      const [first] = rows
      if (!first) return
      const [index, { id }] = first
      requested.set(null)
      browser.cursor.set({ index, anchor: index, entryId: id })
      if (!isTouch) browser.selection.set(some(rows.map(([, entry]) => entry)))
      reveal(index)
    }
    const known = [...folder.known()]
    const found = known.filter(([, { id }]) => request.ids.has(id))
    if (found.length > 0 || request.name === null || known.length >= folder.total) {
      show(found)
      return undefined
    }
    const lookup = new AbortController()
    void folder
      .findByPrefix(request.name, lookup.signal)
      .catch(() => null)
      .then((row) => {
        const isCurrent = !lookup.signal.aborted && browser.selection.get() === before
        if (row && isCurrent && request.ids.has(row.entry.id)) show([[row.index, row.entry]])
      })
    return () => {
      lookup.abort()
    }
  }, [browser, folder, isTouch, request, reveal])
}
