import { type Entry, MAX_ITEMS_PER_CALL, type Selection } from '@holdall/api'
import { createStore, type Store } from '../store.ts'

/** Some rows by id, or all of the folder except some: selecting 100,000 rows takes no time or memory. */
export type SelectionState =
  | { readonly mode: 'some'; readonly entries: ReadonlyMap<string, Entry> }
  | { readonly mode: 'all'; readonly except: ReadonlySet<string> }

export const nothing: SelectionState = { mode: 'some', entries: new Map() }

export const createSelection = (): Store<SelectionState> => createStore(nothing)

export const isSelected = (state: SelectionState, id: string): boolean =>
  state.mode === 'all' ? !state.except.has(id) : state.entries.has(id)

export const isNothing = (state: SelectionState): boolean => state.mode === 'some' && state.entries.size === 0

/** `total` is the number of rows of the folder. */
export const countSelected = (state: SelectionState, total: number): number =>
  state.mode === 'all' ? Math.max(0, total - state.except.size) : state.entries.size

export const some = (entries: Iterable<Entry>): SelectionState => ({
  mode: 'some',
  entries: new Map([...entries].map((entry) => [entry.id, entry])),
})

export const everything = (): SelectionState => ({ mode: 'all', except: new Set() })

export function toggle(state: SelectionState, entry: Entry): SelectionState {
  return isSelected(state, entry.id) ? without(state, [entry]) : withMore(state, [entry])
}

export function withMore(state: SelectionState, added: Iterable<Entry>): SelectionState {
  if (state.mode === 'all') {
    const except = new Set(state.except)
    for (const { id } of added) except.delete(id)
    return { mode: 'all', except }
  }
  const entries = new Map(state.entries)
  for (const entry of added) entries.set(entry.id, entry)
  return { mode: 'some', entries }
}

export function without(state: SelectionState, removed: Iterable<Entry>): SelectionState {
  if (state.mode === 'all') return { mode: 'all', except: new Set([...state.except, ...[...removed].map((e) => e.id)]) }
  const entries = new Map(state.entries)
  for (const { id } of removed) entries.delete(id)
  return { mode: 'some', entries }
}

/** Request bodies: one with mode `all`, otherwise one for each thousand ids. */
export function toWire(state: SelectionState, folderId: string | null): Selection[] {
  if (state.mode === 'all') return [{ parent_id: folderId, all: true, except: [...state.except] }]
  const items = [...state.entries.values()].map(({ id, type }) => ({ id, type }))
  return Array.from({ length: Math.ceil(items.length / MAX_ITEMS_PER_CALL) }, (_, call) => ({
    items: items.slice(call * MAX_ITEMS_PER_CALL, (call + 1) * MAX_ITEMS_PER_CALL),
  }))
}
