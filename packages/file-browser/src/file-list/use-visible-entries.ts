import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { type Browser, useBrowser } from '../browser-state/browser-context.ts'
import { isSelecting } from '../browser-state/multi-select.ts'
import type { Folder } from '../folder-data/use-folder.ts'
import { rememberedList, type View } from './remembered-scroll.ts'

/** Entries that are visible for a shorter time while scrolling are not loaded. */
const SHOW_DELAY_MS = 60

/** Id of the element of an entry, for `aria-activedescendant`. */
export const rowId = (browserId: string, index: number) => `${browserId}-row-${String(index)}`

export interface EntriesProps {
  readonly folder: Folder
  readonly pane: HTMLElement
  /** Names the list or grid. */
  readonly label: string
  readonly grid: RefObject<HTMLDivElement | null>
  readonly end: ReactNode
  /** A list that is opened by keyboard takes the focus when it mounts. */
  readonly byKeyboard: RefObject<boolean>
  /** Key of this visit in the browser's history. */
  readonly visit: string
}

/** Where a list or grid starts: at pixels, or at an entry that the other view showed first. */
export type Start = { readonly scrollTop: number } | { readonly index: number }

/** Restores scroll, cursor and focus of the visit, or the place in the folder after a change of the view. */
export function useStart({ grid, byKeyboard, visit }: EntriesProps, view: View): Start {
  const browser = useBrowser()
  const client = useQueryClient()
  const [{ start, remembered }] = useState(() => {
    const shown = browser.firstShown.get()
    if (shown >= 0) return { start: { index: shown }, remembered: null }
    const found = rememberedList(client, visit)
    const isSameView = !found || found.view === view
    return {
      start: isSameView ? { scrollTop: found?.scrollTop ?? 0 } : { index: found.firstShown },
      remembered: { index: -1, hadFocus: false, ...found },
    }
  })
  useEffect(() => {
    if (!remembered) return
    const { index, hadFocus } = remembered
    if (index >= 0) browser.cursor.set({ index, anchor: index })
    if (byKeyboard.current || hadFocus) grid.current?.focus({ preventScroll: true })
  }, [browser, byKeyboard, grid, remembered])
  return start
}

/** `initialRect` of a virtualizer: the first rows are rendered at once, and not again after the pane was measured. */
export function useInitialRect(pane: HTMLElement): { readonly width: number; readonly height: number } {
  const [rect] = useState(() => ({ width: pane.clientWidth, height: pane.clientHeight }))
  return rect
}

/** Loads the entries from `first` to `last`, and notes that `firstShown` is at the top. */
export function useVisibleEntries(folder: Folder, first: number, last: number, firstShown: number) {
  const browser = useBrowser()
  const { show } = folder
  useEffect(() => {
    const timer = window.setTimeout(() => {
      show(first, last)
    }, SHOW_DELAY_MS)
    return () => {
      window.clearTimeout(timer)
    }
  }, [show, first, last])
  useLayoutEffect(() => {
    browser.firstShown.set(firstShown)
  }, [browser, firstShown])
}

/** The `aria-activedescendant` of the list or grid: the entry at the cursor, if it is rendered. */
export function activeDescendant({ id }: Browser, active: number, first: number, last: number, total: number) {
  const isRendered = active >= first && active <= last && active < total
  return isRendered ? { 'aria-activedescendant': rowId(id, active) } : {}
}

/** Sets `data-selecting` on the list or grid while anything is selected, without rendering it again. */
export function useSelectingAttribute(grid: RefObject<HTMLDivElement | null>) {
  const browser = useBrowser()
  useLayoutEffect(() => {
    const update = () => grid.current?.toggleAttribute('data-selecting', isSelecting(browser))
    update()
    const stops = [browser.selection.subscribe(update), browser.multiSelect.subscribe(update)]
    return () => {
      for (const stop of stops) stop()
    }
  }, [browser, grid])
}
