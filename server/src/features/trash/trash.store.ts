import type { FolderTotals } from '@holdall/api'
import { sql } from 'kysely'
import { readBySize } from '../../infrastructure/db/read-by-size.ts'
import { recordActivity, recordActivityOfMany } from '../../infrastructure/db/recorded-activity.ts'
import type { Db, Trx } from '../../infrastructure/db/transact.ts'
import { columnOf, sortKeyOf } from '../entries/listing-order.store.ts'
import { type Page, totalsOf } from '../entries/listing.store.ts'
import { presentTotals } from '../entries/present-entry.ts'
import type { PickedRow } from '../entries/selection.store.ts'
import type { EntryRow, Space } from '../entries/space.store.ts'
import { deleteMarked, markBatch, markTrashed, nested, uncount } from '../entries/subtree.store.ts'
import { isNotBeingDeleted, isSettledRoot } from '../entries/unfinished-changes.store.ts'
import { GARBAGE_DELAY_MS } from '../storage/garbage.store.ts'
import { freed } from '../storage/quota.store.ts'
import { finishAllIn, refuseBeingDeleted, refuseUnfinished } from './unfinished-trash.store.ts'

type TrashedRow = Pick<PickedRow, 'id' | 'parent_id' | 'name' | 'kind'>

/** Puts live entries into the trash. The caller has locked the space. */
export async function trash(
  trx: Trx,
  rows: readonly TrashedRow[],
  when: { readonly now: number; readonly by: string | null },
): Promise<void> {
  const tops = await topsOf(trx, rows)
  const topIds = new Set(tops)
  recordActivity(
    trx,
    'trashed',
    rows.filter((row) => topIds.has(row.id)),
  )
  await uncount(trx, tops)
  await markTrashed(trx, tops, when)
}

/** The ids of entries, without entries that are below another one of them. */
export async function topsOf(db: Db, rows: readonly Pick<PickedRow, 'id' | 'parent_id'>[]): Promise<readonly string[]> {
  const ids = rows.map((row) => row.id)
  // Entries of one folder are never below each other.
  if (new Set(rows.map((row) => row.parent_id)).size < 2) return ids
  const inside = await nested(db, ids)
  return ids.filter((id) => !inside.has(id))
}

/** Marks entries, live or trashed, and what is below them, for `deleteBatch`. The caller has locked the space. */
export async function markForDeletion(
  trx: Trx,
  rows: readonly (TrashedRow & Pick<PickedRow, 'trash_root_id'>)[],
  batchId: string,
): Promise<void> {
  const ids = rows.map((row) => row.id)
  const isTrashed = (row: (typeof rows)[number]) => row.trash_root_id !== null
  const trashedIds = rows.filter(isTrashed).map(({ id }) => id)
  await refuseUnfinished(trx, trashedIds)
  await refuseBeingDeleted(trx, trashedIds)
  // What happens in the trash is the owner's.
  recordActivity(trx, 'deleted', rows.filter(isTrashed), { folderId: null, isForOwner: true })
  recordActivity(
    trx,
    'deleted',
    rows.filter((row) => !isTrashed(row)),
  )
  await uncount(trx, ids)
  await markBatch(trx, ids, batchId)
}

/** Deletes everything in the trash of a space for good; returns how many entries had been put there. */
export async function destroyTrash(trx: Trx, space: Space, batchId: string, now: number): Promise<number> {
  const roots = trx
    .selectFrom('entries')
    .select('id')
    .where('space_id', '=', space.id)
    .whereRef('trash_root_id', '=', 'id')
  const { n } = await trx
    .selectFrom(roots.as('r'))
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  recordActivityOfMany(trx, 'deleted', Number(n))
  await finishAllIn(trx, space)
  await trx.updateTable('entries').set({ trash_root_id: batchId }).where('trash_root_id', 'in', roots).execute()
  await deleteBatch(trx, batchId, now)
  return Number(n)
}

/** Deletes a marked batch for good. */
export async function deleteBatch(trx: Trx, batchId: string, now: number): Promise<void> {
  const gone = await deleteMarked(trx, batchId, now + GARBAGE_DELAY_MS)
  for (const { ownerId, orphaned, ...amount } of gone) await freed(trx, ownerId, amount, orphaned)
}

/** The trashed ones among `ids`, in that order. */
export async function trashedEntries(db: Db, space: Space, ids: readonly string[]): Promise<EntryRow[]> {
  const rows = await db
    .selectFrom('entries')
    .selectAll()
    .where('space_id', '=', space.id)
    .where('trash_root_id', 'is not', null)
    .where(isNotBeingDeleted)
    .where('id', 'in', ids)
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

export type TrashPage = Omit<Page, 'sort'> & { readonly sort: Page['sort'] | 'trashed_at' }

/** From this many rows on, a query runs in the background. */
const MANY_TRASHED = 2000

/** The spaces of an owner in which something is in the trash. */
export const ownSpacesWithTrash = (db: Db, ownerId: string): Promise<Space[]> =>
  db
    .selectFrom('spaces')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('entries')
          .select('entries.id')
          .whereRef('entries.space_id', '=', 'spaces.id')
          .whereRef('entries.trash_root_id', '=', 'entries.id'),
      ),
    )
    .execute()

/** The entries that were put into the trash of an owner, of whatever space, or the content of a folder in it. */
export async function pageOfTrash(
  db: Db,
  ownerId: string,
  folder: EntryRow | null,
  page: TrashPage,
): Promise<{ rows: EntryRow[]; totals: FolderTotals }> {
  const candidates = db
    .selectFrom('entries')
    .select('id')
    .$if(folder === null, (q) => q.where('owner_id', '=', ownerId).whereRef('trash_root_id', '=', 'id'))
    .$if(folder !== null, (q) => q.where('parent_id', '=', folder?.id ?? '').where('trash_root_id', 'is not', null))
  return readBySize(db, candidates, MANY_TRASHED, () => readPageOfTrash(db, ownerId, folder, page))
}

async function readPageOfTrash(
  db: Db,
  ownerId: string,
  folder: EntryRow | null,
  page: TrashPage,
): Promise<{ rows: EntryRow[]; totals: FolderTotals }> {
  const way = page.direction === 'ASC' ? 'asc' : 'desc'
  const found = db
    .selectFrom('entries')
    .where('owner_id', '=', ownerId)
    .$if(folder === null, (q) => q.whereRef('trash_root_id', '=', 'id'))
    .$if(folder !== null, (q) =>
      q.where('parent_id', '=', folder?.id ?? '').where('trash_root_id', '=', folder?.trash_root_id ?? ''),
    )
  const rows = await found
    .selectAll()
    // "folder" sorts after "file".
    .orderBy('kind', 'desc')
    .orderBy(page.sort === 'trashed_at' ? sql.ref('trashed_at') : sortKeyOf(columnOf(page.sort, 'file')), way)
    .orderBy('id', way)
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  return { rows, totals: folder ? presentTotals(folder) : await totalsOf(found) }
}

export interface OverdueRoot {
  readonly id: string
  readonly space_id: string
  readonly trashed_at: number | null
}

/** Roots of the trash that were trashed before `before`, with their space, following `after`. */
export function overdue(
  db: Db,
  before: number,
  { limit, after }: { readonly limit: number; readonly after?: OverdueRoot | undefined },
): Promise<OverdueRoot[]> {
  const roots = db.selectFrom('entries').whereRef('trash_root_id', '=', 'id')
  return readBySize(db, roots.select('id'), MANY_TRASHED, () =>
    roots
      .select(['id', 'space_id', 'trashed_at'])
      .where('trashed_at', '<', before)
      .$if(after !== undefined, (q) =>
        q.where((eb) => eb(eb.refTuple('trashed_at', 'id'), '>', eb.tuple(after?.trashed_at ?? 0, after?.id ?? ''))),
      )
      .where(isSettledRoot)
      .orderBy('trashed_at')
      .orderBy('id')
      .limit(limit)
      .execute(),
  )
}
