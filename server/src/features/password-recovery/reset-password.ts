import { refuseSecret } from '../../infrastructure/errors/refusal.ts'
import { digest } from '../../infrastructure/ids.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { hashPassword } from '../../infrastructure/passwords/passwords.ts'
import { deleteSessionsOf } from '../../infrastructure/sessions/session.store.ts'
import { passwordChanged } from '../account/change-password.ts'
import { accountMailJob } from '../auth/account-mail-job.ts'
import type { NewNotification, Notifications } from '../notifications/notification-service.ts'
import { notifyInvited } from '../team-invitations/invitation-notification.ts'
import { endAccess, isAnyEnded } from './recovery-access.ts'
import { findResetAccount, setRecoveredPassword, takePasswordReset } from './password-reset.store.ts'

type Deps = Pick<Infrastructure, 'clock' | 'db' | 'jobs' | 'mailer' | 'transactBulk'> & {
  readonly notifications: Notifications
}

const accessEnded: NewNotification = {
  category: 'security',
  title: 'notification.access_ended.title',
  description: 'notification.access_ended.description',
  action: { type: 'route', params: { route: 'Security', id: null, button: 'notification.show_sign_ins' } },
  isMailed: true,
}

interface Reset {
  readonly token: string
  readonly email: string
  readonly password: string
  readonly end_access?: boolean | undefined
}

/**
 * Sets the password of an account by the link that its address got, ends all its sessions and, see `endAccess`, what else
 * gets into it, and notifies its owner. Throws `link-expired` for every link that is not valid (any more), and
 * `two-factor-required`.
 */
export async function resetByLink(services: Deps, reset: Reset): Promise<void> {
  const { token, email, password, end_access: isAllEnded = false } = reset
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
    const ended = await endAccess(services, trx, user, isAllEnded)
    await notifications.notify(trx, user.id, passwordChanged)
    if (isAnyEnded(ended)) await notifications.notify(trx, user.id, accessEnded)
    if (user.verified_at === null && mailer.delivers) await notifyInvited(services, trx, user)
    await jobs.enqueue(trx, accountMailJob, {
      email,
      reason: 'password-changed',
      ...(isAnyEnded(ended) && { ended }),
    })
  })
}
