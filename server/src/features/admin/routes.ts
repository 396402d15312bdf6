import { statfs } from 'node:fs/promises'
import { adminDashboard, newUsers } from '@holdall/api'
import { day } from '../../infrastructure/clock.ts'
import { readInBackground } from '../../infrastructure/db/transact.ts'
import { databaseVersion } from '../../infrastructure/db/database-status.ts'
import { handle, type Route } from '../../http/route.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { countEntries, countShares, countUsers, newestUsers, trafficSince } from './dashboard.store.ts'

const shownDays = 45
const dayOf = (millis: number) => new Date(millis).toISOString().slice(0, 10)

async function freeBytes(folder: string): Promise<number | null> {
  try {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  } catch {
    return null
  }
}

type Deps = Pick<Infrastructure, 'clock' | 'config' | 'db' | 'engine' | 'startedAt'>

export function adminRoutes({ db, engine, clock, config, startedAt }: Deps): Route[] {
  return [
    handle(adminDashboard, async () => {
      const now = clock.now()
      const days = Array.from({ length: shownDays }, (_, index) => dayOf(now - (shownDays - 1 - index) * day))
      // Each goes through all rows of its table.
      const [{ used, ...users }, traffic, files, shares] = await readInBackground(() =>
        Promise.all([countUsers(db), trafficSince(db, days[0]!), countEntries(db), countShares(db, now)]),
      )
      const series = (which: 'uploaded' | 'downloaded') => {
        const records = days.map((at) => ({
          created_at: `${at}T00:00:00.000Z`,
          bytes: traffic.get(at)?.[which] ?? 0,
        }))
        return { total: records.reduce((sum, record) => sum + record.bytes, 0), records }
      }
      const attributes = {
        users,
        files,
        shares,
        disk: {
          used,
          free: await freeBytes(config.dataDir),
          upload: series('uploaded'),
          download: series('downloaded'),
        },
        app: {
          version: config.version,
          node: process.versions.node,
          database: await databaseVersion(db, engine),
          storage: config.dataDir,
          started_at: new Date(startedAt).toISOString(),
        },
      }
      return { data: { id: 'dashboard' as const, type: 'dashboard' as const, attributes } }
    }),

    handle(newUsers, async () => ({
      data: (await readInBackground(() => newestUsers(db))).map(
        ({ id, name, email, role, created_at, used_bytes }) => ({
          id,
          type: 'user' as const,
          attributes: { name, email, role, created_at: new Date(created_at).toISOString(), used: used_bytes },
        }),
      ),
    })),
  ]
}
