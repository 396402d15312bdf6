import { changePassword, confirmPassword, endOtherSessions, endSession, storageUsage, userSessions } from '@holdall/api'
import { browserLocale } from '../../http/browser-locale.ts'
import { handle, type Route } from '../../http/route.ts'
import { refuse, refuseSecret } from '../../infrastructure/errors/refusal.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { languageIn } from '../../infrastructure/messages/text-in.ts'
import { isPassword } from '../../infrastructure/passwords/passwords.ts'
import {
  confirmSession,
  deleteSessionOf,
  deleteSessionsOf,
  liveSessionsOf,
} from '../../infrastructure/sessions/session.store.ts'
import { dailyTraffic } from '../content/traffic.store.ts'
import type { Notifications } from '../notifications/notification-service.ts'
import { accountOf } from '../users/user.store.ts'
import { changePasswordOf } from './change-password.ts'
import { presentSession } from './present-session.ts'
import { presentStorageUsage } from './present-storage-usage.ts'
import { usedByType } from './storage-usage.store.ts'

type Deps = Pick<
  Infrastructure,
  'clock' | 'db' | 'jobs' | 'places' | 'sessions' | 'settings' | 'transact' | 'transactBulk'
> & {
  readonly notifications: Notifications
}

/** Each sign-in makes a session, so an account may have very many. */
const MAX_LISTED_SESSIONS = 100

/** The account of the caller: password, sessions, storage. */
export function accountRoutes(services: Deps): Route[] {
  const { clock, db, places, sessions, settings, transact, transactBulk } = services
  return [
    handle(changePassword, async ({ body }, { actor, request, reply }) => {
      const passwordVersion = await changePasswordOf(services, actor.userId, body)
      await sessions.begin({ id: actor.userId, passwordVersion }, 'full', request, reply)
      return {}
    }),

    handle(confirmPassword, async ({ body }, { actor }) => {
      const { user } = await accountOf(db, actor.userId)
      if (!(await isPassword(user.password_hash, body.password))) {
        throw refuseSecret('validation', { fields: { password: 'field.password.wrong' } })
      }
      // Ended since: by a change of the password, for example.
      if (!(await confirmSession(db, actor.sessionId, clock.now()))) throw refuse('unauthenticated')
      return {}
    }),

    handle(userSessions, async (_input, { actor, request }) => {
      const rows = await liveSessionsOf(db, actor.userId, clock.now(), MAX_LISTED_SESSIONS)
      const locale = languageIn(browserLocale(request), await settings.get('app.locale'))
      return { data: rows.map((row) => presentSession(row, actor.sessionId, places.placeOf(row.address, locale))) }
    }),

    handle(endSession, async ({ params }, { actor }) => {
      const isEnded = await transact((trx) => deleteSessionOf(trx, actor.userId, params.id))
      if (!isEnded) throw refuse('not-found')
      return {}
    }),

    handle(endOtherSessions, async (_input, { actor }) => {
      await transactBulk((trx) => deleteSessionsOf(trx, actor.userId, actor.sessionId))
      return {}
    }),

    handle(storageUsage, async (_input, { actor: { userId } }) => {
      const { user } = await accountOf(db, userId)
      const [types, traffic] = await Promise.all([usedByType(db, userId), dailyTraffic(db, clock.now(), userId)])
      const capacity = user.quota_bytes ?? (await settings.get('storage.default_quota_bytes'))
      const stored = { bytes: user.used_bytes, items: user.item_count }
      return { data: presentStorageUsage({ userId, stored, reserved: user.reserved_bytes, capacity, types, traffic }) }
    }),
  ]
}
