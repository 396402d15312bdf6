import { sql } from 'kysely'
import { recordActivity, recordActivityOfMany, recordNoActivity } from '../../infrastructure/db/recorded-activity.ts'
import { recordTrash } from '../../infrastructure/db/recorded-changes.ts'
import { countsByKind, recordEntryCounts, trashedCounts } from '../../infrastructure/db/recorded-entry-counts.ts'
import type { Db, Trx } from '../../infrastructure/db/transact.ts'
import type { Space } from '../entries/space.store.ts'
import { uncount, uncountHidden } from '../entries/subtree.store.ts'
import { isSettledRoot } from '../entries/unfinished-changes.store.ts'
import { markBelow } from './mark-below.store.ts'
import { deleteBatch } from './trash.store.ts'
import { takeOver } from './unfinished-trash.store.ts'

/**
 * Takes roots of the trash of a space, at most `limit`, into a batch that is to be deleted: they are in no list from now
 * on, and what is below them is reached by nothing. With `ids` only those. Roots that are being restored, and from which
 * parts are being separated, are left out. Returns how many.
 */
export async function beginDeletion(
  trx: Trx,
  space: Space,
  { batchId, ids, limit, now }: { batchId: string; ids?: readonly string[]; limit: number; now: number },
): Promise<number> {
  const roots = await trx
    .selectFrom('entries')
    .select(['id', 'parent_id', 'name', 'kind'])
    .where('space_id', '=', space.id)
    .whereRef('trash_root_id', '=', 'id')
    .where(isSettledRoot)
    .$if(ids !== undefined, (q) => q.where('id', 'in', ids ?? []))
    .limit(limit)
    .execute()
  if (roots.length === 0) return 0
  const rootIds = roots.map(({ id }) => id)
  recordTrash(trx)
  if (ids === undefined) recordActivityOfMany(trx, 'deleted', rootIds.length)
  // What happens in the trash is the owner's.
  else recordActivity(trx, 'deleted', roots, { folderId: null, isForOwner: true })
  const hasLive = await takeOver(trx, rootIds)
  await trx
    .insertInto('deletions')
    .values({ batch_id: batchId, created_at: now, has_live: hasLive ? 1 : 0 })
    .execute()
  await trx.updateTable('entries').set({ trash_root_id: batchId }).where('id', 'in', rootIds).execute()
  return rootIds.length
}

/**
 * The same for live entries of a space, without entries that were trashed or moved meanwhile. What is below them stays live
 * until `markSlice` reaches it.
 */
export async function beginLiveDeletion(
  trx: Trx,
  space: Space,
  { batchId, ids, now }: { readonly batchId: string; readonly ids: readonly string[]; readonly now: number },
): Promise<void> {
  const tops = await trx
    .selectFrom('entries')
    .select(['id', 'parent_id', 'name', 'kind'])
    .where('space_id', '=', space.id)
    .where('trash_root_id', 'is', null)
    .where('id', 'in', ids)
    .execute()
  recordActivity(trx, 'deleted', tops)
  if (tops.length === 0) return recordNoActivity(trx)
  const topIds = tops.map(({ id }) => id)
  await uncount(trx, topIds)
  recordEntryCounts(trx, space.id, trashedCounts(countsByKind(tops)))
  await trx.insertInto('deletions').values({ batch_id: batchId, created_at: now, has_live: 1 }).execute()
  await trx.updateTable('entries').set({ trash_root_id: batchId }).where('id', 'in', topIds).execute()
}

/**
 * Takes some of what is still live below the entries of a batch into the trash with them. Returns false where nothing can
 * be live there.
 */
export async function markSlice(trx: Trx, batchId: string, limit: number): Promise<boolean> {
  const deletion = await trx
    .selectFrom('deletions')
    .select('has_live')
    .where('batch_id', '=', batchId)
    .executeTakeFirst()
  if (deletion?.has_live !== 1) return false
  recordNoActivity(trx)
  const { isComplete } = await markBelow(trx, sql`select id from entries where trash_root_id = ${batchId}`, limit)
  if (isComplete) await trx.updateTable('deletions').set({ has_live: 0 }).where('batch_id', '=', batchId).execute()
  return true
}

/** The space of what is left of a batch; undefined once it is deleted. */
export const spaceOfDeletion = (db: Db, batchId: string): Promise<Space | undefined> =>
  db
    .selectFrom('entries')
    .innerJoin('spaces', 'spaces.id', 'entries.space_id')
    .selectAll('spaces')
    .where('entries.trash_root_id', '=', batchId)
    .limit(1)
    .executeTakeFirst()

/**
 * Deletes some entries of a batch, those first that have nothing in them; at most `limit`. What is left keeps true counts:
 * a part of it can still be restored by its id.
 */
export async function deleteSlice(
  trx: Trx,
  { batchId, sliceId, limit, now }: { batchId: string; sliceId: string; limit: number; now: number },
): Promise<void> {
  recordNoActivity(trx)
  const roots = trx.selectFrom('entries').select('id').where('trash_root_id', '=', batchId)
  const some = (kind: 'file' | 'folder') =>
    trx
      .selectFrom('entries as e')
      .select(['e.id', 'e.trash_root_id'])
      .where((eb) => eb.or([eb('e.trash_root_id', 'in', roots), eb('e.trash_root_id', '=', batchId)]))
      .where('e.kind', '=', kind)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('entries as c')
              .select('c.id')
              .whereRef('c.parent_id', '=', 'e.id')
              .where((eb) =>
                eb.or([
                  eb('c.trash_root_id', '=', eb.ref('e.trash_root_id')),
                  eb('c.trash_root_id', '=', eb.ref('e.id')),
                ]),
              ),
          ),
        ),
      )
      .limit(limit)
      .execute()
  const files = await some('file')
  const rows = files.length > 0 ? files : await some('folder')
  if (rows.length === 0) return
  const ids = rows.map(({ id }) => id)
  // The roots were subtracted when they were trashed.
  await uncountHidden(
    trx,
    rows.filter((row) => row.trash_root_id !== batchId).map(({ id }) => id),
  )
  await trx.updateTable('entries').set({ trash_root_id: sliceId }).where('id', 'in', ids).execute()
  await deleteBatch(trx, sliceId, now)
}

export const openDeletions = (db: Db): Promise<{ batch_id: string }[]> =>
  db.selectFrom('deletions').select('batch_id').orderBy('created_at').orderBy('batch_id').execute()

export async function endDeletion(db: Db, batchId: string): Promise<void> {
  await db.deleteFrom('deletions').where('batch_id', '=', batchId).execute()
}
