import { type Insertable, type Selectable, sql } from 'kysely'
import { recordUser } from '../../infrastructure/db/recorded-changes.ts'
import type { GarbageTable } from '../../infrastructure/db/content-tables.ts'
import type { UsersTable } from '../../infrastructure/db/schema.ts'
import type { Db, Trx } from '../../infrastructure/db/transact.ts'
import { refuse } from '../../infrastructure/errors/refusal.ts'
import type { Settings } from '../../infrastructure/settings/settings.ts'
import { insertGarbage } from './garbage.store.ts'

/**
 * Files deleted for good stay on the disk for another day. They do not count as used, but all bytes and items of an owner
 * together are limited to this multiple of the quota: everything can be replaced once a day.
 */
const DISK_FACTOR = 2

/**
 * Bytes that each entry, version, link and unfinished upload takes of the quota beside its content, and each deleted
 * content until it is collected. The database keeps several rows for each, and the disk at least a block and an inode for
 * each content, so without a charge empty folders and tiny files would take them without any limit.
 */
export const ITEM_BYTES = 1024

/** What is to be stored. */
export interface Amount {
  /** Of contents. */
  readonly bytes: number
  /** Entries, versions, links and unfinished uploads. */
  readonly items: number
}

const NOTHING: Amount = { bytes: 0, items: 0 }

/** Limits of owners without a quota of their own. */
export interface StorageLimits {
  /** Null is unlimited. */
  readonly defaultQuota: number | null
  /** Items that owners without any quota may have. */
  readonly maxItems: number
}

export async function storageLimits(settings: Settings): Promise<StorageLimits> {
  const { 'storage.default_quota_bytes': defaultQuota, 'files.max_entries': maxItems } = await settings.all()
  return { defaultQuota, maxItems }
}

/** Bytes of the quota that an amount takes. */
export const quotaBytesOf = ({ bytes, items }: Amount): number => bytes + ITEM_BYTES * items

/** Bytes of the quota that an account uses. */
export const usedBytesOf = (user: Pick<QuotaColumns, 'used_bytes' | 'item_count'>): number =>
  quotaBytesOf({ bytes: user.used_bytes, items: user.item_count })

const used = sql<number>`used_bytes + ${sql.lit(ITEM_BYTES)} * item_count`
const garbage = sql<number>`garbage_bytes + ${sql.lit(ITEM_BYTES)} * garbage_count`

/** Bytes of quota that all accounts of the query use. */
export const sumOfUsedBytes = sql<number>`sum(${used})`

/**
 * Reserves bytes of the owner's quota for an upload, or returns false. The first reservation of an upload has its item;
 * later ones have none.
 */
export const reserve = (db: Db, ownerId: string, amount: Amount, limits: StorageLimits): Promise<boolean> =>
  take(db, ownerId, amount, limits, 'reserved_bytes')

/** Counts as used what the owner has not reserved. Throws `quota-exceeded` where too little is left. */
export async function charge(db: Db, ownerId: string, amount: Amount, limits: StorageLimits): Promise<void> {
  if (!(await take(db, ownerId, amount, limits, 'used_bytes'))) throw await fullStorage(db, ownerId, amount, limits)
}

/** What to refuse with where an amount cannot be taken of the quota of an owner. */
export async function fullStorage(db: Db, ownerId: string, amount: Amount, limits: StorageLimits) {
  const user = await findQuota(db, ownerId)
  if (!user) return refuse('quota-exceeded')
  const isUnlimited = (user.quota_bytes ?? limits.defaultQuota) === null
  const hasRoom = isUnlimited
    ? user.item_count + amount.items <= limits.maxItems
    : (roomOf({ ...user, garbage_bytes: 0, garbage_count: 0 }, limits.defaultQuota) ?? 0) >= quotaBytesOf(amount)
  // Deleting more would not help.
  if (hasRoom) return refuse('quota-exceeded', { text: 'error.quota-exceeded.deleted' })
  return isUnlimited
    ? refuse('quota-exceeded', { text: 'error.quota-exceeded.entries', values: { entries: limits.maxItems } })
    : refuse('quota-exceeded')
}

/** A single conditional UPDATE, so that two calls at once cannot both take the last bytes. */
async function take(
  db: Db,
  ownerId: string,
  { bytes, items }: Amount,
  { defaultQuota, maxItems }: StorageLimits,
  column: 'reserved_bytes' | 'used_bytes',
): Promise<boolean> {
  if (bytes === 0 && items === 0) return true
  // One folder or link more is not published: pages show rounded sizes.
  if (column === 'used_bytes' && (bytes !== 0 || items > 1)) recordUser(db, ownerId)
  const needed = quotaBytesOf({ bytes, items })
  const limit = sql<number>`coalesce(quota_bytes, ${defaultQuota ?? 0})`
  const result = await db
    .updateTable('users')
    .set((eb) => ({ [column]: eb(column, '+', bytes), item_count: eb('item_count', '+', items) }))
    .where('id', '=', ownerId)
    .where('deleted_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb.and([
          eb(sql<number>`${used} + reserved_bytes`, '<=', sql<number>`${limit} - ${needed}`),
          eb(
            sql<number>`${used} + reserved_bytes + ${garbage}`,
            '<=',
            sql<number>`${DISK_FACTOR} * ${limit} - ${needed}`,
          ),
        ]),
        ...(defaultQuota === null
          ? [
              eb.and([
                eb('quota_bytes', 'is', null),
                eb('item_count', '<=', maxItems - items),
                eb(sql<number>`item_count + garbage_count`, '<=', DISK_FACTOR * maxItems - items),
              ]),
            ]
          : []),
      ]),
    )
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Releases reserved bytes, with the item of an upload that ends. */
export async function release(db: Db, ownerId: string, { bytes, items }: Amount): Promise<void> {
  await change(db, ownerId, { reserved: -bytes, items: -items })
}

/** Turns reserved bytes into used ones. The item of the upload is that of its file or version from now on. */
export async function settle(db: Db, ownerId: string, held: number, stored: number): Promise<void> {
  await change(db, ownerId, { reserved: -held, used: stored })
}

/** Subtracts what was deleted; `orphaned` are contents that nothing refers to any more. */
export async function freed(db: Db, ownerId: string, { bytes, items }: Amount, orphaned = NOTHING): Promise<void> {
  if (items > 1) recordUser(db, ownerId)
  await change(db, ownerId, { used: -bytes, items: -items, garbage: orphaned })
}

/** Counts what an owner has got without being refused, such as a folder that was a team folder; negative amounts are lost. */
export async function shift(db: Db, ownerId: string, { bytes, items }: Amount): Promise<void> {
  await change(db, ownerId, { used: bytes, items })
}

/** Makes garbage of a blob that never counted as used. */
export async function discard(
  db: Db,
  row: Insertable<GarbageTable> & { owner_id: string; size: number },
): Promise<void> {
  await change(db, row.owner_id, { garbage: await insertGarbage(db, [row]) })
}

/** Turns what unfinished uploads have reserved into garbage. The caller adds its rows. */
export async function discardReserved(db: Db, ownerId: string, { bytes, items }: Amount): Promise<void> {
  await change(db, ownerId, { reserved: -bytes, items: -items, garbage: { bytes, items } })
}

/** Deletes the row of garbage whose blob was deleted. */
export async function collected(trx: Trx, blobId: string): Promise<void> {
  const gone = await trx
    .deleteFrom('garbage')
    .where('blob_id', '=', blobId)
    .returning(['owner_id', 'size'])
    .executeTakeFirst()
  if (gone?.owner_id) await change(trx, gone.owner_id, { garbage: { bytes: -gone.size, items: -1 } })
}

/** What `roomOf` reads. */
export const quotaColumns = [
  'users.quota_bytes',
  'users.used_bytes',
  'users.reserved_bytes',
  'users.item_count',
  'users.garbage_bytes',
  'users.garbage_count',
] as const

const findQuota = (db: Db, ownerId: string) =>
  db.selectFrom('users').select(quotaColumns).where('id', '=', ownerId).executeTakeFirst()

/** Bytes that may still be reserved; null when the owner has no limit. */
export async function available(db: Db, ownerId: string, fallback: number | null): Promise<number | null> {
  const user = await findQuota(db, ownerId)
  return user ? roomOf(user, fallback) : 0
}

type QuotaColumns = Pick<
  Selectable<UsersTable>,
  'quota_bytes' | 'used_bytes' | 'reserved_bytes' | 'item_count' | 'garbage_bytes' | 'garbage_count'
>

/** Like `available`, of a row. */
export function roomOf(user: QuotaColumns, fallback: number | null): number | null {
  const limit = user.quota_bytes ?? fallback
  if (limit === null) return null
  const taken = usedBytesOf(user) + user.reserved_bytes
  const deleted = quotaBytesOf({ bytes: user.garbage_bytes, items: user.garbage_count })
  return Math.max(0, Math.min(limit - taken, DISK_FACTOR * limit - taken - deleted))
}

/** Whether the owner of a row may store this many bytes more. */
export const hasRoomFor = (user: QuotaColumns, bytes: number, fallback: number | null): boolean =>
  (roomOf(user, fallback) ?? Infinity) >= bytes

interface Change {
  readonly reserved?: number
  readonly used?: number
  readonly items?: number
  readonly garbage?: Amount
}

async function change(
  db: Db,
  ownerId: string,
  { reserved = 0, used: usedBytes = 0, items = 0, garbage: { bytes, items: contents } = NOTHING }: Change,
): Promise<void> {
  if ([reserved, usedBytes, items, bytes, contents].every((each) => each === 0)) return
  if (usedBytes !== 0) recordUser(db, ownerId)
  await db
    .updateTable('users')
    .set((eb) => ({
      reserved_bytes: eb('reserved_bytes', '+', reserved),
      used_bytes: eb('used_bytes', '+', usedBytes),
      item_count: eb('item_count', '+', items),
      garbage_bytes: eb('garbage_bytes', '+', bytes),
      garbage_count: eb('garbage_count', '+', contents),
    }))
    .where('id', '=', ownerId)
    .execute()
}
