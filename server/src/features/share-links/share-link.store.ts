import type { FolderTotals } from '@holdall/api'
import { type SelectQueryBuilder, sql, type Updateable } from 'kysely'
import { readBySize } from '../../infrastructure/db/read-by-size.ts'
import { recordShares } from '../../infrastructure/db/recorded-changes.ts'
import type { Database, EndedSharesTable, SharesTable } from '../../infrastructure/db/schema.ts'
import type { Db, Trx } from '../../infrastructure/db/transact.ts'
import type { ShareRow } from '../entries/entry-links.store.ts'
import { type Page, sortColumns, totalsOf } from '../entries/listing.store.ts'
import type { EntryRow, Space } from '../entries/space.store.ts'
import { abandonUploadsOfLinks } from '../uploads/upload.store.ts'

/** The link with this token, if it is this owner's. */
export function ownShare(db: Db, ownerId: string, token: string): Promise<ShareRow | undefined> {
  return db
    .selectFrom('shares')
    .selectAll()
    .where('token', '=', token)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst()
}

/** All links of an entry, the oldest first. */
export const linksOf = (db: Db, entryId: string): Promise<ShareRow[]> =>
  db.selectFrom('shares').selectAll().where('entry_id', '=', entryId).orderBy('created_at').orderBy('id').execute()

export const shareById = (db: Db, id: string): Promise<ShareRow | undefined> =>
  db.selectFrom('shares').selectAll().where('id', '=', id).executeTakeFirst()

/** Whether a link has expired. */
export const isOver = (share: ShareRow, now: number): boolean => share.expires_at !== null && share.expires_at <= now

/** The entries of more links than this are not counted and sorted beside other requests. */
const MANY_LINKS = 500

/** The live entries of a space that its owner made links to, expired ones among them: folders first, then files. */
export function pageOfShared(
  db: Db,
  ownerId: string,
  space: Space,
  page: Page,
): Promise<{ rows: EntryRow[]; totals: FolderTotals }> {
  const links = db.selectFrom('shares').select('entry_id as id').where('owner_id', '=', ownerId)
  return readBySize(db, links, MANY_LINKS, () => readPageOfShared(db, ownerId, space, page))
}

async function readPageOfShared(
  db: Db,
  ownerId: string,
  space: Space,
  { sort, direction, offset, limit }: Page,
): Promise<{ rows: EntryRow[]; totals: FolderTotals }> {
  const way = direction === 'ASC' ? 'asc' : 'desc'
  const inOrder = <O>(entries: SelectQueryBuilder<Database, 'entries', O>) =>
    entries
      // "folder" comes behind "file".
      .orderBy('kind', 'desc')
      // Folders have no size of their own.
      .$if(sort === 'size', (q) => q.orderBy(sql`case when kind = 'folder' then name_key end`, way))
      .orderBy(sortColumns[sort], way)
      .orderBy('id', way)
  const shared = db
    .selectFrom('entries')
    .where('id', 'in', db.selectFrom('shares').select('entry_id').where('owner_id', '=', ownerId))
    .where('space_id', '=', space.id)
    .where('trash_root_id', 'is', null)
  // Whole rows of the page only: sorting those of all entries takes several times as long.
  const ids = inOrder(shared.select('id')).limit(limit).offset(offset)
  const rows = await inOrder(db.selectFrom('entries').selectAll().where('id', 'in', ids)).execute()
  return { rows, totals: await totalsOf(shared) }
}

export async function insertShare(trx: Trx, share: ShareRow): Promise<void> {
  await trx.insertInto('shares').values(share).execute()
  recordShares(trx, share.owner_id, [share.entry_id])
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
  recordShares(trx, share.owner_id, [share.entry_id])
  return share
}

export async function deleteExpiredGrants(db: Db, now: number): Promise<void> {
  await db.deleteFrom('share_grants').where('expires_at', '<=', now).execute()
}

type EndReason = EndedSharesTable['reason']

/** Which links: by their tokens, or all of these entries. */
export interface LinkSelection {
  readonly by: 'token' | 'entry_id'
  readonly values: readonly string[]
}

/** Deletes links with their grants and the uploads of their visitors. The reason is kept for later visitors. */
export async function endShares(
  trx: Trx,
  ownerId: string,
  { by, values }: LinkSelection,
  end: { readonly reason: EndReason; readonly now: number },
): Promise<number> {
  const ended = await trx
    .deleteFrom('shares')
    .where('owner_id', '=', ownerId)
    .where(by, 'in', values)
    .returning(['id', 'token', 'entry_id'])
    .execute()
  if (ended.length === 0) return 0
  recordShares(
    trx,
    ownerId,
    ended.map((row) => row.entry_id),
  )
  const rows = ended.map(({ token }) => ({ token, reason: end.reason, ended_at: end.now }))
  await trx.insertInto('ended_shares').values(rows).execute()
  await abandonUploadsOfLinks(
    trx,
    ownerId,
    ended.map(({ id }) => id),
    end.now,
  )
  return ended.length
}

/** Why a link ended; undefined when it never existed, or was deleted with its entry. */
export async function endReasonOf(db: Db, token: string): Promise<EndReason | undefined> {
  const ended = await db.selectFrom('ended_shares').select('reason').where('token', '=', token).executeTakeFirst()
  return ended?.reason
}

export async function deleteEndedShares(db: Db, until: number): Promise<void> {
  await db.deleteFrom('ended_shares').where('ended_at', '<=', until).execute()
}
