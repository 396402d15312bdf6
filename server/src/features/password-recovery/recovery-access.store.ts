import { sql } from 'kysely'
import type { Db, Trx } from '../../infrastructure/db/transact.ts'
import { deleteTotp, replaceRecoveryCodes, setTwoFactor } from '../two-factor/two-factor.store.ts'
import { endEditingLinksOf, isEditingLinkOf } from '../share-links/ending-links.store.ts'

const SHOWN = 20

/** A moment that everything was made before. */
export const EVER = Number.MAX_SAFE_INTEGER

interface Made {
  readonly userId: string
  readonly sinceMs: number
  readonly nowMs: number
}

interface NamedRow {
  readonly name: string
  readonly total: number | string
}

const kept = (rows: readonly NamedRow[]) => ({
  names: rows.map(({ name }) => name),
  total: Number(rows[0]?.total ?? 0),
})

const total = sql<number | string>`count(*) over ()`.as('total')

/** Tokens that were exchanged for the password end with it. */
export const keptTokens = async (on: Db, { userId, sinceMs, nowMs }: Made) =>
  kept(
    await on
      .selectFrom('api_tokens')
      .select(['name', total])
      .where('user_id', '=', userId)
      .where('password_version', 'is', null)
      .where('created_at', '>=', sinceMs)
      .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', nowMs)]))
      .orderBy('created_at')
      .orderBy('id')
      .limit(SHOWN)
      .execute(),
  )

export const keptPasskeys = async (on: Db, { userId, sinceMs }: Made) =>
  kept(
    await on
      .selectFrom('passkeys')
      .select(['name', total])
      .where('user_id', '=', userId)
      .where('created_at', '>=', sinceMs)
      .orderBy('created_at')
      .orderBy('id')
      .limit(SHOWN)
      .execute(),
  )

/** With the names of their items. A member of a team folder has those that they made. */
export const keptEditingLinks = async (on: Db, { userId, sinceMs, nowMs }: Made) =>
  kept(
    await on
      .selectFrom('shares')
      .innerJoin('entries', 'entries.id', 'shares.entry_id')
      .select(['entries.name', total])
      .where((eb) => isEditingLinkOf(eb, userId))
      .where('shares.created_at', '>=', sinceMs)
      .where((eb) => eb.or([eb('shares.expires_at', 'is', null), eb('shares.expires_at', '>', nowMs)]))
      .orderBy('shares.created_at')
      .orderBy('shares.id')
      .limit(SHOWN)
      .execute(),
  )

/** How many of each ended. */
export interface EndedAccess {
  readonly apiTokens: number
  readonly passkeys: number
  readonly linkedSignIns: number
  readonly editingLinks: number
}

/** Ends what was made before a moment. */
export async function endAccessBefore(
  trx: Trx,
  userId: string,
  { beforeMs, nowMs }: { readonly beforeMs: number; readonly nowMs: number },
): Promise<EndedAccess> {
  const [apiTokens, passkeys, linkedSignIns] = [
    await trx
      .deleteFrom('api_tokens')
      .where('user_id', '=', userId)
      .where('password_version', 'is', null)
      .where('created_at', '<', beforeMs)
      .executeTakeFirstOrThrow(),
    await trx
      .deleteFrom('passkeys')
      .where('user_id', '=', userId)
      .where('created_at', '<', beforeMs)
      .executeTakeFirstOrThrow(),
    await trx
      .deleteFrom('linked_sign_ins')
      .where('user_id', '=', userId)
      .where('created_at', '<', beforeMs)
      .executeTakeFirstOrThrow(),
  ]
  return {
    apiTokens: Number(apiTokens.numDeletedRows),
    passkeys: Number(passkeys.numDeletedRows),
    linkedSignIns: Number(linkedSignIns.numDeletedRows),
    editingLinks: await endEditingLinksOf(trx, userId, { beforeMs, now: nowMs }),
  }
}

/** Also a secret that waits for its first code. */
export async function endSecondFactor(trx: Trx, userId: string, nowMs: number): Promise<void> {
  await deleteTotp(trx, userId)
  await replaceRecoveryCodes(trx, userId, [])
  await setTwoFactor(trx, userId, { confirmedAt: null, nowMs })
}
