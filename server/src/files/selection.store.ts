import type { Selection } from '@holdall/api'
import type { Trx } from '../db/transact.ts'
import type { Space } from './space.ts'
import { batches } from './subtree.store.ts'

/** A selection whose `parent_id: null` has become the top of a space. */
export type Picked =
  { readonly ids: readonly string[] } | { readonly parentId: string; readonly except: ReadonlySet<string> }

export function picked(selection: Selection, topId: string): Picked {
  if ('items' in selection) return { ids: [...new Set(selection.items.map((item) => item.id))] }
  return { parentId: selection.parent_id ?? topId, except: new Set(selection.except) }
}

export interface PickedRow {
  readonly id: string
  readonly parent_id: string | null
  readonly kind: 'root' | 'folder' | 'file'
  readonly name: string
  readonly trash_root_id: string | null
}

/** The entries of this space that a selection means; the top itself is never among them. */
export async function rowsOf(trx: Trx, space: Space, which: Picked, state: 'live' | 'any'): Promise<PickedRow[]> {
  const base = trx
    .selectFrom('entries')
    .select(['id', 'parent_id', 'kind', 'name', 'trash_root_id'])
    .where('space_id', '=', space.id)
    .where('kind', '!=', 'root')
    .$if(state === 'live', (q) => q.where('trash_root_id', 'is', null))
  if ('ids' in which) return base.where('id', 'in', which.ids).execute()
  const rows = await base.where('parent_id', '=', which.parentId).where('trash_root_id', 'is', null).execute()
  return rows.filter((row) => !which.except.has(row.id))
}

/** Puts entries under another folder as they are called. */
export async function reparent(trx: Trx, ids: readonly string[], parentId: string, now: number): Promise<void> {
  for (const some of batches(ids)) {
    await trx.updateTable('entries').set({ parent_id: parentId, updated_at: now }).where('id', 'in', some).execute()
  }
}

/** Which of `names` are taken among the live children of a folder. */
export async function takenNames(trx: Trx, parentId: string, names: readonly string[]): Promise<Set<string>> {
  const taken = new Set<string>()
  for (const some of batches(names)) {
    const rows = await trx
      .selectFrom('entries')
      .select('name')
      .where('parent_id', '=', parentId)
      .where('trash_root_id', 'is', null)
      .where('name', 'in', some)
      .execute()
    for (const row of rows) taken.add(row.name)
  }
  return taken
}
