import * as z from 'zod/mini'
import { hour, minute, second } from '../../infrastructure/clock.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { defineJob, handleJob, type JobHandler } from '../../infrastructure/jobs/job-definition.ts'
import type { Mail } from '../../infrastructure/mail/mailer.ts'
import { languageIn, textIn } from '../../infrastructure/messages/text-in.ts'

export const contactMailJob = defineJob(
  'send-contact-mail',
  z.object({ name: z.string(), email: z.string(), message: z.string() }),
  { retries: 10, backoffMs: 30 * second, maxBackoffMs: 2 * hour, timeLimitMs: minute, concurrency: 2 },
)

type Deps = Pick<Infrastructure, 'mailer' | 'settings'>

export const contactJobs = ({ mailer, settings }: Deps): readonly JobHandler[] => [
  handleJob(contactMailJob, async (message) => {
    const { 'app.name': app, 'app.locale': standard, 'app.contact_email': to } = await settings.all()
    // The operator has removed the address in the meantime.
    if (to === null) return
    await mailer.send(contactMail(message, { to, app, locale: languageIn(standard) }))
  }),
]

interface Message {
  /** May be empty. */
  readonly name: string
  readonly email: string
  readonly message: string
}

interface Receiver {
  readonly to: string
  readonly app: string
  readonly locale: string
}

/** Answers go to the visitor; the sender stays the installation, whose domain the receiver's mail server checks. */
export const contactMail = ({ name, email, message }: Message, { to, app, locale }: Receiver): Mail => {
  const text = textIn(locale)
  const sender = name === '' ? email : `${name} (${email})`
  return {
    to,
    replyTo: email,
    subject: text('mail.contact.subject', { app }),
    text: `${text('mail.contact.text', { sender, app })}\n\n${message}`,
    locale,
  }
}
