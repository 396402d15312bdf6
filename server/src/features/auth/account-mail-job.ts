import * as z from 'zod/mini'
import { hour, minute, second } from '../../infrastructure/clock.ts'
import { languageIn } from '../../infrastructure/messages/text-in.ts'
import { defineJob, handleJob, type JobHandler } from '../../infrastructure/jobs/job-definition.ts'
import type { Mail } from '../../infrastructure/mail/mailer.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { findDeclinedSignUp } from '../users/declined-sign-up.store.ts'
import { findLocale, findUserByEmail } from '../users/user.store.ts'
import { accountExistsMail, passwordChangedMail, verificationMail } from './account-mails.ts'
import { verificationLink } from './verification.ts'

/**
 * For sign-up, enqueued whether or not there is such an account. Which mail to send, if any, is decided when the job runs, so that
 * neither the response nor its timing reveals which addresses exist.
 */
export const accountMailJob = defineJob(
  'send-account-mail',
  z.object({ email: z.string(), reason: z.enum(['sign-up', 'resend', 'password-changed']) }),
  { retries: 10, backoffMs: 30 * second, maxBackoffMs: 2 * hour, timeLimitMs: minute, concurrency: 4 },
)

type Deps = Pick<Infrastructure, 'clock' | 'db' | 'mailer' | 'secret' | 'settings'>

export const authJobs = (services: Deps): readonly JobHandler[] => [
  handleJob(accountMailJob, async ({ email, reason }) => {
    const { db, mailer, settings } = services
    const user = await findUserByEmail(db, email)
    if (!user) return
    const { 'app.name': app, 'app.locale': standard } = await settings.all()
    const locale = languageIn(await findLocale(db, user.id), standard)
    const mails: readonly Mail[] =
      reason === 'password-changed'
        ? [passwordChangedMail(user, { app, locale, link: `${mailer.publicUrl}/sign-in` })]
        : user.verified_at === null
          ? [verificationMail(user, { app, locale, link: mailer.publicUrl + verificationLink(services, user) })]
          : reason === 'sign-up' || (await findDeclinedSignUp(db, user.email))
            ? [accountExistsMail(user, { app, locale, link: `${mailer.publicUrl}/sign-in` })]
            : []
    for (const mail of mails) await mailer.send(mail)
  }),
]
