import { recordUser } from '../../infrastructure/db/recorded-changes.ts'
import type { Db, Trx } from '../../infrastructure/db/transact.ts'
import { deleteAccountRows } from '../account-deletion/account-content.store.ts'
import { findUserByEmail, isUnusedSignUp } from '../users/user.store.ts'

export interface EmailChangeRow {
  readonly user_id: string
  readonly id: string
  readonly email: string
  readonly password_version: number
  readonly created_at: number
  readonly expires_at: number
}

/** In place of an earlier one, whose link stops working. */
export async function putEmailChange(trx: Trx, row: EmailChangeRow): Promise<void> {
  recordUser(trx, row.user_id)
  const { user_id: _of, ...values } = row
  await trx
    .insertInto('email_changes')
    .values({ ...row, token_digest: null })
    .onConflict((c) => c.column('user_id').doUpdateSet({ ...values, token_digest: null }))
    .execute()
}

/** A change that has not expired, and since which the password was not changed; with its account. */
export const findEmailChange = (on: Db | Trx, userId: string, nowMs: number) =>
  on
    .selectFrom('email_changes')
    .innerJoin('users', 'users.id', 'email_changes.user_id')
    .select(['email_changes.id', 'email_changes.email', 'email_changes.token_digest', 'email_changes.user_id'])
    .select(['email_changes.created_at', 'email_changes.expires_at'])
    .select(['users.email as previous', 'users.name', 'users.role'])
    .where('email_changes.user_id', '=', userId)
    .where('email_changes.expires_at', '>', nowMs)
    .whereRef('email_changes.password_version', '=', 'users.password_version')
    .where('users.deleted_at', 'is', null)
    .executeTakeFirst()

/** Returns false where the user has canceled the change meanwhile, or asked for another one. */
export async function setEmailToken(on: Db, userId: string, id: string, tokenDigest: string): Promise<boolean> {
  const { numUpdatedRows } = await on
    .updateTable('email_changes')
    .set({ token_digest: tokenDigest })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Uses a change up: of two calls at once, one gets true. */
export async function takeEmailChange(trx: Trx, userId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('email_changes')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

export async function deleteEmailChange(trx: Trx, userId: string): Promise<void> {
  recordUser(trx, userId)
  await trx.deleteFrom('email_changes').where('user_id', '=', userId).execute()
}

/**
 * The account that owns an address. A sign-up that was never confirmed nor signed in to owns none: it may come from
 * somebody else, who would keep the owner of the address from using it.
 */
export async function findOwnerOf(on: Db | Trx, email: string) {
  const found = await findUserByEmail(on, email)
  return found && (await isUnusedSignUp(on, found)) ? undefined : found
}

/** Deletes the sign-up that an address was never confirmed for, if there is one. */
export async function deleteUnusedSignUp(trx: Trx, email: string): Promise<void> {
  const found = await findUserByEmail(trx, email)
  if (found && (await isUnusedSignUp(trx, found))) await deleteAccountRows(trx, found.id)
}

/**
 * `isConfirmed`: the link was in a mail to the new address. Also ends what was sent to the previous one: links for a new password, and sign-ins at a provider that wait for the
 * password. Throws `DbError` `unique` where the address has an account.
 */
export async function setEmail(
  trx: Trx,
  userId: string,
  { email, nowMs, isConfirmed }: { readonly email: string; readonly nowMs: number; readonly isConfirmed: boolean },
): Promise<void> {
  recordUser(trx, userId)
  await trx.deleteFrom('password_resets').where('user_id', '=', userId).execute()
  await trx.deleteFrom('pending_links').where('user_id', '=', userId).execute()
  await trx
    .updateTable('users')
    .set(({ fn, val }) => ({
      email,
      updated_at: nowMs,
      ...(isConfirmed
        ? { verified_at: fn.coalesce('verified_at', val(nowMs)) }
        : { verified_at: null, usable_unconfirmed: 1 as const }),
    }))
    .where('id', '=', userId)
    .execute()
}

export async function deleteExpiredEmailChanges(trx: Trx, nowMs: number): Promise<void> {
  await trx.deleteFrom('email_changes').where('expires_at', '<=', nowMs).execute()
}
