import { browseNotifications, clearNotifications, readNotifications, removeNotification } from '@holdall/api'
import { browserLocale } from '../../http/browser-locale.ts'
import { handle, type Route } from '../../http/route.ts'
import { refuse } from '../../infrastructure/errors/refusal.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { textIn } from '../../infrastructure/messages/text-in.ts'
import { pageBounds } from '../entries/browse-folder.ts'
import { paginate } from '../entries/present-entry.ts'
import {
  countNotifications,
  deleteNotification,
  deleteNotifications,
  findRecipient,
  markRead,
  pageOfNotifications,
} from './notification.store.ts'
import { presentNotifications } from './present-notification.ts'

type Deps = Pick<Infrastructure, 'clock' | 'db' | 'settings'>

export function notificationsRoutes({ clock, db, settings }: Deps): Route[] {
  return [
    handle(browseNotifications, async ({ query }, { actor: { userId }, request }) => {
      const { page, perPage, offset, limit } = pageBounds(query)
      const recipient = await findRecipient(db, userId)
      const text = textIn(recipient?.locale ?? null, browserLocale(request), await settings.get('app.locale'))
      const [rows, { total, unread }] = await Promise.all([
        pageOfNotifications(db, userId, { offset, limit }),
        countNotifications(db, userId),
      ])
      const shown = rows.length
      return {
        data: presentNotifications(rows, text),
        meta: { paginate: paginate({ shown, total, page, perPage }), unread },
      }
    }),

    handle(readNotifications, async ({ body }, { actor }) => {
      await markRead(db, actor.userId, body.ids, clock.now())
      return {}
    }),

    handle(clearNotifications, async (_input, { actor }) => {
      await deleteNotifications(db, actor.userId)
      return {}
    }),

    handle(removeNotification, async ({ params }, { actor }) => {
      if (!(await deleteNotification(db, actor.userId, params.id))) throw refuse('not-found')
      return {}
    }),
  ]
}
