import type { FolderTotals } from '@holdall/api'
import { type SelectQueryBuilder, sql, type Updateable } from 'kysely'
import { readBySize } from '../../infrastructure/db/read-by-size.ts'
import { recordActivityOf } from '../../infrastructure/db/recorded-activity.ts'
import { recordShares } from '../../infrastructure/db/recorded-changes.ts'
import type { EndedSharesTable, SharesTable } from '../../infrastructure/db/link-tables.ts'
import type { Database } from '../../infrastructure/db/schema.ts'
import type { Db, Trx } from '../../infrastructure/db/transact.ts'
import type { ShareRow } from '../entries/entry-links.store.ts'
import { columnOf, sortKeyOf } from '../entries/listing-order.store.ts'
import { type Page, totalsOf } from '../entries/listing.store.ts'
import type { EntryRow } from '../entries/space.store.ts'

/** The link with this token, if this user is its owner, or the member of a team folder who made it. */
export function ownShare(db: Db, userId: string, token: string): Promise<ShareRow | undefined> {
  return db
    .selectFrom('shares')
    .selectAll()
    .where('token', '=', token)
    .where((eb) => eb.or([eb('owner_id', '=', userId), eb('creator_id', '=', userId)]))
    .executeTakeFirst()
}

/** All links of an entry, the oldest first. */
export const linksOf = (db: Db, entryId: string): Promise<ShareRow[]> =>
  db.selectFrom('shares').selectAll().where('entry_id', '=', entryId).orderBy('created_at').orderBy('id').execute()

export const shareById = (db: Db, id: string): Promise<ShareRow | undefined> =>
  db.selectFrom('shares').selectAll().where('id', '=', id).executeTakeFirst()

/** Whether a link has expired. */
export const isOver = (share: ShareRow, now: number): boolean => share.expires_at !== null && share.expires_at <= now

/** Whether a link allows no further download. */
export const isUsedUp = ({ download_limit: limit, downloads }: ShareRow): boolean =>
  limit !== null && downloads >= limit

/** The entries of more links than this are not counted and sorted beside other requests. */
const MANY_LINKS = 500

/** The live entries of an owner, in whatever space, that have links, expired ones among them: folders first, then files. */
export function pageOfShared(
  db: Db,
  ownerId: string,
  page: Page,
  many = MANY_LINKS,
): Promise<{ rows: EntryRow[]; totals: FolderTotals }> {
  const links = db.selectFrom('shares').select('entry_id as id').where('owner_id', '=', ownerId)
  return readBySize(db, links, many, () => readPageOfShared(db, ownerId, page))
}

async function readPageOfShared(
  db: Db,
  ownerId: string,
  { sort, direction, offset, limit }: Page,
): Promise<{ rows: EntryRow[]; totals: FolderTotals }> {
  const way = direction === 'ASC' ? 'asc' : 'desc'
  const inOrder = <O>(entries: SelectQueryBuilder<Database, 'entries', O>) =>
    entries
      // "folder" comes behind "file".
      .orderBy('kind', 'desc')
      // Folders have no size and no date of their own.
      .$if(sort === 'size' || sort === 'modified_at', (q) =>
        q.orderBy(sql`case when kind = 'folder' then name_key end`, way),
      )
      .orderBy(sortKeyOf(columnOf(sort, 'file')), way)
      .orderBy('id', way)
  const shared = db
    .selectFrom('entries')
    .where('id', 'in', db.selectFrom('shares').select('entry_id').where('owner_id', '=', ownerId))
    .where('trash_root_id', 'is', null)
  // Whole rows of the page only: sorting those of all entries takes several times as long.
  const ids = inOrder(shared.select('id')).limit(limit).offset(offset)
  const rows = await inOrder(db.selectFrom('entries').selectAll().where('id', 'in', ids)).execute()
  return { rows, totals: await totalsOf(shared) }
}

/** Links of an entry changed: its owner is told, and the members of its team folder. */
async function recordLinksOf(trx: Trx, ownerId: string, entryId: string): Promise<void> {
  const members = await trx
    .selectFrom('entries')
    .innerJoin('team_members', 'team_members.space_id', 'entries.space_id')
    .select('team_members.user_id as id')
    .where('entries.id', '=', entryId)
    .execute()
  for (const { id } of [{ id: ownerId }, ...members]) recordShares(trx, id, [entryId])
}

export async function insertShare(trx: Trx, share: ShareRow): Promise<void> {
  await trx.insertInto('shares').values(share).execute()
  recordActivityOf(trx, 'link-created', { entryId: share.entry_id })
  await recordLinksOf(trx, share.owner_id, share.entry_id)
}

/** With `endsVisits`, the grants of visitors who had unlocked the link become invalid. */
export async function updateShare(
  trx: Trx,
  id: string,
  change: Updateable<SharesTable>,
  { endsVisits }: { readonly endsVisits: boolean },
): Promise<ShareRow> {
  const share = await trx
    .updateTable('shares')
    .set((eb) => ({ ...change, ...(endsVisits && { grant_version: eb('grant_version', '+', 1) }) }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  recordActivityOf(trx, 'link-changed', { entryId: share.entry_id })
  await recordLinksOf(trx, share.owner_id, share.entry_id)
  return share
}

export async function deleteExpiredGrants(db: Db, now: number): Promise<void> {
  await db.deleteFrom('share_grants').where('expires_at', '<=', now).execute()
}

/** Why a link ended; undefined when it never existed, or was deleted with its entry. */
export async function endReasonOf(db: Db, token: string): Promise<EndedSharesTable['reason'] | undefined> {
  const ended = await db.selectFrom('ended_shares').select('reason').where('token', '=', token).executeTakeFirst()
  return ended?.reason
}

export async function deleteEndedShares(db: Db, until: number): Promise<void> {
  await db.deleteFrom('ended_shares').where('ended_at', '<=', until).execute()
}
