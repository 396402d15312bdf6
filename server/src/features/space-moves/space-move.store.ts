import { sql, type SqlBool } from 'kysely'
import { homeOf } from '../../access/target.store.ts'
import { recordNoActivity } from '../../infrastructure/db/recorded-activity.ts'
import { recordFolders } from '../../infrastructure/db/recorded-changes.ts'
import { countsByKind, recordEntryCounts } from '../../infrastructure/db/recorded-entry-counts.ts'
import type { Db, Trx } from '../../infrastructure/db/transact.ts'
import { refuse } from '../../infrastructure/errors/refusal.ts'
import { countWrittenEntries } from '../entries/bulk-changes.ts'
import { type Space, spaceOf } from '../entries/space.store.ts'
import { batches, pagesOfFolders } from '../entries/subtree.store.ts'
import { endLinksOfEntriesNotAllowedIn } from '../share-links/ending-links.store.ts'

const RETRY_AFTER_SECONDS = 1
/** Folders that one query reads. */
const FOLDERS_PER_QUERY = 1000

interface MovedRow {
  readonly id: string
  readonly kind: string
  readonly space_id: string
  readonly trash_root_id: string | null
}

/**
 * Entries belong to another space of the same owner from now on. What is below them follows with `followSlice`: until then
 * it is in its earlier space. The caller has locked both. Returns whether anything is to follow.
 */
export async function beginSpaceMove(trx: Trx, ids: readonly string[], to: Space, now: number): Promise<boolean> {
  let isOpen = false
  for (const some of batches(ids, FOLDERS_PER_QUERY)) {
    const rows = await trx
      .selectFrom('entries')
      .select(['id', 'kind', 'space_id', 'trash_root_id'])
      .where('id', 'in', some)
      .execute()
    await moveRows(trx, rows, to, now)
    const folders = await trx
      .selectFrom('entries')
      .select('parent_id')
      .distinct()
      .where('parent_id', 'in', some)
      .execute()
    if (folders.length === 0) continue
    isOpen = true
    await trx
      .insertInto('unfinished_moves')
      .values(folders.map(({ parent_id: id }) => ({ root_id: id ?? '', owner_id: to.owner_id })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  return isOpen
}

async function moveRows(trx: Trx, rows: readonly MovedRow[], to: Space, now: number): Promise<void> {
  const ids = rows.map(({ id }) => id)
  await endLinksOfEntriesNotAllowedIn(trx, to, ids, now)
  for (const row of rows) {
    const { files, folders } = countsByKind([row])
    const isTrashed = row.trash_root_id !== null
    recordEntryCounts(trx, row.space_id, isTrashed ? { trashed: -1 } : { files: -files, folders: -folders })
    recordEntryCounts(trx, to.id, isTrashed ? { trashed: 1 } : { files, folders })
  }
  await trx.updateTable('entries').set({ space_id: to.id }).where('id', 'in', ids).execute()
  await trx.updateTable('remote_uploads').set({ space_id: to.id }).where('parent_id', 'in', ids).execute()
  countWrittenEntries(rows.length)
}

const behind = (db: Db, folderIds: readonly string[]) =>
  db
    .selectFrom('entries as folder')
    .innerJoin('entries', 'entries.parent_id', 'folder.id')
    .where('folder.id', 'in', folderIds)
    .whereRef('entries.space_id', '!=', 'folder.space_id')

/** The spaces of some entries that have not followed one of these folders, and of that folder; none where all have. */
export async function spacesToFollow(db: Db, folderIds: readonly string[]): Promise<readonly Space[]> {
  const found = await behind(db, folderIds)
    .select(['entries.space_id', 'folder.space_id as to_id'])
    .limit(1)
    .executeTakeFirst()
  if (!found) return []
  return [await spaceOf(db, found.to_id), await spaceOf(db, found.space_id)]
}

/** Live and trashed entries in these folders follow them from one space into the other; at most `limit`. */
export async function followSlice(
  trx: Trx,
  folderIds: readonly string[],
  {
    rootId,
    from,
    to,
    limit,
    now,
  }: {
    readonly rootId: string
    readonly from: Space
    readonly to: Space
    readonly limit: number
    readonly now: number
  },
): Promise<void> {
  recordNoActivity(trx)
  recordFolders(trx, [rootId])
  const rows = await behind(trx, folderIds)
    .select(['entries.id', 'entries.kind', 'entries.space_id', 'entries.trash_root_id'])
    .where('folder.space_id', '=', to.id)
    .where('entries.space_id', '=', from.id)
    .limit(limit)
    .execute()
  if (rows.length > 0) await moveRows(trx, rows, to, now)
}

/** The live and trashed folders in these folders. */
export async function foldersIn(db: Db, folderIds: readonly string[]): Promise<readonly string[]> {
  const found: string[] = []
  for await (const ids of pagesOfFolders(db, sql<SqlBool>`parent_id in (${sql.join(folderIds)})`)) found.push(...ids)
  return found
}

export const unfinishedMoves = (db: Db, ownerIds?: readonly string[]): Promise<{ root_id: string }[]> =>
  db
    .selectFrom('unfinished_moves')
    .select('root_id')
    .$if(ownerIds !== undefined, (q) => q.where('owner_id', 'in', ownerIds ?? []))
    .execute()

/** Whether one of these entries is in another space. */
export async function isAnyElsewhere(db: Db, space: Space, ids: readonly string[]): Promise<boolean> {
  if (ids.length === 0) return false
  const found = await db
    .selectFrom('entries')
    .select('id')
    .where('id', 'in', ids)
    .where('space_id', '!=', space.id)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

export const refuseMoving = () => refuse('busy', { retryAfter: RETRY_AFTER_SECONDS })

/** The space of what was moved; undefined where it is deleted. */
export const spaceOfMove = (db: Db, rootId: string): Promise<Space | undefined> =>
  db
    .selectFrom('entries')
    .innerJoin('spaces', 'spaces.id', 'entries.space_id')
    .selectAll('spaces')
    .where('entries.id', '=', rootId)
    .executeTakeFirst()

/**
 * To be called where all below an entry has followed. Where it was the root of a team folder, its space is deleted. Returns
 * false where something is in that space still: meanwhile, a deletion of the folder of what had been trashed earlier has put
 * this into the root.
 */
export async function endSpaceMove(trx: Trx, rootId: string): Promise<boolean> {
  recordFolders(trx, [rootId])
  const dissolved = await trx
    .selectFrom('spaces')
    .leftJoin('entries', (join) => join.onRef('entries.id', '=', 'spaces.root_id').on('entries.kind', '=', 'root'))
    .selectAll('spaces')
    .where('spaces.root_id', '=', rootId)
    .where('entries.id', 'is', null)
    .executeTakeFirst()
  if (dissolved && (await hasEntries(trx, dissolved))) return false
  await trx.deleteFrom('unfinished_moves').where('root_id', '=', rootId).execute()
  if (dissolved) await deleteTeamSpace(trx, dissolved, await homeOf(trx, dissolved.owner_id))
  return true
}

const hasEntries = async (trx: Trx, space: Space): Promise<boolean> =>
  (await trx.selectFrom('entries').select('id').where('space_id', '=', space.id).limit(1).executeTakeFirst()) !==
  undefined

/** Deletes the space of a team folder that was dissolved, whose entries are in the home of its owner. */
export async function deleteTeamSpace(trx: Trx, space: Space, home: Space): Promise<void> {
  // Their folders may be deleted already.
  await trx.updateTable('remote_uploads').set({ space_id: home.id }).where('space_id', '=', space.id).execute()
  await trx.deleteFrom('spaces').where('id', '=', space.id).execute()
}

/**
 * Refuses with `busy` where entries of one of these owners are being moved to another space. To be called by transactions
 * that take entries out of their folders.
 */
export async function refuseUnfinishedMoves(trx: Trx, spaces: readonly Space[]): Promise<void> {
  const ownerIds = spaces.map((space) => space.owner_id)
  if ((await unfinishedMoves(trx, ownerIds)).length > 0) throw refuseMoving()
}
