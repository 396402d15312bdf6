import { recordNoActivity } from '../../infrastructure/db/recorded-activity.ts'
import { recordShares } from '../../infrastructure/db/recorded-changes.ts'
import type { Db, Trx } from '../../infrastructure/db/transact.ts'

/** Counts one download more, unless the link allows no further one: in one statement, so that no two are the last one. */
export async function takeDownload(trx: Trx, shareId: string): Promise<boolean> {
  const taken = await trx
    .updateTable('shares')
    .set((eb) => ({ downloads: eb('downloads', '+', 1) }))
    .where('id', '=', shareId)
    .where((eb) => eb.or([eb('download_limit', 'is', null), eb('downloads', '<', eb.ref('download_limit'))]))
    .returning(['owner_id', 'entry_id'])
    .executeTakeFirst()
  if (!taken) return false
  recordNoActivity(trx)
  recordShares(trx, taken.owner_id, [taken.entry_id])
  return true
}

export interface Visit {
  readonly shareId: string
  readonly visit: string
}

/** A counted download, of which `bytes` may still be sent; the bytes of an earlier one are added. */
export async function insertVisit(trx: Trx, { shareId, visit }: Visit, bytes: number, now: number): Promise<void> {
  await trx
    .insertInto('share_downloads')
    .values({ share_id: shareId, visit, counted_at: now, bytes_left: bytes })
    .onConflict((conflict) =>
      conflict.columns(['share_id', 'visit']).doUpdateSet((eb) => ({
        counted_at: now,
        bytes_left: eb('share_downloads.bytes_left', '+', bytes),
      })),
    )
    .execute()
}

/** Takes bytes of a counted download. Returns whether it has as many left. */
export async function takeBytes(trx: Trx, { shareId, visit }: Visit, bytes: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('share_downloads')
    .set((eb) => ({ bytes_left: eb('bytes_left', '-', bytes) }))
    .where('share_id', '=', shareId)
    .where('visit', '=', visit)
    .where('bytes_left', '>=', bytes)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Gives back what was taken and not sent. */
export async function returnBytes(trx: Trx, { shareId, visit }: Visit, bytes: number): Promise<void> {
  await trx
    .updateTable('share_downloads')
    .set((eb) => ({ bytes_left: eb('bytes_left', '+', bytes) }))
    .where('share_id', '=', shareId)
    .where('visit', '=', visit)
    .execute()
}

export async function deleteVisits(db: Db, until: number): Promise<void> {
  await db.deleteFrom('share_downloads').where('counted_at', '<=', until).execute()
}
