import type { Db } from '../../infrastructure/db/transact.ts'
import { sumOfUsedBytes } from '../storage/quota.store.ts'

const number = (value: number | string | bigint | null | undefined) => Number(value ?? 0)

export async function countUsers(db: Db) {
  const row = await db
    .selectFrom('users')
    .select((e) => [
      e.fn.countAll<number>().as('total'),
      e.fn.sum<number>(e.case().when('role', '=', 'admin').then(1).else(0).end()).as('admins'),
      sumOfUsedBytes.as('used'),
    ])
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return { total: number(row.total), admins: number(row.admins), used: number(row.used) }
}

/** What the transactions that change the spaces have counted. */
export async function countEntries(db: Db) {
  const row = await db
    .selectFrom('spaces')
    .select(({ fn }) => [
      fn.sum<number>('file_count').as('files'),
      fn.sum<number>('folder_count').as('folders'),
      fn.sum<number>('trashed_count').as('trashed'),
    ])
    .executeTakeFirstOrThrow()
  return { total: number(row.files), folders: number(row.folders), trashed: number(row.trashed) }
}

export async function countShares(db: Db, now: number) {
  const all = () => db.selectFrom('shares').select((e) => e.fn.countAll<number>().as('count'))
  const total = await all().executeTakeFirstOrThrow()
  const active = await all()
    .innerJoin('entries', 'entries.id', 'shares.entry_id')
    .where('entries.trash_root_id', 'is', null)
    .where((e) => e.or([e('shares.expires_at', 'is', null), e('shares.expires_at', '>', now)]))
    .executeTakeFirstOrThrow()
  return { total: number(total.count), active: number(active.count) }
}

export function newestUsers(db: Db) {
  return db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'role', 'color', 'created_at', 'used_bytes', 'item_count'])
    .where('deleted_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(5)
    .execute()
}
