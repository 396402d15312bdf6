import type { Selectable } from 'kysely'
import type { UsersTable } from '../infrastructure/db/schema.ts'
import type { Db, Trx } from '../infrastructure/db/transact.ts'

/** Of the table `users`. */
export const restrictionColumns = [
  'users.upload_restricted',
  'users.download_restricted',
  'users.folder_restricted',
  'users.team_folder_restricted',
  'users.invitation_restricted',
  'users.restriction_reason',
] as const

/** What an administrator has decided about an account. */
export type RestrictionRow = Pick<
  Selectable<UsersTable>,
  | 'upload_restricted'
  | 'download_restricted'
  | 'folder_restricted'
  | 'team_folder_restricted'
  | 'invitation_restricted'
  | 'restriction_reason'
>

export const findRestrictions = (on: Db | Trx, userId: string): Promise<RestrictionRow | undefined> =>
  on.selectFrom('users').select(restrictionColumns).where('id', '=', userId).executeTakeFirst()

/** Replaces what was decided about an account. Returns false where there is no account with this address. */
export async function saveRestrictions(
  on: Db | Trx,
  email: string,
  restrictions: RestrictionRow,
  nowMs: number,
): Promise<boolean> {
  const { numUpdatedRows } = await on
    .updateTable('users')
    .set({ ...restrictions, updated_at: nowMs })
    .where('email', '=', email)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Accounts that an administrator has restricted, by address. */
export const restrictedAccounts = (on: Db) =>
  on
    .selectFrom('users')
    .select(['email', ...restrictionColumns])
    .where('deleted_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('upload_restricted', '=', 1),
        eb('download_restricted', '=', 1),
        eb('folder_restricted', '=', 1),
        eb('team_folder_restricted', '=', 1),
        eb('invitation_restricted', '=', 1),
      ]),
    )
    .orderBy('email')
    .execute()
