import { type Insertable, type Selectable, sql } from 'kysely'
import { recordUser } from '../../infrastructure/db/recorded-changes.ts'
import type { GarbageTable, UsersTable } from '../../infrastructure/db/schema.ts'
import type { Db, Trx } from '../../infrastructure/db/transact.ts'
import { refuse } from '../../infrastructure/errors/refusal.ts'
import type { Settings } from '../../infrastructure/settings/settings.ts'
import { insertGarbage } from './garbage.store.ts'

/**
 * Files deleted for good stay on the disk for another day. They do not count as used, but all bytes of an owner together
 * are limited to this multiple of the quota: everything can be replaced once a day.
 */
const DISK_FACTOR = 2

/**
 * Bytes that each entry, version, link and unfinished upload takes of the quota beside its content. The database keeps
 * several rows for each, so without a charge empty folders would take its disk without any limit.
 */
export const ITEM_BYTES = 1024

/** What is to be stored. */
export interface Amount {
  /** Of contents. */
  readonly bytes: number
  /** Entries, versions, links and unfinished uploads. */
  readonly items: number
}

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
  if (!(await take(db, ownerId, amount, limits, 'used_bytes'))) throw await fullStorage(db, ownerId, limits)
}

/** What to refuse with where nothing more can be taken of the quota of an owner. */
export async function fullStorage(db: Db, ownerId: string, { defaultQuota, maxItems }: StorageLimits) {
  const user = await findQuota(db, ownerId)
  const isUnlimited = user !== undefined && (user.quota_bytes ?? defaultQuota) === null
  return isUnlimited
    ? refuse('quota-exceeded', { text: 'error.quota-exceeded.entries', values: { entries: maxItems } })
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
            sql<number>`${used} + reserved_bytes + garbage_bytes`,
            '<=',
            sql<number>`${DISK_FACTOR} * ${limit} - ${needed}`,
          ),
        ]),
        ...(defaultQuota === null
          ? [eb.and([eb('quota_bytes', 'is', null), eb('item_count', '<=', maxItems - items)])]
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

/** Subtracts what was deleted; `garbage` bytes are contents that nothing refers to any more. */
export async function freed(db: Db, ownerId: string, { bytes, items }: Amount, garbage: number): Promise<void> {
  if (items > 1) recordUser(db, ownerId)
  await change(db, ownerId, { used: -bytes, garbage, items: -items })
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
  await insertGarbage(db, row)
  await change(db, row.owner_id, { garbage: row.size })
}

/** Turns what unfinished uploads have reserved into garbage. The caller adds its rows. */
export async function discardReserved(db: Db, ownerId: string, { bytes, items }: Amount): Promise<void> {
  await change(db, ownerId, { reserved: -bytes, garbage: bytes, items: -items })
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

const quotaColumns = ['quota_bytes', 'used_bytes', 'reserved_bytes', 'garbage_bytes', 'item_count'] as const

const findQuota = (db: Db, ownerId: string) =>
  db.selectFrom('users').select(quotaColumns).where('id', '=', ownerId).executeTakeFirst()

/** Bytes that may still be reserved; null when the owner has no limit. */
export async function available(db: Db, ownerId: string, fallback: number | null): Promise<number | null> {
  const user = await findQuota(db, ownerId)
  return user ? roomOf(user, fallback) : 0
}

type QuotaColumns = Pick<Selectable<UsersTable>, (typeof quotaColumns)[number]>

/** Like `available`, of a row. */
export function roomOf(user: QuotaColumns, fallback: number | null): number | null {
  const limit = user.quota_bytes ?? fallback
  if (limit === null) return null
  const taken = usedBytesOf(user) + user.reserved_bytes
  return Math.max(0, Math.min(limit - taken, DISK_FACTOR * limit - taken - user.garbage_bytes))
}

/** Whether the owner of a row may store this many bytes more. */
export const hasRoomFor = (user: QuotaColumns, bytes: number, fallback: number | null): boolean =>
  (roomOf(user, fallback) ?? Infinity) >= bytes

interface Change {
  readonly reserved?: number
  readonly used?: number
  readonly garbage?: number
  readonly items?: number
}

async function change(
  db: Db,
  ownerId: string,
  { reserved = 0, used: usedBytes = 0, garbage = 0, items = 0 }: Change,
): Promise<void> {
  if (reserved === 0 && usedBytes === 0 && garbage === 0 && items === 0) return
  if (usedBytes !== 0) recordUser(db, ownerId)
  await db
    .updateTable('users')
    .set((eb) => ({
      reserved_bytes: eb('reserved_bytes', '+', reserved),
      used_bytes: eb('used_bytes', '+', usedBytes),
      garbage_bytes: eb('garbage_bytes', '+', garbage),
      item_count: eb('item_count', '+', items),
    }))
    .where('id', '=', ownerId)
    .execute()
}
