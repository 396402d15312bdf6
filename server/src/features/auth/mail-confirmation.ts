import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { findUserById } from '../users/user.store.ts'
import { accountMailJob } from './account-mail-job.ts'

type Deps = Pick<Infrastructure, 'db' | 'jobs' | 'mailer' | 'throttle' | 'transact'>

/** Sends the user of an account the link that confirms its address; nothing where it is confirmed, or cannot be. */
export async function mailConfirmation(services: Deps, userId: string): Promise<void> {
  const { db, jobs, mailer, throttle, transact } = services
  const user = await findUserById(db, userId)
  if (!mailer.delivers || user?.verified_at !== null) return
  const { email } = user
  // Bounds the mails to an address that may be that of another person.
  await throttle.begin('verification-mail', [{ kind: 'account', value: email }])
  await transact((trx) => jobs.enqueue(trx, accountMailJob, { email, reason: 'own-address' }))
}
