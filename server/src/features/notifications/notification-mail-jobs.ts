import type { Notification } from '@holdall/api'
import * as z from 'zod/mini'
import { day, hour, minute, second } from '../../infrastructure/clock.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { defineJob, handleJob, type JobHandler } from '../../infrastructure/jobs/job-definition.ts'
import type { Mail } from '../../infrastructure/mail/mailer.ts'
import { unlinked } from '../../infrastructure/mail/plain-name.ts'
import { isAddressTrusted } from '../../infrastructure/mail/trusted-address.ts'
import { languageIn, type Text, textIn } from '../../infrastructure/messages/text-in.ts'
import {
  deleteNotificationsBefore,
  dueForDigest,
  endDigest,
  findNotification,
  findRecipient,
  usersWithDigest,
} from './notification.store.ts'
import { presentNotification, presentNotifications } from './present-notification.ts'

const mailing = { retries: 10, backoffMs: 30 * second, maxBackoffMs: 2 * hour, timeLimitMs: minute, concurrency: 4 }

/** A copy of one notification. */
export const notificationMailJob = defineJob('send-notification-mail', z.object({ id: z.string() }), mailing)
/** The copies of a day for one user. */
const digestMailJob = defineJob('send-notification-digest', z.object({ userId: z.string() }), mailing)
const digestsJob = defineJob('send-notification-digests', z.object({}))
const retentionJob = defineJob('delete-old-notifications', z.object({}))

const USERS_PER_TRANSACTION = 500

type Deps = Pick<Infrastructure, 'clock' | 'db' | 'jobs' | 'mailer' | 'settings' | 'transact' | 'transactBulk'>

export function notificationJobs(services: Deps): readonly JobHandler[] {
  const { clock, db, jobs, mailer, settings, transact, transactBulk } = services

  /** To a user whose address counts as theirs and who still wants these mails; undefined for others. */
  async function letterTo(userId: string, wanted: 'instant' | 'daily'): Promise<Letter | undefined> {
    const recipient = await findRecipient(db, userId)
    if (!recipient || !isAddressTrusted(mailer, recipient) || recipient.notification_mails !== wanted) return
    const { 'app.name': app, 'app.locale': standard } = await settings.all()
    const locale = languageIn(recipient.locale, standard)
    return { app, to: recipient.email, locale, text: textIn(locale), publicUrl: mailer.publicUrl }
  }

  return [
    handleJob(notificationMailJob, async ({ id }) => {
      const row = await findNotification(db, id)
      const letter = row && (await letterTo(row.user_id, 'instant'))
      const notification = letter && presentNotification(row, withUnlinkedNames(letter.text))
      if (notification) await mailer.send(oneMail(notification, letter))
    }),

    handleJob(
      digestsJob,
      async (_, { signal }) => {
        let last = ''
        do {
          signal.throwIfAborted()
          last = await transact(async (trx) => {
            const users = await usersWithDigest(trx, last, USERS_PER_TRANSACTION)
            for (const userId of users) await jobs.enqueue(trx, digestMailJob, { userId }, { key: userId })
            return users.at(-1) ?? ''
          })
        } while (last !== '')
      },
      { everyMs: day },
    ),

    handleJob(digestMailJob, async ({ userId }) => {
      const rows = await dueForDigest(db, userId)
      if (rows.length === 0) return
      const letter = await letterTo(userId, 'daily')
      const unread = rows.filter((row) => row.read_at === null)
      if (letter && unread.length > 0) {
        await mailer.send(digestMail(presentNotifications(unread, withUnlinkedNames(letter.text)), letter))
      }
      await endDigest(
        db,
        rows.map((row) => row.id),
      )
    }),

    handleJob(
      retentionJob,
      async () => {
        const before = clock.now() - (await settings.get('notifications.days')) * day
        await transactBulk((trx) => deleteNotificationsBefore(trx, before))
      },
      { everyMs: day },
    ),
  ]
}

/** In mails, names that other people chose are not links. */
const withUnlinkedNames =
  (text: Text): Text =>
  (id, values = {}) =>
    text(
      id,
      Object.fromEntries(
        Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? unlinked(value) : value]),
      ),
    )

interface Letter {
  readonly app: string
  readonly to: string
  /** Of the recipient. */
  readonly locale: string
  /** In this language. */
  readonly text: Text
  readonly publicUrl: string
}

export function oneMail({ attributes: { title, description } }: Notification, letter: Letter): Mail {
  const { app, text } = letter
  return letterOf(letter, text('mail.notification.subject', { title, app }), (rest) =>
    text('mail.notification.text', { ...rest, title, description }),
  )
}

export function digestMail(notifications: readonly Notification[], letter: Letter): Mail {
  const { app, text } = letter
  const list = notifications
    .map(({ attributes: { title, description } }) => `- ${title}\n  ${description}`)
    .join('\n\n')
  const subject = text('mail.notifications.subject', { count: notifications.length, app })
  return letterOf(letter, subject, (rest) => text('mail.notifications.text', { ...rest, list }))
}

/** What both kinds of mail have: who gets it, a button that opens the installation, and where it is turned off. */
function letterOf(
  { app, to, locale, text, publicUrl }: Letter,
  subject: string,
  textWith: (values: Record<'greeting' | 'app' | 'link' | 'settings', string>) => string,
): Mail {
  const link = `${publicUrl}/`
  const unsubscribeUrl = `${publicUrl}/user/profile`
  const settings = text('mail.notifications.settings', { link: unsubscribeUrl })
  return {
    to,
    locale,
    subject,
    text: textWith({ greeting: text('mail.greeting'), app, link, settings }),
    action: { label: text('mail.notifications.button', { app }), link },
    unsubscribeUrl,
  }
}
