import type { Notification } from '@holdall/api'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { textIn } from '../../infrastructure/messages/text-in.ts'
import { newestRead, newestUnread } from './notification.store.ts'
import { presentNotifications } from './present-notification.ts'

/** How many of each come with the account. */
const MAX_WITH_USER = 20

/** The newest notifications of a user, as they come with the account. `locales`: of the reader, the first that there is. */
export async function readNotificationsOf(
  { db, settings }: Pick<Infrastructure, 'db' | 'settings'>,
  userId: string,
  locales: readonly (string | null)[],
): Promise<{ readonly read: Notification[]; readonly unread: Notification[] }> {
  const text = textIn(...locales, await settings.get('app.locale'))
  const [read, unread] = await Promise.all([
    newestRead(db, userId, MAX_WITH_USER),
    newestUnread(db, userId, MAX_WITH_USER),
  ])
  return { read: presentNotifications(read, text), unread: presentNotifications(unread, text) }
}
