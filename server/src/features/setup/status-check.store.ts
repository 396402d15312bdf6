import { randomUUID } from 'node:crypto'
import type { Db, Trx } from '../../infrastructure/db/transact.ts'

/** Writes a row and deletes it. Throws when the database cannot be written. */
export async function tryWriting(trx: Trx, now: number): Promise<void> {
  const subject = randomUUID()
  const row = { bucket: 'setup-check', subject, failures: 0, blocked_until: 0, updated_at: now }
  await trx.insertInto('throttles').values(row).execute()
  await trx.deleteFrom('throttles').where('subject', '=', subject).execute()
}

/** When a setting was last changed, in milliseconds; 0 for never. */
export async function lastSettingChange(db: Db): Promise<number> {
  const newest = await db
    .selectFrom('settings')
    .select((e) => e.fn.max('updated_at').as('at'))
    .executeTakeFirst()
  return newest?.at ?? 0
}
