import type { Db } from '../../infrastructure/db/transact.ts'

/** More rows than these are not counted. */
const MAX_ROWS = 100_000

/** Accounts, and the bytes that count towards their quotas. */
export async function countAccounts(db: Db): Promise<{ readonly users: number; readonly storedBytes: number }> {
  const row = await db
    .selectFrom((from) =>
      from.selectFrom('users').select('used_bytes').where('deleted_at', 'is', null).limit(MAX_ROWS).as('counted'),
    )
    .select((e) => [e.fn.countAll<number>().as('users'), e.fn.sum<number | null>('used_bytes').as('bytes')])
    .executeTakeFirstOrThrow()
  return { users: Number(row.users), storedBytes: Number(row.bytes ?? 0) }
}

/** Uploads that have begun and are not complete. */
export async function countOpenUploads(db: Db): Promise<number> {
  const row = await db
    .selectFrom((from) =>
      from.selectFrom('uploads').select('upload_id').where('status', '=', 'receiving').limit(MAX_ROWS).as('counted'),
    )
    .select((e) => e.fn.countAll<number>().as('uploads'))
    .executeTakeFirstOrThrow()
  return Number(row.uploads)
}
