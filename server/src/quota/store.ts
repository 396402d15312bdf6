import { sql } from 'kysely'
import type { Db } from '../db/transact.ts'

/**
 * Holds `bytes` of the owner's quota, or answers false. One conditional UPDATE: two uploads that race for the last
 * bytes cannot both pass. `fallback` (bytes) counts for owners without a quota of their own; null is unlimited.
 */
export async function reserve(db: Db, ownerId: string, bytes: number, fallback: number | null): Promise<boolean> {
  if (bytes === 0) return true
  const result = await db
    .updateTable('users')
    .set((eb) => ({ reserved_bytes: eb('reserved_bytes', '+', bytes) }))
    .where('id', '=', ownerId)
    .where('deleted_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb(
          sql<number>`used_bytes + reserved_bytes`,
          '<=',
          sql<number>`coalesce(quota_bytes, ${fallback ?? 0}) - ${bytes}`,
        ),
        ...(fallback === null ? [eb('quota_bytes', 'is', null)] : []),
      ]),
    )
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Gives held bytes back. */
export async function release(db: Db, ownerId: string, bytes: number): Promise<void> {
  await change(db, ownerId, { reserved: -bytes, used: 0 })
}

/** Turns held bytes into used ones; `replaced` are those of the content that made way. */
export async function settle(db: Db, ownerId: string, held: number, stored: number, replaced = 0): Promise<void> {
  await change(db, ownerId, { reserved: -held, used: stored - replaced })
}

/** Bytes whose rows were deleted. */
export async function freed(db: Db, ownerId: string, bytes: number): Promise<void> {
  await change(db, ownerId, { reserved: 0, used: -bytes })
}

/** Bytes that are neither used nor promised; null when the owner has no limit. */
export async function available(db: Db, ownerId: string, fallback: number | null): Promise<number | null> {
  const user = await db
    .selectFrom('users')
    .select(['quota_bytes', 'used_bytes', 'reserved_bytes'])
    .where('id', '=', ownerId)
    .executeTakeFirst()
  if (!user) return 0
  const limit = user.quota_bytes ?? fallback
  return limit === null ? null : Math.max(0, limit - user.used_bytes - user.reserved_bytes)
}

async function change(db: Db, ownerId: string, by: { reserved: number; used: number }): Promise<void> {
  if (by.reserved === 0 && by.used === 0) return
  await db
    .updateTable('users')
    .set((eb) => ({
      reserved_bytes: eb('reserved_bytes', '+', by.reserved),
      used_bytes: eb('used_bytes', '+', by.used),
    }))
    .where('id', '=', ownerId)
    .execute()
}
