import * as z from 'zod/mini'
import { hour, minute, second } from '../../infrastructure/clock.ts'
import type { Db } from '../../infrastructure/db/transact.ts'
import { languageIn } from '../../infrastructure/messages/text-in.ts'
import { defineJob, handleJob, type JobHandler } from '../../infrastructure/jobs/job-definition.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { findDeclinedSignUp } from '../users/declined-sign-up.store.ts'
import { findLocale, findUserByEmail } from '../users/user.store.ts'
import { accessEndedMail, EndedAccess } from './access-ended-mail.ts'
import { accountExistsMail, passwordChangedMail, verificationMail } from './account-mails.ts'
import { verificationLink } from './verification.ts'

/**
 * For sign-up, enqueued whether or not there is such an account. Which mail to send, if any, is decided when the job runs, so that
 * neither the response nor its timing reveals which addresses exist. `own-address`: requested by the user of the account.
 */
export const accountMailJob = defineJob(
  'send-account-mail',
  z.object({
    email: z.string(),
    reason: z.enum(['sign-up', 'resend', 'own-address', 'password-changed']),
    /** With `password-changed`: what ended with it. */
    ended: z.optional(EndedAccess),
  }),
  { retries: 10, backoffMs: 30 * second, maxBackoffMs: 2 * hour, timeLimitMs: minute, concurrency: 4 },
)

const mails = {
  verification: verificationMail,
  'account-exists': accountExistsMail,
  'password-changed': passwordChangedMail,
} as const

interface Account {
  readonly email: string
  readonly verified_at: number | null
  readonly usable_unconfirmed: 0 | 1
}

/** Which mail the user of an account gets; null for none. */
async function kindOfMail(
  db: Db,
  { email, verified_at, usable_unconfirmed }: Account,
  reason: 'sign-up' | 'resend' | 'own-address' | 'password-changed',
): Promise<keyof typeof mails | null> {
  if (reason === 'password-changed') return reason
  const toConfirm = verified_at === null ? 'verification' : null
  if (reason === 'own-address' || (toConfirm && usable_unconfirmed === 0)) return toConfirm
  // The owner of an address who signs up with it must not confirm an account that another person uses.
  const isSignedUpAgain = reason === 'sign-up' || (await findDeclinedSignUp(db, email)) !== undefined
  return isSignedUpAgain ? 'account-exists' : toConfirm
}

type Deps = Pick<Infrastructure, 'clock' | 'db' | 'mailer' | 'secret' | 'settings'>

export const authJobs = (services: Deps): readonly JobHandler[] => [
  handleJob(accountMailJob, async ({ email, reason, ended }) => {
    const { db, mailer, settings } = services
    const user = await findUserByEmail(db, email)
    if (!user) return
    const { 'app.name': app, 'app.locale': standard } = await settings.all()
    const locale = languageIn(await findLocale(db, user.id), standard)
    const kind = await kindOfMail(db, user, reason)
    if (kind === null) return
    if (kind === 'password-changed' && ended) {
      await mailer.send(accessEndedMail(user, ended, { app, locale, link: `${mailer.publicUrl}/sign-in` }))
      return
    }
    const path = kind === 'verification' ? verificationLink(services, user) : '/sign-in'
    await mailer.send(mails[kind](user, { app, locale, link: mailer.publicUrl + path }))
  }),
]
