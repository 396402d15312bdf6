import type { Insertable, Selectable } from 'kysely'
import type { ApiTokensTable } from '../db/api-token-tables.ts'
import type { Db, Trx } from '../db/transact.ts'

export type ApiTokenRow = Selectable<ApiTokensTable>

/** A token that is valid, with the role of its user. */
export const findLiveToken = (db: Db, key: { readonly digest: string } | { readonly id: string }, now: number) =>
  db
    .selectFrom('api_tokens')
    .innerJoin('users', 'users.id', 'api_tokens.user_id')
    .select(['api_tokens.id', 'api_tokens.user_id', 'api_tokens.scopes', 'api_tokens.last_used_at', 'users.role'])
    .$if('digest' in key, (q) => q.where('api_tokens.digest', '=', (key as { digest: string }).digest))
    .$if('id' in key, (q) => q.where('api_tokens.id', '=', (key as { id: string }).id))
    .where('users.deleted_at', 'is', null)
    .where('users.deletes_at', 'is', null)
    .where((eb) => eb.or([eb('api_tokens.expires_at', 'is', null), eb('api_tokens.expires_at', '>', now)]))
    .where((eb) =>
      eb.or([
        eb('api_tokens.password_version', 'is', null),
        eb('api_tokens.password_version', '=', eb.ref('users.password_version')),
      ]),
    )
    .executeTakeFirst()

/** All of a user but those that ended with a password, the newest first. */
export const tokensOf = (db: Db, userId: string): Promise<ApiTokenRow[]> =>
  db
    .selectFrom('api_tokens')
    .innerJoin('users', 'users.id', 'api_tokens.user_id')
    .selectAll('api_tokens')
    .where('api_tokens.user_id', '=', userId)
    .where((eb) =>
      eb.or([
        eb('api_tokens.password_version', 'is', null),
        eb('api_tokens.password_version', '=', eb.ref('users.password_version')),
      ]),
    )
    .orderBy('api_tokens.created_at', 'desc')
    .orderBy('api_tokens.id', 'desc')
    .execute()

/** Of a user, those that were created in the settings. */
export async function countTokens(trx: Trx, userId: string): Promise<number> {
  const { n } = await trx
    .selectFrom('api_tokens')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('user_id', '=', userId)
    .where('password_version', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(n)
}

export async function insertToken(trx: Trx, row: Insertable<ApiTokensTable>): Promise<void> {
  await trx.insertInto('api_tokens').values(row).execute()
}

/** Deletes those that a user got for a password, but the newest `kept`. */
export async function deleteOlderSignIns(trx: Trx, userId: string, kept: number): Promise<void> {
  const rows = await trx
    .selectFrom('api_tokens')
    .select('id')
    .where('user_id', '=', userId)
    .where('password_version', 'is not', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const ids = rows.slice(kept).map(({ id }) => id)
  if (ids.length > 0) await trx.deleteFrom('api_tokens').where('id', 'in', ids).execute()
}

export async function storeUse(db: Db, id: string, now: number): Promise<void> {
  await db.updateTable('api_tokens').set({ last_used_at: now }).where('id', '=', id).execute()
}

/** Returns whether the user had it. */
export async function deleteTokenOf(trx: Trx, userId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('api_tokens')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

export async function deleteTokenByDigest(trx: Trx, digest: string): Promise<void> {
  await trx.deleteFrom('api_tokens').where('digest', '=', digest).execute()
}

export async function deleteTokensExpiredBefore(trx: Trx, time: number): Promise<void> {
  await trx.deleteFrom('api_tokens').where('expires_at', '<=', time).execute()
}
