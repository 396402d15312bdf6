import type { Entry } from '@holdall/api'
import { useBrowser } from '../browser-state/browser-context.ts'
import { isSelected } from '../browser-state/selection.ts'
import { useStore } from '../store.ts'
import { useIsCut } from './use-is-cut.ts'
import { rowId } from './use-visible-entries.ts'

/** The state of an entry's row or card. It is rendered again only when its own state changes. */
export function useEntryAttributes(index: number, entry: Entry) {
  const { id, type } = entry
  const browser = useBrowser()
  const selected = useStore(browser.selection, (state) => isSelected(state, id))
  const active = useStore(browser.cursor, (cursor) => cursor.index === index)
  const renaming = useStore(browser.renaming, (renamed) => renamed === id)
  const hasMenu = useStore(browser.menu, (menu) => typeof menu?.subject === 'object' && menu.subject.id === id)
  const isCut = useIsCut(entry)
  return {
    browser,
    selected,
    renaming,
    isCut,
    attributes: {
      id: rowId(browser.id, index),
      'aria-selected': selected,
      'data-index': index,
      'data-folder': type === 'folder' ? id : undefined,
      'data-active': active || undefined,
      'data-menu': hasMenu || undefined,
      'data-cut': isCut || undefined,
    },
  }
}

/** The same for an entry whose page is loading. */
export function usePlaceholderAttributes(index: number) {
  const browser = useBrowser()
  const active = useStore(browser.cursor, (cursor) => cursor.index === index)
  const all = useStore(browser.selection, (state) => state.mode === 'all')
  return {
    browser,
    attributes: {
      id: rowId(browser.id, index),
      'aria-selected': all,
      'aria-busy': true,
      'data-index': index,
      'data-active': active || undefined,
    },
  }
}
