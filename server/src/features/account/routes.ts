import { storageUsage } from '@holdall/api'
import { handle, type Route } from '../../http/route.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { dailyTraffic } from '../content/traffic.store.ts'
import { accountOf } from '../users/user.store.ts'
import { presentStorageUsage } from './present-storage-usage.ts'
import { usedByType } from './storage-usage.store.ts'

type Deps = Pick<Infrastructure, 'clock' | 'db' | 'settings'>

/** The account of the caller: its storage. */
export function accountRoutes({ clock, db, settings }: Deps): Route[] {
  return [
    handle(storageUsage, async (_input, { actor: { userId } }) => {
      const { user } = await accountOf(db, userId)
      const [types, traffic] = await Promise.all([usedByType(db, userId), dailyTraffic(db, clock.now(), userId)])
      const capacity = user.quota_bytes ?? (await settings.get('storage.default_quota_bytes'))
      return { data: presentStorageUsage({ userId, used: user.used_bytes, capacity, types, traffic }) }
    }),
  ]
}
