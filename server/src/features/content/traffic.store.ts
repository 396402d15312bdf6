import type { DailyBytes } from '@holdall/api'
import { sql } from 'kysely'
import { day } from '../../infrastructure/clock.ts'
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

const SHOWN_DAYS = 45

const dayOf = (millis: number) => new Date(millis).toISOString().slice(0, 10)

interface TrafficSeries {
  /** Bytes of all days. */
  readonly total: number
  /** A record for each day in UTC, the oldest first. */
  readonly records: DailyBytes[]
}

/** Bytes of each of the last 45 days, of one account or, by default, of all. That of all reads the rows of all. */
export async function dailyTraffic(
  db: Db,
  nowMs: number,
  userId?: string,
): Promise<{ readonly upload: TrafficSeries; readonly download: TrafficSeries }> {
  const days = Array.from({ length: SHOWN_DAYS }, (_, index) => dayOf(nowMs - (SHOWN_DAYS - 1 - index) * day))
  const rows = await db
    .selectFrom('traffic')
    .select(({ fn }) => ['day', fn.sum<number>('uploaded').as('upload'), fn.sum<number>('downloaded').as('download')])
    .where('day', '>=', days[0]!)
    .$if(userId !== undefined, (q) => q.where('user_id', '=', userId!))
    .groupBy('day')
    .execute()
  const series = (which: 'upload' | 'download') => {
    const byDay = new Map(rows.map((row) => [row.day, Number(row[which])]))
    const records = days.map((at) => ({ created_at: `${at}T00:00:00.000Z`, bytes: byDay.get(at) ?? 0 }))
    return { total: records.reduce((sum, { bytes }) => sum + bytes, 0), records }
  }
  return { upload: series('upload'), download: series('download') }
}
