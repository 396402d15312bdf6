import { type Insertable, type Selectable, sql } from 'kysely'
import { recordUser } from '../../infrastructure/db/recorded-changes.ts'
import type { GarbageTable, UsersTable } from '../../infrastructure/db/schema.ts'
import type { Db, Trx } from '../../infrastructure/db/transact.ts'
import { insertGarbage } from './garbage.store.ts'

/**
 * Files deleted for good stay on the disk for another day. They do not count as used, but all bytes of an owner together
 * are limited to this multiple of the quota: everything can be replaced once a day.
 */
const DISK_FACTOR = 2

/**
 * Reserves `bytes` of the owner's quota, or returns false. `fallback` (bytes) is for owners without a quota of their own;
 * null is unlimited.
 */
export const reserve = (db: Db, ownerId: string, bytes: number, fallback: number | null): Promise<boolean> =>
  take(db, ownerId, bytes, fallback, 'reserved_bytes')

/** Counts `bytes` as used that the owner has not reserved, or returns false where the quota has too little left. */
export const charge = (db: Db, ownerId: string, bytes: number, fallback: number | null): Promise<boolean> =>
  take(db, ownerId, bytes, fallback, 'used_bytes')

/** A single conditional UPDATE, so that two calls at once cannot both take the last bytes. */
async function take(
  db: Db,
  ownerId: string,
  bytes: number,
  fallback: number | null,
  column: 'reserved_bytes' | 'used_bytes',
): Promise<boolean> {
  if (bytes === 0) return true
  if (column === 'used_bytes') recordUser(db, ownerId)
  const result = await db
    .updateTable('users')
    .set((eb) => ({ [column]: eb(column, '+', bytes) }))
    .where('id', '=', ownerId)
    .where('deleted_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb.and([
          eb(
            sql<number>`used_bytes + reserved_bytes`,
            '<=',
            sql<number>`coalesce(quota_bytes, ${fallback ?? 0}) - ${bytes}`,
          ),
          eb(
            sql<number>`used_bytes + reserved_bytes + garbage_bytes`,
            '<=',
            sql<number>`${DISK_FACTOR} * coalesce(quota_bytes, ${fallback ?? 0}) - ${bytes}`,
          ),
        ]),
        ...(fallback === null ? [eb('quota_bytes', 'is', null)] : []),
      ]),
    )
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Releases reserved bytes. */
export async function release(db: Db, ownerId: string, bytes: number): Promise<void> {
  await change(db, ownerId, { reserved: -bytes })
}

/** Turns reserved bytes into used ones. */
export async function settle(db: Db, ownerId: string, held: number, stored: number): Promise<void> {
  await change(db, ownerId, { reserved: -held, used: stored })
}

/** Subtracts bytes whose rows were deleted; `garbage` of them are contents that nothing refers to any more. */
export async function freed(db: Db, ownerId: string, bytes: number, garbage: number): Promise<void> {
  await change(db, ownerId, { used: -bytes, garbage })
}

/** Makes garbage of a blob that never counted as used. */
export async function discard(
  db: Db,
  row: Insertable<GarbageTable> & { owner_id: string; size: number },
): Promise<void> {
  await insertGarbage(db, row)
  await change(db, row.owner_id, { garbage: row.size })
}

/** Turns reserved bytes into garbage. The caller adds its rows. */
export async function discardReserved(db: Db, ownerId: string, bytes: number): Promise<void> {
  await change(db, ownerId, { reserved: -bytes, garbage: bytes })
}

/** Deletes the row of garbage whose blob was deleted. */
export async function collected(trx: Trx, blobId: string): Promise<void> {
  const gone = await trx
    .deleteFrom('garbage')
    .where('blob_id', '=', blobId)
    .returning(['owner_id', 'size'])
    .executeTakeFirst()
  if (gone?.owner_id) await change(trx, gone.owner_id, { garbage: -gone.size })
}

/** Bytes that may still be reserved; null when the owner has no limit. */
export async function available(db: Db, ownerId: string, fallback: number | null): Promise<number | null> {
  const user = await db
    .selectFrom('users')
    .select(['quota_bytes', 'used_bytes', 'reserved_bytes', 'garbage_bytes'])
    .where('id', '=', ownerId)
    .executeTakeFirst()
  return user ? roomOf(user, fallback) : 0
}

type QuotaColumns = Pick<Selectable<UsersTable>, 'quota_bytes' | 'used_bytes' | 'reserved_bytes' | 'garbage_bytes'>

/** Like `available`, of a row. */
export function roomOf(user: QuotaColumns, fallback: number | null): number | null {
  const limit = user.quota_bytes ?? fallback
  if (limit === null) return null
  const taken = user.used_bytes + user.reserved_bytes
  return Math.max(0, Math.min(limit - taken, DISK_FACTOR * limit - taken - user.garbage_bytes))
}

/** Whether the owner of a row may store this many bytes more. */
export const hasRoomFor = (user: QuotaColumns, bytes: number, fallback: number | null): boolean =>
  (roomOf(user, fallback) ?? Infinity) >= bytes

interface Change {
  readonly reserved?: number
  readonly used?: number
  readonly garbage?: number
}

async function change(db: Db, ownerId: string, { reserved = 0, used = 0, garbage = 0 }: Change): Promise<void> {
  if (reserved === 0 && used === 0 && garbage === 0) return
  if (used !== 0) recordUser(db, ownerId)
  await db
    .updateTable('users')
    .set((eb) => ({
      reserved_bytes: eb('reserved_bytes', '+', reserved),
      used_bytes: eb('used_bytes', '+', used),
      garbage_bytes: eb('garbage_bytes', '+', garbage),
    }))
    .where('id', '=', ownerId)
    .execute()
}
