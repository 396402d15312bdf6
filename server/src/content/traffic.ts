import { sql } from 'kysely'
import type { Services } from '../services.ts'

type Deps = Pick<Services, 'db' | 'clock' | 'log'>

/** Milliseconds after which counted bytes reach the database: a page of pictures is one write, not fifty. */
const PAUSE = 1000

/** Counts what goes out, per owner and day. What a killed process had not written yet is lost: it is a chart's matter. */
export function createTraffic({ db, clock, log }: Deps): { downloaded(ownerId: string, bytes: number): void } {
  let waiting = new Map<string, { ownerId: string; day: string; bytes: number }>()
  let timer: NodeJS.Timeout | undefined

  async function flush() {
    timer = undefined
    const rows = [...waiting.values()]
    waiting = new Map()
    await db
      .insertInto('traffic')
      .values(rows.map(({ ownerId, day, bytes }) => ({ user_id: ownerId, day, uploaded: 0, downloaded: bytes })))
      .onConflict((c) =>
        c.columns(['user_id', 'day']).doUpdateSet({ downloaded: sql`traffic.downloaded + excluded.downloaded` }),
      )
      .execute()
  }

  return {
    downloaded(ownerId, bytes) {
      if (bytes === 0) return
      const day = new Date(clock.now()).toISOString().slice(0, 10)
      const row = waiting.get(`${ownerId} ${day}`)
      waiting.set(`${ownerId} ${day}`, { ownerId, day, bytes: bytes + (row?.bytes ?? 0) })
      timer ??= setTimeout(() => {
        flush().catch((error: unknown) => log.warn({ err: error }, 'downloaded bytes could not be counted'))
      }, PAUSE).unref()
    },
  }
}
