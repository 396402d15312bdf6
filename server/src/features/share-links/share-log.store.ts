import { MAX_SHARE_EVENTS, type ShareEventKind } from '@holdall/api'
import type { Selectable } from 'kysely'
import type { ShareEventsTable } from '../../infrastructure/db/activity-tables.ts'
import type { Db } from '../../infrastructure/db/transact.ts'

export type ShareEventRow = Selectable<ShareEventsTable>

/** The newest first; at most `MAX_SHARE_EVENTS` on all pages. */
export function pageOfShareEvents(
  db: Db,
  shareId: string,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<ShareEventRow[]> {
  return db
    .selectFrom('share_events')
    .selectAll()
    .where('share_id', '=', shareId)
    .orderBy('id', 'desc')
    .limit(Math.max(0, Math.min(limit, MAX_SHARE_EVENTS - offset)))
    .offset(offset)
    .execute()
}

export async function countShareEvents(db: Db, shareId: string): Promise<number> {
  const kept = db.selectFrom('share_events').select('id').where('share_id', '=', shareId).limit(MAX_SHARE_EVENTS)
  const { n } = await db
    .selectFrom(kept.as('kept'))
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** Since the link was made. */
export async function shareCountsOf(db: Db, shareId: string): Promise<Record<ShareEventKind, number>> {
  const counts = await db
    .selectFrom('share_counts')
    .select(['opened', 'downloaded', 'uploaded'])
    .where('share_id', '=', shareId)
    .executeTakeFirst()
  return counts ?? { opened: 0, downloaded: 0, uploaded: 0 }
}
