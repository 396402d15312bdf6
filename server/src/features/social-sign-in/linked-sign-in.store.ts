import type { Selectable } from 'kysely'
import type { LinkedSignInsTable } from '../../infrastructure/db/sign-in-provider-tables.ts'
import type { Db, Trx } from '../../infrastructure/db/transact.ts'

export type LinkedSignInRow = Selectable<LinkedSignInsTable>
/** What names an account at a provider. */
export type LinkKey = Pick<LinkedSignInRow, 'provider' | 'issuer' | 'subject'>

export const findLink = (on: Db | Trx, { provider, issuer, subject }: LinkKey): Promise<LinkedSignInRow | undefined> =>
  on
    .selectFrom('linked_sign_ins')
    .selectAll()
    .where('provider', '=', provider)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()

/** The oldest first. */
export const linksOf = (on: Db | Trx, userId: string): Promise<LinkedSignInRow[]> =>
  on.selectFrom('linked_sign_ins').selectAll().where('user_id', '=', userId).orderBy('id').execute()

/** Throws `DbError` `unique` where it is linked already. */
export async function insertLink(trx: Trx, link: LinkedSignInRow): Promise<void> {
  await trx.insertInto('linked_sign_ins').values(link).execute()
}

export async function updateLink(
  on: Db | Trx,
  id: string,
  used: Pick<LinkedSignInRow, 'email' | 'last_used_at'>,
): Promise<void> {
  await on.updateTable('linked_sign_ins').set(used).where('id', '=', id).execute()
}

export async function deleteLink(trx: Trx, userId: string, id: string): Promise<void> {
  await trx.deleteFrom('linked_sign_ins').where('user_id', '=', userId).where('id', '=', id).execute()
}
