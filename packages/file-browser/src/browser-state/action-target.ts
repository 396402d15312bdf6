import type { Entry } from '@holdall/api'
import type { Target } from './file-action.ts'
import type { Browser } from './browser-context.ts'
import type { Folder } from '../folder-data/use-folder.ts'
import { setMultiSelect } from './multi-select.ts'
import { countSelected, isSelected, type SelectionState, some, toWire } from './selection.ts'

/** The target of an action with this selection. */
export function targetOf(browser: Browser, state: SelectionState): Target {
  const { source, folder, folderId } = browser.now()
  const count = countSelected(state, folder.total)
  const entries =
    state.mode === 'some'
      ? currentEntries(state.entries, folder)
      : [...folder.known()].map(([, entry]) => entry).filter(({ id }) => isSelected(state, id))
  const single = count === 1 ? (entries[0] ?? null) : null
  return {
    count,
    entries,
    all: state.mode === 'all',
    single,
    wire() {
      if (state.mode === 'all' && !source.isFolder) throw new Error('A list over several folders is sent by id.')
      return toWire(state, folderId)
    },
    load: async () =>
      state.mode === 'some'
        ? entries
        : (await folder.load(0, folder.total - 1)).filter(({ id }) => isSelected(state, id)),
    rename() {
      if (single && browser.now().onRename) browser.renaming.set(single.id)
    },
    clear() {
      setMultiSelect(browser, false)
    },
  }
}

/** With more entries selected, names are not refreshed. */
const MAX_REFRESHED = 1000

/** The selected entries with their current names and links, where the list has them loaded. */
function currentEntries(entries: ReadonlyMap<string, Entry>, folder: Folder): Entry[] {
  if (entries.size > MAX_REFRESHED) return [...entries.values()]
  const now = new Map(entries)
  for (const [, entry] of folder.known()) if (now.has(entry.id)) now.set(entry.id, entry)
  return [...now.values()]
}

/** The target of an action on this row: the selection when the row is part of it, otherwise the row alone. */
export function targetAt(browser: Browser, entry: Entry): Target {
  const state = browser.selection.get()
  return targetOf(browser, isSelected(state, entry.id) ? state : some([entry]))
}

/** Selects the row for its menu, unless it is selected already. */
export function selectForMenu(browser: Browser, entry: Entry): void {
  if (!isSelected(browser.selection.get(), entry.id)) browser.selection.set(some([entry]))
}
