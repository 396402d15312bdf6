import type { Role } from '@holdall/api'
import type { Selectable } from 'kysely'
import { recordUser } from '../../infrastructure/db/recorded-changes.ts'
import type { UsersTable } from '../../infrastructure/db/schema.ts'
import type { Db, Trx } from '../../infrastructure/db/transact.ts'

/** `email` in lower case, as the API schemas return it. */
export const findUserByEmail = (on: Db | Trx, email: string) =>
  on.selectFrom('users').selectAll().where('email', '=', email).where('deleted_at', 'is', null).executeTakeFirst()

export const findUserById = (on: Db | Trx, id: string) =>
  on.selectFrom('users').selectAll().where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst()

/** The accounts of all administrators. */
export async function administratorIds(on: Db | Trx): Promise<string[]> {
  const rows = await on
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .where('deleted_at', 'is', null)
    .execute()
  return rows.map(({ id }) => id)
}

/** Whether there is an administrator beside this one who stays. */
export async function hasOtherAdministrator(on: Db | Trx, userId: string): Promise<boolean> {
  const other = await on
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .where('id', '!=', userId)
    .where('deleted_at', 'is', null)
    .where('deletes_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}

/** Demoting the last administrator is refused by the caller. */
export async function setRole(trx: Trx, userId: string, role: Role, nowMs: number): Promise<void> {
  recordUser(trx, userId)
  await trx.updateTable('users').set({ role, updated_at: nowMs }).where('id', '=', userId).execute()
}

/**
 * Whether an account is a sign-up that was never confirmed nor used, and that cannot be used before it is confirmed: without
 * a session, and without an entry beside the root of its home. It may come from somebody else than the owner of the address.
 */
export async function isUnusedSignUp(
  on: Db | Trx,
  { id, verified_at, usable_unconfirmed, first_sign_in_at }: Selectable<UsersTable>,
): Promise<boolean> {
  if (verified_at !== null || usable_unconfirmed === 1 || first_sign_in_at !== null) return false
  const entry = await on
    .selectFrom('entries')
    .select('id')
    .where('owner_id', '=', id)
    .where('kind', '!=', 'root')
    .limit(1)
    .executeTakeFirst()
  return entry === undefined
}

/** False too where there is no such account. */
export async function isWithoutSecondFactor(on: Db | Trx, id: string): Promise<boolean> {
  const user = await on.selectFrom('users').select('two_factor_confirmed_at').where('id', '=', id).executeTakeFirst()
  return user?.two_factor_confirmed_at === null
}

/** An account with its settings. */
export async function accountOf(on: Db | Trx, id: string) {
  const user = await on.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const settings = await on.selectFrom('user_settings').selectAll().where('user_id', '=', id).executeTakeFirstOrThrow()
  return { user, settings }
}

/** `name` is a column: the API schema allows no other. */
export async function updateUserSetting(trx: Trx, userId: string, name: string, value: unknown): Promise<void> {
  recordUser(trx, userId)
  await trx
    .updateTable('user_settings')
    .set({ [name]: value })
    .where('user_id', '=', userId)
    .execute()
}

/** Returns false where the password is not `beforeHash` any more. */
export async function replacePassword(
  on: Trx,
  userId: string,
  { beforeHash, afterHash, nowMs }: { readonly beforeHash: string; readonly afterHash: string; readonly nowMs: number },
): Promise<boolean> {
  const { numUpdatedRows } = await on
    .updateTable('users')
    .set(({ eb }) => ({
      password_hash: afterHash,
      password_version: eb('password_version', '+', 1),
      updated_at: nowMs,
    }))
    .where('id', '=', userId)
    .where('password_hash', '=', beforeHash)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Makes the name of an account of its parts. The last name stays where both parts are empty. */
export async function joinNameParts(on: Trx, userId: string, nowMs: number): Promise<void> {
  const { settings } = await accountOf(on, userId)
  const name = `${settings.first_name} ${settings.last_name}`.trim()
  if (name === '') return
  await on.updateTable('users').set({ name, updated_at: nowMs }).where('id', '=', userId).execute()
}

/** The language that the user chose; null for none. */
export async function findLocale(on: Db | Trx, userId: string): Promise<string | null> {
  const found = await on.selectFrom('user_settings').select('locale').where('user_id', '=', userId).executeTakeFirst()
  return found?.locale ?? null
}

/** Returns false where the account was signed in to before. */
export async function markFirstSignIn(on: Db, id: string, nowMs: number): Promise<boolean> {
  const { numUpdatedRows } = await on
    .updateTable('users')
    .set({ first_sign_in_at: nowMs })
    .where('id', '=', id)
    .where('first_sign_in_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

export async function markVerified(trx: Trx, id: string, nowMs: number): Promise<void> {
  recordUser(trx, id)
  await trx
    .updateTable('users')
    .set({ verified_at: nowMs })
    .where('id', '=', id)
    .where('verified_at', 'is', null)
    .execute()
}
