import type { Insertable } from 'kysely'
import type { ShareGrantsTable } from '../../infrastructure/db/link-tables.ts'
import { restrictionColumns } from '../../access/restriction.store.ts'
import type { Db, Trx } from '../../infrastructure/db/transact.ts'

/** A link with what decides whether it can be opened. */
export function findPublicLink(db: Db, token: string) {
  return db
    .selectFrom('shares')
    .innerJoin('entries', 'entries.id', 'shares.entry_id')
    .select([
      'shares.id',
      'shares.token',
      'shares.entry_id',
      'shares.owner_id',
      'shares.creator_id',
      'shares.permission',
      'shares.can_download',
      'shares.password_hash',
      'shares.grant_version',
      'shares.expires_at',
      'shares.download_limit',
      'shares.downloads',
      'entries.trash_root_id',
    ])
    .where('shares.token', '=', token)
    .executeTakeFirst()
}

/** The owner of a link, and the member of the team folder who made it: whether they exist, and what they may do. */
export const accountsOfLink = (
  db: Db,
  { owner_id: ownerId, creator_id: creatorId }: { readonly owner_id: string; readonly creator_id: string | null },
) =>
  db
    .selectFrom('users')
    .select(['users.deleted_at', 'users.deletes_at', ...restrictionColumns])
    .where('users.id', 'in', creatorId === null ? [ownerId] : [ownerId, creatorId])
    .execute()

interface Granted {
  readonly id: string
  readonly grant_version: number
}

/** Whether the grant of this id opens the link as it is now. */
export async function hasValidGrant(db: Db, id: string, share: Granted, now: number): Promise<boolean> {
  const grant = await db
    .selectFrom('share_grants')
    .select('id')
    .where('id', '=', id)
    .where('share_id', '=', share.id)
    .where('grant_version', '=', share.grant_version)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return grant !== undefined
}

/** Grants that a link keeps. A visitor whose grant is older than that gives the password again. */
export const MAX_GRANTS = 1000

/** Stores the grant, and deletes the oldest ones of its link that are too many. */
export async function insertGrant(trx: Trx, grant: Insertable<ShareGrantsTable>): Promise<void> {
  await trx.insertInto('share_grants').values(grant).execute()
  const beyond = trx
    .selectFrom('share_grants')
    .select('id')
    .where('share_id', '=', grant.share_id)
    .orderBy('created_at', 'desc')
    // Among grants of the same millisecond, the new one is kept.
    .orderBy((eb) => eb.case().when('id', '=', grant.id).then(0).else(1).end())
    .limit(MAX_GRANTS)
    .offset(MAX_GRANTS)
  await trx.deleteFrom('share_grants').where('id', 'in', beyond).execute()
}

export async function deleteGrant(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('share_grants').where('id', '=', id).execute()
}
