import type { Insertable, Selectable } from 'kysely'
import type { SectionFailuresTable, SectionNoticesTable } from '../../../infrastructure/db/section-failure-tables.ts'
import type { Db, Trx } from '../../../infrastructure/db/transact.ts'

/** Accounts whose reports about one version are kept. */
export const MAX_ACCOUNTS = 100

export type FailureRow = Selectable<SectionFailuresTable>

/** Stores the report, in place of an earlier one by the account. The result is false where it was not the first one. */
export async function storeFailure(trx: Trx, row: Insertable<SectionFailuresTable>): Promise<boolean> {
  const { section, build, user_id } = row
  const mine = trx
    .selectFrom('section_failures')
    .select('cause')
    .where('section', '=', section)
    .where('build', '=', build)
    .where('user_id', '=', user_id)
  const known = await mine.executeTakeFirst()
  if (!known) {
    const { accounts } = await trx
      .selectFrom('section_failures')
      .select(({ fn }) => fn.countAll<number>().as('accounts'))
      .where('section', '=', section)
      .where('build', '=', build)
      .executeTakeFirstOrThrow()
    if (Number(accounts) >= MAX_ACCOUNTS) return false
  }
  const { version, cause, reason, address, reported_at } = row
  await trx
    .insertInto('section_failures')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['section', 'build', 'user_id']).doUpdateSet((eb) => ({
        version,
        cause,
        reason,
        address,
        reported_at,
        count: eb('section_failures.count', '+', 1),
      })),
    )
    .execute()
  return known?.cause !== cause
}

/** True for the first call with this section, build and cause. */
export async function claimNotice(trx: Trx, row: Insertable<SectionNoticesTable>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('section_notices')
    .values(row)
    .onConflict((conflict) => conflict.columns(['section', 'build', 'cause']).doNothing())
    .executeTakeFirst()
  return Number(numInsertedOrUpdatedRows) === 1
}

export const accountsByBuild = (db: Db) =>
  db
    .selectFrom('section_failures')
    .select(({ fn }) => ['section', 'build', fn.countAll<number>().as('accounts'), fn.max('version').as('version')])
    .groupBy(['section', 'build'])
    .execute()

/** The newest reports, of one section or of all. */
export const newestFailures = (db: Db, limit: number): Promise<FailureRow[]> =>
  db.selectFrom('section_failures').selectAll().orderBy('reported_at', 'desc').orderBy('user_id').limit(limit).execute()

export async function deleteOldFailures(trx: Trx, before: { failures: number; notices: number }): Promise<void> {
  await trx.deleteFrom('section_failures').where('reported_at', '<', before.failures).execute()
  await trx.deleteFrom('section_notices').where('notified_at', '<', before.notices).execute()
}
