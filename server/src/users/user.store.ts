import type { Db, Trx } from '../db/transact.ts'

/** `email` in lower case, as the wire hands it over. */
export const findUserByEmail = (on: Db | Trx, email: string) =>
  on.selectFrom('users').selectAll().where('email', '=', email).where('deleted_at', 'is', null).executeTakeFirst()

export const findUserById = (on: Db | Trx, id: string) =>
  on.selectFrom('users').selectAll().where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst()

/** The language that the person chose; null for none. */
export async function findLocale(on: Db | Trx, userId: string): Promise<string | null> {
  const found = await on.selectFrom('user_settings').select('locale').where('user_id', '=', userId).executeTakeFirst()
  return found?.locale ?? null
}

export const markVerified = (on: Db | Trx, id: string, nowMs: number) =>
  on.updateTable('users').set({ verified_at: nowMs }).where('id', '=', id).where('verified_at', 'is', null).execute()
