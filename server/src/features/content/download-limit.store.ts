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

export async function insertVisit(trx: Trx, shareId: string, visit: string, now: number): Promise<void> {
  await trx
    .insertInto('share_downloads')
    .values({ share_id: shareId, visit, counted_at: now })
    .onConflict((conflict) => conflict.columns(['share_id', 'visit']).doUpdateSet({ counted_at: now }))
    .execute()
}

export async function isCounted(db: Db, shareId: string, visit: string): Promise<boolean> {
  const found = await db
    .selectFrom('share_downloads')
    .select('visit')
    .where('share_id', '=', shareId)
    .where('visit', '=', visit)
    .executeTakeFirst()
  return found !== undefined
}

export async function deleteVisits(db: Db, until: number): Promise<void> {
  await db.deleteFrom('share_downloads').where('counted_at', '<=', until).execute()
}
