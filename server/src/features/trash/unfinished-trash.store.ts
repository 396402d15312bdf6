import { sql } from 'kysely'
import { minute } from '../../infrastructure/clock.ts'
import { recordActivity, recordNoActivity } from '../../infrastructure/db/recorded-activity.ts'
import { recordFolders, recordTrash } from '../../infrastructure/db/recorded-changes.ts'
import { countsByKind, recordEntryCounts, trashedCounts } from '../../infrastructure/db/recorded-entry-counts.ts'
import type { Db, Trx } from '../../infrastructure/db/transact.ts'
import { refuse } from '../../infrastructure/errors/refusal.ts'
import { countWrittenEntries } from '../entries/bulk-changes.ts'
import type { Space } from '../entries/space.store.ts'
import { uncount } from '../entries/subtree.store.ts'
import { markBelow } from './mark-below.store.ts'
import { separateSome } from './separate-parts.store.ts'

const RETRY_AFTER_SECONDS = 5
/** A restore that has written nothing for this long was left by a process that ended. */
const RESTORE_TTL_MS = 15 * minute
/** How often a restore notes that it goes on. */
const RENEWED_EVERY_MS = minute

/** Who trashes entries, and when. */
export interface Trashing {
  readonly now: number
  /** Null for a visitor. */
  readonly by: string | null
}

/**
 * Puts live entries of a space into the trash, without entries that were trashed or moved meanwhile, and some of what is
 * below them; `finishSlice` does the rest. None of them may be below another one.
 */
export async function beginTrashing(
  trx: Trx,
  space: Space,
  {
    changeId,
    ids,
    when: { now, by },
    limit,
  }: { readonly changeId: string; readonly ids: readonly string[]; readonly when: Trashing; readonly limit: number },
): Promise<void> {
  const tops = await trx
    .selectFrom('entries')
    .select(['id', 'parent_id', 'name', 'kind', 'children_count'])
    .where('space_id', '=', space.id)
    .where('trash_root_id', 'is', null)
    .where('id', 'in', ids)
    .execute()
  recordActivity(trx, 'trashed', tops)
  if (tops.length === 0) return recordNoActivity(trx)
  const topIds = tops.map(({ id }) => id)
  recordTrash(trx)
  await uncount(trx, topIds)
  recordEntryCounts(trx, space.id, trashedCounts(countsByKind(tops)))
  await trx
    .updateTable('entries')
    .set((eb) => ({ trash_root_id: eb.ref('id'), trashed_at: now, trashed_by: by }))
    .where('id', 'in', topIds)
    .execute()
  countWrittenEntries(tops.length)
  const open = tops.filter((top) => top.children_count > 0)
  if (open.length === 0) return
  await trx
    .insertInto('unfinished_trash')
    .values(open.map(({ id }) => ({ root_id: id, change_id: changeId, renewed_at: null })))
    .execute()
  await finishSlice(trx, changeId, limit - tops.length - open.length)
}

/** Takes some of what is live below the roots of a change into the trash with them, and ends the change with the last. */
export async function finishSlice(trx: Trx, changeId: string, limit: number): Promise<void> {
  recordNoActivity(trx)
  const separated = await separateSome(trx, changeId, limit)
  countWrittenEntries(separated)
  if (separated === limit) return
  const roots = sql`
    select u.root_id from unfinished_trash u join entries e on e.id = u.root_id
    where u.change_id = ${changeId} and u.renewed_at is null and e.trash_root_id = e.id`
  const { marked, isComplete } = await markBelow(trx, roots, limit - separated)
  countWrittenEntries(marked)
  if (!isComplete) return
  const parents = await trx
    .selectFrom('unfinished_trash')
    .innerJoin('entries', 'entries.id', 'unfinished_trash.root_id')
    .select('entries.parent_id')
    .distinct()
    .where('change_id', '=', changeId)
    .execute()
  // The newest files do not have any of it now.
  recordTrash(trx)
  recordFolders(
    trx,
    parents.map((row) => row.parent_id),
  )
  await endChange(trx, changeId)
}

export async function endChange(db: Db, changeId: string): Promise<void> {
  await db.deleteFrom('unfinished_trash').where('change_id', '=', changeId).where('renewed_at', 'is', null).execute()
}

/** The space of the roots of a change; undefined where it has ended, or nothing of it is in the trash any more. */
export const spaceOfChange = (db: Db, changeId: string): Promise<Space | undefined> =>
  db
    .selectFrom('unfinished_trash')
    .innerJoin('entries', 'entries.id', 'unfinished_trash.root_id')
    .innerJoin('spaces', 'spaces.id', 'entries.space_id')
    .selectAll('spaces')
    .where('unfinished_trash.change_id', '=', changeId)
    .whereRef('entries.trash_root_id', '=', 'entries.id')
    .limit(1)
    .executeTakeFirst()

/** An unfinished change that another process may finish. */
interface OpenChange {
  readonly change_id: string
  /** Null where entries are being trashed. */
  readonly renewed_at: number | null
}

export const openChanges = (db: Db): Promise<OpenChange[]> =>
  db.selectFrom('unfinished_trash').select(['change_id', 'renewed_at']).distinct().execute()

/** The unfinished changes of what these trashed entries belong to. */
export const changesOf = (db: Db, entryIds: readonly string[]): Promise<OpenChange[]> =>
  db
    .selectFrom('entries')
    .innerJoin('unfinished_trash', (join) =>
      join.on((eb) =>
        eb.or([
          eb('unfinished_trash.root_id', '=', eb.ref('entries.trash_root_id')),
          eb('unfinished_trash.from_root_id', '=', eb.ref('entries.trash_root_id')),
        ]),
      ),
    )
    .select(['change_id', 'renewed_at'])
    .distinct()
    .where('entries.id', 'in', entryIds)
    .execute()

/** Whether a process restores these entries now. */
export const isBeingRestored = ({ renewed_at: renewedAt }: OpenChange, now: number): boolean =>
  renewedAt !== null && renewedAt >= now - RESTORE_TTL_MS

export const refuseBusy = () => refuse('busy', { retryAfter: RETRY_AFTER_SECONDS })

/** Refuses with `busy` where one of these entries is being trashed or restored, but for the changes of the caller. */
export async function refuseUnfinished(
  trx: Trx,
  entryIds: readonly string[],
  own: readonly Restoring[] = [],
): Promise<void> {
  if (entryIds.length === 0) return
  const ownIds = new Set(own.map(({ changeId }) => changeId))
  if ((await changesOf(trx, entryIds)).some(({ change_id: id }) => !ownIds.has(id))) throw refuseBusy()
}

/** Refuses with `busy` where one of these entries was trashed with a folder whose deletion has not reached all below it. */
export async function refuseBeingDeleted(trx: Trx, entryIds: readonly string[]): Promise<void> {
  if (entryIds.length === 0) return
  const found = await trx
    .selectFrom('entries')
    .innerJoin('entries as root', 'root.id', 'entries.trash_root_id')
    .innerJoin('deletions', 'deletions.batch_id', 'root.trash_root_id')
    .select('entries.id')
    .where('entries.id', 'in', entryIds)
    .where('deletions.has_live', '=', 1)
    .limit(1)
    .executeTakeFirst()
  if (found) throw refuseBusy()
}

/** Takes all that is live below roots of the trash of a space into the trash, in this transaction. */
export async function finishAllIn(trx: Trx, space: Space): Promise<void> {
  const roots = await trx
    .selectFrom('unfinished_trash')
    .innerJoin('entries', 'entries.id', 'unfinished_trash.root_id')
    .select('root_id')
    .where('entries.space_id', '=', space.id)
    .execute()
  if (roots.length === 0) return
  const rootIds = roots.map((row) => row.root_id)
  await markBelow(trx, sql`select id from entries where id in (${sql.join(rootIds)})`, Number.MAX_SAFE_INTEGER)
  await takeOver(trx, rootIds)
}

/** Deletes what was noted of these roots, which are being deleted. Returns whether something may be live below them. */
export async function takeOver(trx: Trx, rootIds: readonly string[]): Promise<boolean> {
  const { numDeletedRows } = await trx.deleteFrom('unfinished_trash').where('root_id', 'in', rootIds).executeTakeFirst()
  return numDeletedRows > 0n
}

/** Roots of the trash below which entries are made live again before they are restored. */
export interface Restoring {
  readonly changeId: string
  /** How many. */
  readonly roots: number
}

/** Notes that roots of the trash of a space are being restored. Until that has ended they stay in the trash. */
export async function beginRestoring(
  trx: Trx,
  space: Space,
  { changeId, rootIds, now }: { readonly changeId: string; readonly rootIds: readonly string[]; readonly now: number },
): Promise<Restoring> {
  await refuseUnfinished(trx, rootIds)
  const folders = await trx
    .selectFrom('entries')
    .select('id')
    .where('space_id', '=', space.id)
    .whereRef('trash_root_id', '=', 'id')
    .where('children_count', '>', 0)
    .where('id', 'in', rootIds)
    .execute()
  if (folders.length > 0) {
    await trx
      .insertInto('unfinished_trash')
      .values(folders.map(({ id }) => ({ root_id: id, change_id: changeId, renewed_at: now })))
      .execute()
  }
  return { changeId, roots: folders.length }
}

/** Throws `busy` where a restore has stopped for so long that it is reverted. */
export async function renewRestoring(trx: Trx, { changeId, roots }: Restoring, now: number): Promise<void> {
  const rows = await trx
    .selectFrom('unfinished_trash')
    .select('renewed_at')
    .where('change_id', '=', changeId)
    .where('renewed_at', 'is not', null)
    .execute()
  if (rows.length < roots) throw refuseBusy()
  await trx
    .updateTable('unfinished_trash')
    .set({ renewed_at: now })
    .where('change_id', '=', changeId)
    .where('renewed_at', '<', now - RENEWED_EVERY_MS)
    .execute()
}

/**
 * Makes some of what was trashed with the roots live again: a folder after all that is in it, so that nothing takes a name
 * that an entry in it has. Returns whether that was all.
 */
export async function restoreSlice(
  trx: Trx,
  restoring: Restoring,
  { limit, now }: { readonly limit: number; readonly now: number },
): Promise<boolean> {
  recordNoActivity(trx)
  await renewRestoring(trx, restoring, now)
  for (let restored = 0; restored < limit;) {
    const more = await restoreLeaves(trx, restoring.changeId, limit - restored)
    if (more === 0) return true
    countWrittenEntries(more)
    restored += more
  }
  return false
}

/**
 * `is not distinct from`: with `=` PostgreSQL, whose statistics may be from before the entries were trashed, reads all that
 * were trashed with a root again for each of them.
 */
async function restoreLeaves(trx: Trx, changeId: string, limit: number): Promise<number> {
  const { rows } = await sql<{ space_id: string; kind: string }>`
    with found as (
      select e.id from unfinished_trash u cross join entries e
      where u.change_id = ${changeId} and e.trash_root_id = u.root_id and e.id <> u.root_id
        and not exists (
          select 1 from entries c where c.parent_id = e.id and c.trash_root_id is not distinct from e.trash_root_id
        )
      limit ${limit}
    )
    update entries set trash_root_id = null, trashed_at = null, trashed_by = null
    from found f where entries.id = f.id
    returning space_id, kind`.execute(trx)
  for (const row of rows) {
    const { files, folders } = countsByKind([row])
    recordEntryCounts(trx, row.space_id, trashedCounts({ files: -files, folders: -folders }))
  }
  return rows.length
}

/** Ends what has been restored of these changes; what was skipped is left to `revertRestoring`. */
export async function endRestoring(trx: Trx, restoring: readonly Restoring[]): Promise<void> {
  if (restoring.length === 0) return
  const changeIds = restoring.map(({ changeId }) => changeId)
  const restored = trx
    .selectFrom('unfinished_trash')
    .innerJoin('entries', 'entries.id', 'root_id')
    .select('root_id')
    .where('change_id', 'in', changeIds)
    .where('entries.trash_root_id', 'is', null)
  await trx.deleteFrom('unfinished_trash').where('root_id', 'in', restored).execute()
}

/** From now on what is live below the roots of a change is to be trashed again. */
export async function beginRevert(trx: Trx, changeId: string): Promise<void> {
  await trx.updateTable('unfinished_trash').set({ renewed_at: null }).where('change_id', '=', changeId).execute()
}

/**
 * Begins the time in the trash of the roots of a restore again: what it brought back for a while must not be purged just
 * after it. To be called before `beginRevert`.
 */
export async function renewTrashedAt(trx: Trx, changeId: string, now: number): Promise<void> {
  recordTrash(trx)
  recordNoActivity(trx)
  const restored = trx
    .selectFrom('unfinished_trash')
    .select('root_id')
    .where('change_id', '=', changeId)
    .where('renewed_at', 'is not', null)
  await trx
    .updateTable('entries')
    .set({ trashed_at: now })
    .where('id', 'in', restored)
    .whereRef('trash_root_id', '=', 'id')
    .execute()
}
