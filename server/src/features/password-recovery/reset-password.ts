import { refuseSecret } from '../../infrastructure/errors/refusal.ts'
import { digest } from '../../infrastructure/ids.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { hashPassword } from '../../infrastructure/passwords/passwords.ts'
import { deleteSessionsOf } from '../../infrastructure/sessions/session.store.ts'
import { passwordChanged } from '../account/change-password.ts'
import { accountMailJob } from '../auth/account-mail-job.ts'
import type { Notifications } from '../notifications/notification-service.ts'
import { notifyInvited } from '../team-invitations/invitation-notification.ts'
import { findResetAccount, setRecoveredPassword, takePasswordReset } from './password-reset.store.ts'

type Deps = Pick<Infrastructure, 'clock' | 'db' | 'jobs' | 'mailer' | 'transactBulk'> & {
  readonly notifications: Notifications
}

interface Reset {
  readonly token: string
  readonly email: string
  readonly password: string
}

/**
 * Sets the password of an account by the link that its address got, ends all its sessions, and tells its owner. Throws
 * `link-expired` for every link that is not valid (any more), whatever the reason.
 */
export async function resetByLink(services: Deps, { token, email, password }: Reset): Promise<void> {
  const { clock, db, jobs, mailer, notifications, transactBulk } = services
  const offered = { tokenDigest: digest(token), email, nowMs: clock.now() }
  // Nothing is hashed for a guess.
  if (!(await findResetAccount(db, offered))) throw refuseSecret('link-expired')
  const passwordHash = await hashPassword(password)
  // Bulk, because each sign-in makes a session.
  await transactBulk(async (trx) => {
    const user = await findResetAccount(trx, offered)
    if (!user || !(await takePasswordReset(trx, offered.tokenDigest))) throw refuseSecret('link-expired')
    await setRecoveredPassword(trx, user.id, { passwordHash, nowMs: clock.now(), isConfirmed: mailer.delivers })
    await deleteSessionsOf(trx, user.id, null)
    await notifications.notify(trx, user.id, passwordChanged)
    if (user.verified_at === null && mailer.delivers) await notifyInvited(services, trx, user)
    await jobs.enqueue(trx, accountMailJob, { email, reason: 'password-changed' })
  })
}
