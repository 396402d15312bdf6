import type { Selectable } from 'kysely'
import type { PendingLinksTable, SignInFlowsTable } from '../../infrastructure/db/sign-in-provider-tables.ts'
import type { Db, Trx } from '../../infrastructure/db/transact.ts'

export type SignInFlow = Selectable<SignInFlowsTable>
export type PendingLinkRow = Selectable<PendingLinksTable>

export async function insertFlow(on: Db, flow: SignInFlow): Promise<void> {
  await on.insertInto('sign_in_flows').values(flow).execute()
}

/** Deletes the flow and returns it: of two callbacks at once, one gets it. */
export const takeFlow = (on: Db, id: string): Promise<SignInFlow | undefined> =>
  on.deleteFrom('sign_in_flows').where('id', '=', id).returningAll().executeTakeFirst()

/** Replaces what the browser had pending before. */
export async function putPendingLink(trx: Trx, { browser, ...pending }: PendingLinkRow): Promise<void> {
  await trx
    .insertInto('pending_links')
    .values({ browser, ...pending })
    .onConflict((conflict) => conflict.column('browser').doUpdateSet(pending))
    .execute()
}

export const findPendingLink = (on: Db, browser: string, now: number): Promise<PendingLinkRow | undefined> =>
  on
    .selectFrom('pending_links')
    .selectAll()
    .where('browser', '=', browser)
    .where('expires_at', '>', now)
    .executeTakeFirst()

/** Deletes it. Returns false where it was used or replaced in the meantime. */
export async function takePendingLink(trx: Trx, { browser, issuer, subject }: PendingLinkRow): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('pending_links')
    .where('browser', '=', browser)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

export async function deleteExpiredFlows(on: Db, now: number): Promise<void> {
  await on.deleteFrom('sign_in_flows').where('expires_at', '<=', now).execute()
  await on.deleteFrom('pending_links').where('expires_at', '<=', now).execute()
}
