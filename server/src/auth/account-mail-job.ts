import * as z from 'zod/mini'
import { hour, minute, second } from '../clock.ts'
import { defineJob, handleJob, type JobHandler } from '../jobs/job-definition.ts'
import type { Mail } from '../mail/mailer.ts'
import type { Services } from '../services.ts'
import { findLocale, findUserByEmail } from '../users/user.store.ts'
import { accountExistsMail, verificationMail } from './account-mails.ts'
import { verificationLink } from './verification.ts'

/**
 * Enqueued alike whether or not there is such an account: which mail is due, if any, is decided when it runs, so that
 * neither the answer nor its time tells which addresses exist.
 */
export const accountMailJob = defineJob(
  'send-account-mail',
  z.object({ email: z.string(), reason: z.enum(['sign-up', 'resend']) }),
  { retries: 10, backoffMs: 30 * second, maxBackoffMs: 2 * hour, timeLimitMs: minute, concurrency: 4 },
)

export const authJobs = (services: Services): readonly JobHandler[] => [
  handleJob(accountMailJob, async ({ email, reason }) => {
    const { db, mailer, settings } = services
    const user = await findUserByEmail(db, email)
    if (!user || !mailer) return
    const { 'app.name': app, 'app.locale': standard } = await settings.all()
    // With the first mail: most installations send none.
    const { mailTextIn } = await import('../mail/mail-text.ts')
    const text = mailTextIn(await findLocale(db, user.id), standard)
    const mails: readonly Mail[] =
      user.verified_at === null
        ? [verificationMail(user, { app, text, link: mailer.publicUrl + verificationLink(services, user) })]
        : reason === 'sign-up'
          ? [accountExistsMail(user, { app, text, link: `${mailer.publicUrl}/sign-in` })]
          : []
    for (const mail of mails) await mailer.send(mail)
  }),
]
