import type { ThrottleName } from '@holdall/api'
import type { Insertable } from 'kysely'
import type { ThrottlesTable } from '../db/schema.ts'
import type { Db, Trx } from '../db/transact.ts'

export const findThrottle = (on: Db, bucket: ThrottleName, subject: string) =>
  on.selectFrom('throttles').selectAll().where('bucket', '=', bucket).where('subject', '=', subject).executeTakeFirst()

export async function setThrottle(trx: Trx, row: Insertable<ThrottlesTable>): Promise<void> {
  const { bucket: _bucket, subject: _subject, ...values } = row
  await trx
    .insertInto('throttles')
    .values(row)
    .onConflict((c) => c.columns(['bucket', 'subject']).doUpdateSet(values))
    .execute()
}

export async function deleteThrottle(trx: Trx, bucket: ThrottleName, subject: string): Promise<void> {
  await trx.deleteFrom('throttles').where('bucket', '=', bucket).where('subject', '=', subject).execute()
}

/** Deletes rows that delay nobody any more. */
export async function deleteOldThrottles(
  trx: Trx,
  { updatedBefore, now }: { readonly updatedBefore: number; readonly now: number },
): Promise<void> {
  await trx.deleteFrom('throttles').where('updated_at', '<', updatedBefore).where('blocked_until', '<', now).execute()
}
