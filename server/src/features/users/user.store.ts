import type { Db, Trx } from '../../infrastructure/db/transact.ts'

/** `email` in lower case, as the API schemas return it. */
export const findUserByEmail = (on: Db | Trx, email: string) =>
  on.selectFrom('users').selectAll().where('email', '=', email).where('deleted_at', 'is', null).executeTakeFirst()

export const findUserById = (on: Db | Trx, id: string) =>
  on.selectFrom('users').selectAll().where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst()

/** An account with its settings. */
export async function accountOf(on: Db | Trx, id: string) {
  const user = await on.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const settings = await on.selectFrom('user_settings').selectAll().where('user_id', '=', id).executeTakeFirstOrThrow()
  return { user, settings }
}

/** `name` is a column: the API schema allows no other. */
export async function updateUserSetting(on: Db | Trx, userId: string, name: string, value: unknown): Promise<void> {
  await on
    .updateTable('user_settings')
    .set({ [name]: value })
    .where('user_id', '=', userId)
    .execute()
}

/** The language that the user chose; null for none. */
export async function findLocale(on: Db | Trx, userId: string): Promise<string | null> {
  const found = await on.selectFrom('user_settings').select('locale').where('user_id', '=', userId).executeTakeFirst()
  return found?.locale ?? null
}

export const markVerified = (on: Db | Trx, id: string, nowMs: number) =>
  on.updateTable('users').set({ verified_at: nowMs }).where('id', '=', id).where('verified_at', 'is', null).execute()
