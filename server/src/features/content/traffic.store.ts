import { sql } from 'kysely'
import type { Db } from '../../infrastructure/db/transact.ts'

export interface Downloaded {
  readonly ownerId: string
  /** In UTC, as `2026-11-22`. */
  readonly day: string
  readonly bytes: number
}

/** Adds to the downloaded bytes of each day. */
export async function addDownloaded(db: Db, rows: readonly Downloaded[]): Promise<void> {
  await db
    .insertInto('traffic')
    .values(rows.map(({ ownerId, day, bytes }) => ({ user_id: ownerId, day, uploaded: 0, downloaded: bytes })))
    .onConflict((c) =>
      c.columns(['user_id', 'day']).doUpdateSet({ downloaded: sql`traffic.downloaded + excluded.downloaded` }),
    )
    .execute()
}
