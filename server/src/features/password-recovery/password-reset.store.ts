import { recordUser } from '../../infrastructure/db/recorded-changes.ts'
import type { Db, Trx } from '../../infrastructure/db/transact.ts'

interface Offered {
  readonly tokenDigest: string
  readonly email: string
  readonly nowMs: number
}

export interface PasswordReset {
  readonly user_id: string
  readonly token_digest: string
  readonly email: string
  readonly password_version: number
  readonly expires_at: number
}

/** In place of the link that the user got before. */
export async function putPasswordReset(on: Db, row: PasswordReset): Promise<void> {
  const { user_id: _of, ...values } = row
  await on
    .insertInto('password_resets')
    .values(row)
    .onConflict((c) => c.column('user_id').doUpdateSet(values))
    .execute()
}

/**
 * The account that a valid link is for: it has the address that the link was sent to, and its password was not changed
 * since.
 */
export const findResetAccount = (on: Db | Trx, { tokenDigest, email, nowMs }: Offered) =>
  on
    .selectFrom('password_resets')
    .innerJoin('users', 'users.id', 'password_resets.user_id')
    .selectAll('users')
    .where('password_resets.token_digest', '=', tokenDigest)
    .where('password_resets.email', '=', email)
    .where('password_resets.expires_at', '>', nowMs)
    .whereRef('password_resets.password_version', '=', 'users.password_version')
    .whereRef('password_resets.email', '=', 'users.email')
    .where('users.deleted_at', 'is', null)
    .executeTakeFirst()

/** Uses a link: of two calls at once, one gets true. */
export async function takePasswordReset(trx: Trx, tokenDigest: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('password_resets')
    .where('token_digest', '=', tokenDigest)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** `isConfirmed`: the link was in a mail to the address, which confirms it. */
export async function setRecoveredPassword(
  trx: Trx,
  userId: string,
  {
    passwordHash,
    nowMs,
    isConfirmed,
  }: { readonly passwordHash: string; readonly nowMs: number; readonly isConfirmed: boolean },
): Promise<void> {
  recordUser(trx, userId)
  await trx
    .updateTable('users')
    .set(({ eb, fn, val }) => ({
      password_hash: passwordHash,
      password_version: eb('password_version', '+', 1),
      updated_at: nowMs,
      ...(isConfirmed && { verified_at: fn.coalesce('verified_at', val(nowMs)) }),
    }))
    .where('id', '=', userId)
    .execute()
}

export async function deleteExpiredResets(trx: Trx, nowMs: number): Promise<void> {
  await trx.deleteFrom('password_resets').where('expires_at', '<=', nowMs).execute()
}
