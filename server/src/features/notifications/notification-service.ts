import { MAX_NOTIFICATIONS, type Notification, NotificationAction, type NotificationCategory } from '@holdall/api'
import { onCommit, type Trx } from '../../infrastructure/db/transact.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { isAddressTrusted } from '../../infrastructure/mail/trusted-address.ts'
import { type MessageId, textIn } from '../../infrastructure/messages/text-in.ts'
import { notificationMailJob } from './notification-mail-jobs.ts'
import { deleteBeyond, findRecipient, insertNotification, type NotificationRow } from './notification.store.ts'
import { presentNotification } from './present-notification.ts'

type Button = { readonly button: MessageId }

export interface NewNotification {
  readonly category: NotificationCategory
  /** A message of the server. It stays in the database: an id that was used is not given to another text. */
  readonly title: MessageId
  readonly description: MessageId
  /** Of both messages. */
  readonly values?: Readonly<Record<string, string | number>>
  readonly action?:
    | { readonly type: 'invitation'; readonly params: { readonly id: string } }
    | { readonly type: 'route'; readonly params: Button & { readonly route: string; readonly id: string | null } }
    | { readonly type: 'url'; readonly params: Button & { readonly url: string; readonly target: 'blank' | null } }
  /** True where the user gets a mail about it in any case: no copy is sent. */
  readonly isMailed?: boolean
}

export interface Notifications {
  /** Tells a user something, once the transaction is committed. A deleted user is told nothing. */
  notify(trx: Trx, userId: string, notification: NewNotification): Promise<void>
}

export interface NotificationDeps extends Pick<
  Infrastructure,
  'clock' | 'db' | 'ids' | 'jobs' | 'log' | 'mailer' | 'settings'
> {
  /** Called after the commit, with the notification in the language of the user. */
  readonly published: (userId: string, notification: Notification) => void
}

export function createNotifications(deps: NotificationDeps): Notifications {
  const { clock, db, ids, jobs, log, mailer, settings, published } = deps

  /** In a statement of its own: a transaction that reads the others would conflict with each that adds one. */
  async function afterCommit(row: NotificationRow, locale: string | null): Promise<void> {
    await deleteBeyond(db, row.user_id, MAX_NOTIFICATIONS)
    const presented = presentNotification(row, textIn(locale, await settings.get('app.locale')))
    if (presented) published(row.user_id, presented)
  }

  return {
    async notify(trx, userId, { category, title, description, values = {}, action, isMailed = false }) {
      const recipient = await findRecipient(trx, userId)
      if (!recipient) return
      const isCopied = !isMailed && isAddressTrusted(mailer, recipient)
      const row: NotificationRow = {
        id: ids.next(),
        user_id: userId,
        category,
        title,
        description,
        message_values: JSON.stringify(values),
        // Checked here, because nobody could read the list of a user in which one is invalid.
        action: action ? JSON.stringify(NotificationAction.parse(action)) : null,
        is_digest_due: isCopied && recipient.notification_mails === 'daily' ? 1 : 0,
        created_at: clock.now(),
        read_at: null,
      }
      await insertNotification(trx, row)
      if (isCopied && recipient.notification_mails === 'instant') {
        await jobs.enqueue(trx, notificationMailJob, { id: row.id })
      }
      onCommit(trx, () => {
        afterCommit(row, recipient.locale).catch((error: unknown) => {
          log.warn({ err: error, userId }, 'a notification was stored, and what follows from it failed')
        })
      })
    },
  }
}
