import type { Db, Trx } from '../../infrastructure/db/transact.ts'

/**
 * Keeps the password of a sign-up with the address of an account: a sign-in with it is answered as that of a sign-up that
 * was not confirmed. `replace`: also in place of an earlier one.
 */
export async function putDeclinedSignUp(
  trx: Trx,
  declined: { readonly userId: string; readonly passwordHash: string },
  { replace }: { readonly replace: boolean },
): Promise<void> {
  const { userId: user_id, passwordHash: password_hash } = declined
  await trx
    .insertInto('declined_sign_ups')
    .values({ user_id, password_hash })
    .onConflict((conflict) =>
      replace ? conflict.column('user_id').doUpdateSet({ password_hash }) : conflict.column('user_id').doNothing(),
    )
    .execute()
}

/** The last sign-up with the address of an account; undefined where there was none, and for an address without an account. */
export const findDeclinedSignUp = (on: Db | Trx, email: string) =>
  on
    .selectFrom('declined_sign_ups')
    .innerJoin('users', 'users.id', 'declined_sign_ups.user_id')
    .select('declined_sign_ups.password_hash')
    .where('users.email', '=', email)
    .where('users.deleted_at', 'is', null)
    .executeTakeFirst()
