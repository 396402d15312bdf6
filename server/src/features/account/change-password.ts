import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { refuse, refuseSecret } from '../../infrastructure/errors/refusal.ts'
import { hashPassword, isPassword } from '../../infrastructure/passwords/passwords.ts'
import { deleteSessionsOf } from '../../infrastructure/sessions/session.store.ts'
import type { NewNotification, Notifications } from '../notifications/notification-service.ts'
import { accountMailJob } from '../auth/account-mail-job.ts'
import { accountOf, replacePassword } from '../users/user.store.ts'

type Deps = Pick<Infrastructure, 'clock' | 'db' | 'jobs' | 'transactBulk'> & {
  readonly notifications: Notifications
}

export const passwordChanged: NewNotification = {
  category: 'security',
  title: 'notification.password_changed.title',
  description: 'notification.password_changed.description',
  action: { type: 'route', params: { route: 'Security', id: null, button: 'notification.show_devices' } },
  isMailed: true,
}

/** Changes the password of an account, ends all its sessions, and tells its owner, by mail too. Returns its version. */
export async function changePasswordOf(
  { clock, db, jobs, notifications, transactBulk }: Deps,
  userId: string,
  { current, password }: { readonly current: string; readonly password: string },
): Promise<number> {
  const { user } = await accountOf(db, userId)
  if (!(await isPassword(user.password_hash, current))) {
    throw refuseSecret('validation', { fields: { current: 'field.current.wrong' } })
  }
  const change = { beforeHash: user.password_hash, afterHash: await hashPassword(password) }
  // Bulk, because each sign-in makes a session.
  await transactBulk(async (trx) => {
    // Two changes at once: the second one was checked against a password that is not valid any more.
    if (!(await replacePassword(trx, userId, { ...change, nowMs: clock.now() }))) throw refuse('conflict')
    await deleteSessionsOf(trx, userId, null)
    await notifications.notify(trx, userId, passwordChanged)
    await jobs.enqueue(trx, accountMailJob, { email: user.email, reason: 'password-changed' })
  })
  return user.password_version + 1
}
