import * as z from 'zod/mini'
import { DEMO_USER_ID } from '../../access/demo.ts'
import { hour, minute, second } from '../../infrastructure/clock.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { defineJob, handleJob, type JobHandler } from '../../infrastructure/jobs/job-definition.ts'
import { languageIn } from '../../infrastructure/messages/text-in.ts'
import { passwordRecoveryMail } from '../auth/account-mails.ts'
import { findLocale, findUserByEmail } from '../users/user.store.ts'
import { deleteExpiredResets } from './password-reset.store.ts'
import { createResetLink } from './reset-link.ts'

/** Enqueued for every address, so that neither the response nor its timing reveals which ones have an account. */
export const recoveryMailJob = defineJob('send-password-recovery-mail', z.object({ email: z.string() }), {
  retries: 10,
  backoffMs: 30 * second,
  maxBackoffMs: 2 * hour,
  timeLimitMs: minute,
  concurrency: 4,
})
const expiryJob = defineJob('delete-expired-password-links', z.object({}))

type Deps = Pick<Infrastructure, 'clock' | 'db' | 'ids' | 'mailer' | 'settings' | 'transactBulk'>

export const passwordRecoveryJobs = ({
  clock,
  db,
  ids,
  mailer,
  settings,
  transactBulk,
}: Deps): readonly JobHandler[] => [
  handleJob(recoveryMailJob, async ({ email }) => {
    const user = await findUserByEmail(db, email)
    // Nobody has the address of the demo.
    if (!user || user.id === DEMO_USER_ID) return
    const { 'app.name': app, 'app.locale': standard } = await settings.all()
    const locale = languageIn(await findLocale(db, user.id), standard)
    // Made here, so that the token is in the mail only; another attempt sends another one.
    const page = await createResetLink(db, { clock, ids }, user)
    await mailer.send(passwordRecoveryMail(user, { app, locale, link: mailer.publicUrl + page }))
  }),
  handleJob(expiryJob, () => transactBulk((trx) => deleteExpiredResets(trx, clock.now())), { everyMs: hour }),
]
