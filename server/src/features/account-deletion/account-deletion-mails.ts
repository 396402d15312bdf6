import * as z from 'zod/mini'
import { hour, minute, second } from '../../infrastructure/clock.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { defineJob, handleJob, type JobHandler } from '../../infrastructure/jobs/job-definition.ts'
import type { Mail } from '../../infrastructure/mail/mailer.ts'
import { languageIn, textIn } from '../../infrastructure/messages/text-in.ts'
import type { Trx } from '../../infrastructure/db/transact.ts'
import { findLocale } from '../users/user.store.ts'
import { greeting } from '../auth/account-mails.ts'

const events = ['requested', 'canceled', 'done'] as const

/** Has all that the mail says: the account may be gone when it is sent. */
export const deletionMailJob = defineJob(
  'send-account-deletion-mail',
  z.object({
    to: z.string(),
    name: z.string(),
    locale: z.nullable(z.string()),
    event: z.enum(events),
    deletesAtMs: z.number(),
  }),
  { retries: 10, backoffMs: 30 * second, maxBackoffMs: 2 * hour, timeLimitMs: minute, concurrency: 4 },
)

interface Content {
  readonly app: string
  readonly locale: string
  /** Absolute. */
  readonly link: string
  readonly deletesAtMs: number
}

export function deletionMail(
  event: (typeof events)[number],
  { email, name }: { readonly email: string; readonly name: string },
  { app, locale, link, deletesAtMs }: Content,
): Mail {
  const text = textIn(locale)
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(deletesAtMs)
  return {
    to: email,
    subject: text(`mail.account_deletion_${event}.subject`, { app }),
    text: text(`mail.account_deletion_${event}.text`, { greeting: greeting(name, text), link, date, app }),
    locale,
    ...(event !== 'done' && {
      action: {
        label: text(event === 'requested' ? 'mail.account_deletion_requested.button' : 'mail.sign_in'),
        link,
      },
    }),
  }
}

export const deletionMailJobs = ({
  mailer,
  settings,
}: Pick<Infrastructure, 'mailer' | 'settings'>): readonly JobHandler[] => [
  handleJob(deletionMailJob, async ({ to, name, locale, event, deletesAtMs }) => {
    const { 'app.name': app, 'app.locale': standard } = await settings.all()
    const content = { app, locale: languageIn(locale, standard), link: `${mailer.publicUrl}/sign-in`, deletesAtMs }
    await mailer.send(deletionMail(event, { email: to, name }, content))
  }),
]

/** The payload of the job, about an account that is still there. */
export const mailOf = async (
  trx: Trx,
  user: { readonly id: string; readonly email: string; readonly name: string },
  event: (typeof events)[number],
  deletesAtMs: number,
) => ({ to: user.email, name: user.name, locale: await findLocale(trx, user.id), event, deletesAtMs })
