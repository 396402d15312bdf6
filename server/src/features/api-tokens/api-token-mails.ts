import * as z from 'zod/mini'
import { hour, minute, second } from '../../infrastructure/clock.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { defineJob, handleJob, type JobHandler } from '../../infrastructure/jobs/job-definition.ts'
import type { Mail } from '../../infrastructure/mail/mailer.ts'
import { isPlainName } from '../../infrastructure/mail/plain-name.ts'
import { languageIn, textIn } from '../../infrastructure/messages/text-in.ts'
import { greeting } from '../auth/account-mails.ts'
import { findLocale, findUserById } from '../users/user.store.ts'

/** It has what is told of the token, which may be removed before the mail is sent. */
export const apiTokenMailJob = defineJob(
  'send-api-token-mail',
  z.object({ userId: z.string(), name: z.string(), prefix: z.string() }),
  { retries: 10, backoffMs: 30 * second, maxBackoffMs: 2 * hour, timeLimitMs: minute, concurrency: 4 },
)

type Deps = Pick<Infrastructure, 'db' | 'mailer' | 'settings'>

export const apiTokenJobs = ({ db, mailer, settings }: Deps): readonly JobHandler[] => [
  handleJob(apiTokenMailJob, async ({ userId, name, prefix }) => {
    const user = await findUserById(db, userId)
    if (!user) return
    const { 'app.name': app, 'app.locale': standard } = await settings.all()
    const locale = languageIn(await findLocale(db, userId), standard)
    const link = `${mailer.publicUrl}/user/settings/password`
    await mailer.send(apiTokenMail(user, { name, prefix }, { app, locale, link }))
  }),
]

interface Content {
  readonly app: string
  /** Absolute. */
  readonly link: string
  /** Of the recipient. */
  readonly locale: string
}

/** Whoever created the token chose its name, which is repeated only where it is a plain one. */
export function apiTokenMail(
  recipient: { readonly email: string; readonly name: string },
  { name, prefix }: { readonly name: string; readonly prefix: string },
  { app, link, locale }: Content,
): Mail {
  const text = textIn(locale)
  const token = isPlainName(name) ? text('mail.api_token.named', { name, prefix }) : prefix
  return {
    to: recipient.email,
    subject: text('mail.api_token.subject', { app }),
    text: text('mail.api_token.text', { greeting: greeting(recipient.name, text), token, link }),
    locale,
    action: { label: text('mail.api_token.button'), link },
  }
}
