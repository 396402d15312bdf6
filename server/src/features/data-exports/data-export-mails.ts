import * as z from 'zod/mini'
import { hour, minute, second } from '../../infrastructure/clock.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { defineJob, handleJob, type JobHandler } from '../../infrastructure/jobs/job-definition.ts'
import type { Mail } from '../../infrastructure/mail/mailer.ts'
import { languageIn, textIn } from '../../infrastructure/messages/text-in.ts'
import { greeting } from '../auth/account-mails.ts'
import type { NewNotification } from '../notifications/notification-service.ts'
import { findLocale, findUserById } from '../users/user.store.ts'

export const dataExportReady = (days: number): NewNotification => ({
  category: 'data-export',
  title: 'notification.data_export_ready.title',
  description: 'notification.data_export_ready.description',
  values: { days },
  action: { type: 'route', params: { route: 'Storage', id: null, button: 'notification.show_data_export' } },
  isMailed: true,
})

export const dataExportFailed: NewNotification = {
  category: 'data-export',
  title: 'notification.data_export_failed.title',
  description: 'notification.data_export_failed.description',
  action: { type: 'route', params: { route: 'Storage', id: null, button: 'notification.show_data_export' } },
}

export const dataExportMailJob = defineJob(
  'send-data-export-mail',
  z.object({ userId: z.string(), days: z.number() }),
  { retries: 10, backoffMs: 30 * second, maxBackoffMs: 2 * hour, timeLimitMs: minute, concurrency: 4 },
)

type Deps = Pick<Infrastructure, 'db' | 'mailer' | 'settings'>

export const dataExportMailJobs = ({ db, mailer, settings }: Deps): readonly JobHandler[] => [
  handleJob(dataExportMailJob, async ({ userId, days }) => {
    const user = await findUserById(db, userId)
    if (!user) return
    const { 'app.name': app, 'app.locale': standard } = await settings.all()
    const locale = languageIn(await findLocale(db, userId), standard)
    await mailer.send(dataExportMail(user, { app, locale, days, link: `${mailer.publicUrl}/user/settings/storage` }))
  }),
]

interface Content {
  readonly app: string
  /** For which the copy can be downloaded. */
  readonly days: number
  /** Absolute. The copy itself is for a session of the user only. */
  readonly link: string
  /** Of the recipient. */
  readonly locale: string
}

export function dataExportMail(
  { email, name }: { readonly email: string; readonly name: string },
  { app, days, link, locale }: Content,
): Mail {
  const text = textIn(locale)
  return {
    to: email,
    subject: text('mail.data_export.subject', { app }),
    text: text('mail.data_export.text', { greeting: greeting(name, text), app, days, link }),
    locale,
    action: { label: text('mail.data_export.button'), link },
  }
}
