import * as z from 'zod/mini'
import { hour, minute, second } from '../../infrastructure/clock.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { defineJob, handleJob, type JobHandler } from '../../infrastructure/jobs/job-definition.ts'
import type { Mail } from '../../infrastructure/mail/mailer.ts'
import { languageIn, textIn } from '../../infrastructure/messages/text-in.ts'
import { greeting } from '../auth/account-mails.ts'
import type { NewNotification } from '../notifications/notification-service.ts'
import { findLocale, findUserById } from '../users/user.store.ts'

/** `refused`: its device has been copied, by what it counts. */
const PasskeyEvent = z.enum(['added', 'removed', 'refused'])
export type PasskeyEvent = z.infer<typeof PasskeyEvent>

export const passkeyNotification = (event: PasskeyEvent, name: string): NewNotification => ({
  category: 'security',
  title: `notification.passkey_${event}.title`,
  description: `notification.passkey_${event}.description`,
  values: { name },
  action: { type: 'route', params: { route: 'Security', id: null, button: 'notification.show_passkeys' } },
  isMailed: true,
})

export const passkeyMailJob = defineJob('send-passkey-mail', z.object({ userId: z.string(), event: PasskeyEvent }), {
  retries: 10,
  backoffMs: 30 * second,
  maxBackoffMs: 2 * hour,
  timeLimitMs: minute,
  concurrency: 4,
})

type Deps = Pick<Infrastructure, 'db' | 'mailer' | 'settings'>

export const passkeyMailJobs = ({ db, mailer, settings }: Deps): readonly JobHandler[] => [
  handleJob(passkeyMailJob, async ({ userId, event }) => {
    const user = await findUserById(db, userId)
    if (!user) return
    const { 'app.name': app, 'app.locale': standard } = await settings.all()
    const locale = languageIn(await findLocale(db, userId), standard)
    await mailer.send(passkeyMail(event, user, { app, locale, link: `${mailer.publicUrl}/user/settings/password` }))
  }),
]

interface Recipient {
  readonly email: string
  readonly name: string
}

interface Content {
  readonly app: string
  /** Absolute. */
  readonly link: string
  /** Of the recipient. */
  readonly locale: string
}

/** Does not repeat the name of the passkey, which may be chosen by whoever has the session. */
export function passkeyMail(event: PasskeyEvent, { email, name }: Recipient, { app, link, locale }: Content): Mail {
  const text = textIn(locale)
  return {
    to: email,
    subject: text(`mail.passkey_${event}.subject`, { app }),
    text: text(`mail.passkey_${event}.text`, { greeting: greeting(name, text), app, link }),
    locale,
    action: { label: text('mail.security_settings'), link },
  }
}
