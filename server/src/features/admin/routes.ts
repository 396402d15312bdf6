import { usedBytesOf } from '../storage/quota.store.ts'
import { statfs } from 'node:fs/promises'
import { adminDashboard, newUsers } from '@holdall/api'
import { readInBackground } from '../../infrastructure/db/transact.ts'
import { databaseVersion } from '../../infrastructure/db/database-status.ts'
import { handle, type Route } from '../../http/route.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { readAvatars } from '../avatars/read-avatars.ts'
import { dailyTraffic } from '../content/traffic.store.ts'
import { countEntries, countShares, countUsers, newestUsers } from './dashboard.store.ts'

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
      // There may be very many accounts, days with traffic, and links.
      const [{ used, ...users }, traffic, files, shares] = await readInBackground(() =>
        Promise.all([countUsers(db), dailyTraffic(db, now), countEntries(db), countShares(db, now)]),
      )
      const attributes = {
        users,
        files,
        shares,
        disk: {
          used,
          free: await freeBytes(config.dataDir),
          upload: traffic.upload,
          download: traffic.download,
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

    handle(newUsers, async () => {
      const users = await readInBackground(() => newestUsers(db))
      const avatars = await readAvatars(
        db,
        users.map(({ id }) => id),
      )
      return {
        data: users.map(({ id, name, email, role, color, created_at, ...stored }) => ({
          id,
          type: 'user' as const,
          attributes: {
            name,
            email,
            role,
            avatar: avatars.get(id) ?? null,
            color,
            created_at: new Date(created_at).toISOString(),
            used: usedBytesOf(stored),
          },
        })),
      }
    }),
  ]
}
