import { recordUser } from '../../infrastructure/db/recorded-changes.ts'
import type { Db, Trx } from '../../infrastructure/db/transact.ts'

export const findTotp = (on: Db | Trx, userId: string) =>
  on.selectFrom('totp_secrets').selectAll().where('user_id', '=', userId).executeTakeFirst()

/** Replaces an earlier secret, whose codes are not accepted any more. */
export async function putTotp(
  trx: Trx,
  row: { readonly userId: string; readonly secret: string; readonly nowMs: number },
): Promise<void> {
  const columns = { secret: row.secret, last_step: null, created_at: row.nowMs }
  await trx
    .insertInto('totp_secrets')
    .values({ user_id: row.userId, ...columns })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(columns))
    .execute()
}

/** The encrypted secrets of the next accounts by id, of those waiting for their first code too. */
export const totpPage = (on: Db | Trx, afterUserId: string, limit: number) =>
  on
    .selectFrom('totp_secrets')
    .select(['user_id', 'secret'])
    .where('user_id', '>', afterUserId)
    .orderBy('user_id')
    .limit(limit)
    .execute()

export async function replaceTotpSecret(trx: Trx, userId: string, secret: string): Promise<void> {
  recordUser(trx, userId)
  await trx.updateTable('totp_secrets').set({ secret }).where('user_id', '=', userId).execute()
}

/** Returns false where a code of this time step, or of a later one, was used already. */
export async function spendStep(trx: Trx, userId: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('totp_secrets')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where((eb) => eb.or([eb('last_step', 'is', null), eb('last_step', '<', step)]))
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Returns false where there is no such code, or it was used already. */
export async function spendRecoveryCode(trx: Trx, userId: string, hash: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('hash', '=', hash)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

export async function countRecoveryCodes(on: Db | Trx, userId: string): Promise<number> {
  const { count } = await on
    .selectFrom('recovery_codes')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function replaceRecoveryCodes(trx: Trx, userId: string, hashes: readonly string[]): Promise<void> {
  await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  if (hashes.length === 0) return
  await trx
    .insertInto('recovery_codes')
    .values(hashes.map((hash) => ({ user_id: userId, hash })))
    .execute()
}

export async function deleteTotp(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom('totp_secrets').where('user_id', '=', userId).execute()
}

/** `confirmedAt` null: the account has none. */
export async function setTwoFactor(
  trx: Trx,
  userId: string,
  { confirmedAt, nowMs }: { readonly confirmedAt: number | null; readonly nowMs: number },
): Promise<void> {
  recordUser(trx, userId)
  await trx
    .updateTable('users')
    .set({ two_factor_confirmed_at: confirmedAt, updated_at: nowMs })
    .where('id', '=', userId)
    .execute()
}

/**
 * Makes every session of the account invalid, also those of sign-ins under way, which were checked before. Returns the
 * version that new ones have.
 */
export async function raisePasswordVersion(trx: Trx, userId: string): Promise<number> {
  const { password_version } = await trx
    .updateTable('users')
    .set(({ eb }) => ({ password_version: eb('password_version', '+', 1) }))
    .where('id', '=', userId)
    .returning('password_version')
    .executeTakeFirstOrThrow()
  return password_version
}
