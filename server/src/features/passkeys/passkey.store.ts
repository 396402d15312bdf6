import type { Insertable, Selectable } from 'kysely'
import type { PasskeysTable } from '../../infrastructure/db/passkey-tables.ts'
import type { Db, Trx } from '../../infrastructure/db/transact.ts'

export type PasskeyRow = Selectable<PasskeysTable>

/** Those of a user, the newest first. */
export const passkeysOf = (on: Db | Trx, userId: string): Promise<PasskeyRow[]> =>
  on
    .selectFrom('passkeys')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()

/** A passkey by the id that its device gave it. */
export const findByCredential = (on: Db | Trx, credentialId: string): Promise<PasskeyRow | undefined> =>
  on.selectFrom('passkeys').selectAll().where('credential_id', '=', credentialId).executeTakeFirst()

/** Returns false where this credential is registered already, for whomever. */
export async function insertPasskey(trx: Trx, row: Insertable<PasskeysTable>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('passkeys')
    .values(row)
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

export const setPasskeyName = (trx: Trx, userId: string, id: string, name: string): Promise<PasskeyRow | undefined> =>
  trx
    .updateTable('passkeys')
    .set({ name })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()

/** The removed passkey; undefined where the user has none with this id. */
export const deletePasskey = (trx: Trx, userId: string, id: string): Promise<PasskeyRow | undefined> =>
  trx.deleteFrom('passkeys').where('user_id', '=', userId).where('id', '=', id).returningAll().executeTakeFirst()

interface Use {
  readonly counter: number
  readonly isBackedUp: boolean
  readonly nowMs: number
}

/**
 * Stores a use. Returns false where the counter did not go up, as it does where a copy of the device has been used; a
 * device that does not count says 0 each time.
 */
export async function recordUse(trx: Trx, id: string, { counter, isBackedUp, nowMs }: Use): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('passkeys')
    .set({ counter, is_backed_up: isBackedUp ? 1 : 0, last_used_at: nowMs })
    .where('id', '=', id)
    .where((eb) =>
      eb.or([eb('counter', '<', counter), eb.and([eb('counter', '=', 0), eb(eb.val(counter), '=', eb.val(0))])]),
    )
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Returns false where the challenge was used before. */
export async function insertUsedChallenge(trx: Trx, id: string, expiresAtMs: number): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('used_challenges')
    .values({ id, expires_at: expiresAtMs })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}
