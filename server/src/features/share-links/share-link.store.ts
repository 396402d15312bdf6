import type { Updateable } from 'kysely'
import type { EndedSharesTable, SharesTable } from '../../infrastructure/db/schema.ts'
import type { Db, Trx } from '../../infrastructure/db/transact.ts'
import type { ShareRow } from '../entries/entry-links.store.ts'

/** The link with this token, if it is this owner's. */
export function ownShare(db: Db, ownerId: string, token: string): Promise<ShareRow | undefined> {
  return db
    .selectFrom('shares')
    .selectAll()
    .where('token', '=', token)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst()
}

export async function insertShare(trx: Trx, share: ShareRow): Promise<void> {
  await trx.insertInto('shares').values(share).execute()
}

/** Every change invalidates the grants of visitors who had unlocked the link. */
export function updateShare(trx: Trx, id: string, change: Updateable<SharesTable>): Promise<ShareRow> {
  return trx
    .updateTable('shares')
    .set((eb) => ({ ...change, grant_version: eb('grant_version', '+', 1) }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function deleteExpiredGrants(db: Db, now: number): Promise<void> {
  await db.deleteFrom('share_grants').where('expires_at', '<=', now).execute()
}

type EndReason = EndedSharesTable['reason']

/** Deletes links with their grants. The reason is kept for later visitors. */
export async function endShares(
  trx: Trx,
  ownerId: string,
  tokens: readonly string[],
  end: { readonly reason: EndReason; readonly now: number },
): Promise<number> {
  const ended = await trx
    .deleteFrom('shares')
    .where('owner_id', '=', ownerId)
    .where('token', 'in', tokens)
    .returning('token')
    .execute()
  if (ended.length === 0) return 0
  const rows = ended.map(({ token }) => ({ token, reason: end.reason, ended_at: end.now }))
  await trx.insertInto('ended_shares').values(rows).execute()
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
