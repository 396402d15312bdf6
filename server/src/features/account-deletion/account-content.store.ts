import { sql } from 'kysely'
import { recordNoActivity } from '../../infrastructure/db/recorded-activity.ts'
import { liveCounts, recordEntryCounts, trashedCounts } from '../../infrastructure/db/recorded-entry-counts.ts'
import { recordUser } from '../../infrastructure/db/recorded-changes.ts'
import type { Db, Trx } from '../../infrastructure/db/transact.ts'
import type { Space } from '../entries/space.store.ts'
import type { Amount } from '../storage/quota.store.ts'
import { deleteBatch } from '../trash/trash.store.ts'
import type { UploadRow } from '../uploads/upload.store.ts'

/** With the account that a team folder is being given to. */
export type OwnSpace = Space & { readonly next_owner_id: string | null }

export const spacesOf = (db: Db, ownerId: string): Promise<OwnSpace[]> =>
  db.selectFrom('spaces').selectAll().where('owner_id', '=', ownerId).orderBy('id').execute()

export const membershipsOf = (db: Db, userId: string): Promise<Space[]> =>
  db
    .selectFrom('spaces')
    .innerJoin('team_members', 'team_members.space_id', 'spaces.id')
    .selectAll('spaces')
    .where('team_members.user_id', '=', userId)
    .execute()

export const someUploadsOf = (db: Db, userId: string, limit: number): Promise<UploadRow[]> =>
  db
    .selectFrom('uploads')
    .selectAll()
    .where((eb) => eb.or([eb('owner_id', '=', userId), eb('actor', '=', `u:${userId}`)]))
    .limit(limit)
    .execute()

/** A running one notices within seconds. */
export async function endRemoteUploads(trx: Trx, userId: string, nowMs: number): Promise<void> {
  await trx
    .updateTable('remote_uploads')
    .set({ is_canceled: 1, updated_at: nowMs })
    .where('user_id', '=', userId)
    .where('status', '=', 'running')
    .execute()
  await trx.deleteFrom('remote_uploads').where('user_id', '=', userId).where('status', '<>', 'running').execute()
}

/**
 * Deletes some files, or some folders without children, of a space that nobody uses any more: the counts of their folders
 * are not kept. Returns how many.
 */
export async function deleteSome(
  trx: Trx,
  space: Space,
  kind: 'file' | 'folder',
  { batchId, nowMs, limit }: { readonly batchId: string; readonly nowMs: number; readonly limit: number },
): Promise<number> {
  recordNoActivity(trx)
  const rows = await trx
    .selectFrom('entries')
    .select(['id', 'trash_root_id'])
    .where('owner_id', '=', space.owner_id)
    .where('space_id', '=', space.id)
    .where('kind', '=', kind)
    .$if(kind === 'folder', (q) =>
      q.where((eb) =>
        eb.not(eb.exists(eb.selectFrom('entries as c').select('c.id').whereRef('c.parent_id', '=', 'entries.id'))),
      ),
    )
    .limit(limit)
    .execute()
  if (rows.length === 0) return 0
  const ids = rows.map(({ id }) => id)
  const live = rows.filter((row) => row.trash_root_id === null).length
  recordEntryCounts(trx, space.id, trashedCounts({ files: 0, folders: 0, ...liveCounts(kind, live) }))
  await trx.updateTable('entries').set({ trash_root_id: batchId }).where('id', 'in', ids).execute()
  await deleteBatch(trx, batchId, nowMs)
  return ids.length
}

const NOTHING: Amount = { bytes: 0, items: 0 }

/** What is in each of these spaces of an owner; none for an empty one. */
export async function storedInSpaces(
  on: Db | Trx,
  ownerId: string,
  spaceIds: readonly string[],
): Promise<ReadonlyMap<string, Amount>> {
  const stored = new Map<string, Amount>()
  if (spaceIds.length === 0) return stored
  const entries = on
    .selectFrom('entries')
    .where('entries.owner_id', '=', ownerId)
    .where('entries.space_id', 'in', spaceIds)
    .groupBy('entries.space_id')
  const own = await entries
    .select(({ fn }) => [
      'entries.space_id',
      fn.sum<number | string | null>('size').as('bytes'),
      // Roots are no items.
      fn.count<number | string>('parent_id').as('items'),
    ])
    .execute()
  const versions = await entries
    .innerJoin('file_versions', 'file_versions.entry_id', 'entries.id')
    .select(({ fn }) => [
      'entries.space_id',
      fn.sum<number | string | null>('file_versions.size').as('bytes'),
      fn.countAll<number | string>().as('items'),
    ])
    .execute()
  const links = await entries
    .innerJoin('shares', 'shares.entry_id', 'entries.id')
    .select(({ fn }) => ['entries.space_id', sql.lit(0).as('bytes'), fn.countAll<number | string>().as('items')])
    .execute()
  for (const { space_id: id, bytes, items } of [...own, ...versions, ...links]) {
    const before = stored.get(id) ?? NOTHING
    stored.set(id, { bytes: before.bytes + Number(bytes ?? 0), items: before.items + Number(items) })
  }
  return stored
}

/** What is left of an account without entries. The rows that refer to it go with it. */
export async function deleteAccountRows(trx: Trx, userId: string): Promise<void> {
  recordNoActivity(trx)
  recordUser(trx, userId)
  const spaces = trx.selectFrom('spaces').select('id').where('owner_id', '=', userId)
  await trx.deleteFrom('entries').where('space_id', 'in', spaces).where('kind', '=', 'root').execute()
  await trx.deleteFrom('spaces').where('owner_id', '=', userId).execute()
  // Visitors of its links are shown until later that these have ended.
  await trx.updateTable('ended_shares').set({ owner_id: null }).where('owner_id', '=', userId).execute()
  await trx.deleteFrom('zip_tickets').where('holder', '=', userId).execute()
  await trx.deleteFrom('users').where('id', '=', userId).execute()
}
