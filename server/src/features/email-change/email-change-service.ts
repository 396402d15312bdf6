import { timingSafeEqual } from 'node:crypto'
import { hour } from '../../infrastructure/clock.ts'
import { isDbError } from '../../infrastructure/db/errors.ts'
import { refuse, refuseSecret } from '../../infrastructure/errors/refusal.ts'
import { digest } from '../../infrastructure/ids.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { deleteSessionsOf, requireLiveSession } from '../../infrastructure/sessions/session.store.ts'
import type { UserActor } from '../../infrastructure/sessions/session-actor.ts'
import type { NewNotification, Notifications } from '../notifications/notification-service.ts'
import { refuseDisposable } from '../registration/disposable-domains.ts'
import { notifyInvited } from '../team-invitations/invitation-notification.ts'
import { accountOf } from '../users/user.store.ts'
import { newAddressMailJob, previousAddressMailJob } from './email-change-mails.ts'
import { deleteUnusedSignUp, findEmailChange, putEmailChange, setEmail, takeEmailChange } from './email-change.store.ts'

const CHANGE_TTL_MS = 24 * hour

type Deps = Pick<
  Infrastructure,
  'clock' | 'db' | 'ids' | 'jobs' | 'mailer' | 'settings' | 'throttle' | 'transact' | 'transactBulk'
> & { readonly notifications: Notifications }

const emailChanged: NewNotification = {
  category: 'security',
  title: 'notification.email_changed.title',
  description: 'notification.email_changed.description',
  action: { type: 'route', params: { route: 'Security', id: null, button: 'notification.show_devices' } },
  isMailed: true,
}

/**
 * Stores the new address until its link is opened, and tells the present one. Whether the new one has an account is not
 * looked up here. Throws `validation` for the present address, `disposable-address`, and `throttled` where the new address
 * got too many mails.
 */
export async function requestChange(services: Deps, actor: UserActor, email: string) {
  const { userId } = actor
  const { clock, db, ids, jobs, throttle, transact } = services
  await refuseDisposable(services, email)
  const { user } = await accountOf(db, userId)
  if (user.email === email) throw refuse('validation', { fields: { email: 'field.email.same' } })
  // Bounds the mails to the address of somebody else, however many accounts ask for them.
  await throttle.begin('verification-mail', [{ kind: 'account', value: email }])
  const now = clock.now()
  const change = {
    user_id: userId,
    id: ids.next(),
    email,
    password_version: user.password_version,
    created_at: now,
    expires_at: now + CHANGE_TTL_MS,
  }
  await transact(async (trx) => {
    await requireLiveSession(trx, actor, now)
    await putEmailChange(trx, change)
    await jobs.enqueue(trx, newAddressMailJob, { userId, changeId: change.id })
    await jobs.enqueue(trx, previousAddressMailJob, { userId, to: user.email, email, event: 'requested' })
  })
  return change
}

const isSame = (offered: string, stored: string) =>
  offered.length === stored.length && timingSafeEqual(Buffer.from(offered), Buffer.from(stored))

/**
 * Gives the account its new address. All other sessions end, and with them what was sent to the previous address. Throws
 * `link-expired` for every link that is not valid (any more) for this account, whatever the reason.
 */
export async function confirmChange(services: Deps, actor: UserActor, token: string): Promise<void> {
  const { userId, sessionId } = actor
  const { clock, jobs, mailer, notifications, transactBulk } = services
  try {
    // Bulk, because each sign-in makes a session.
    await transactBulk(async (trx) => {
      await requireLiveSession(trx, actor, clock.now())
      const change = await findEmailChange(trx, userId, clock.now())
      if (!change?.token_digest || !isSame(digest(token), change.token_digest)) throw refuseSecret('link-expired')
      if (!(await takeEmailChange(trx, userId, change.id))) throw refuseSecret('link-expired')
      const { email, previous } = change
      // Confirmed by its owner now.
      await deleteUnusedSignUp(trx, email)
      // Without a mail server the link is a file, which anybody may have passed on.
      await setEmail(trx, userId, { email, nowMs: clock.now(), isConfirmed: mailer.delivers })
      await deleteSessionsOf(trx, userId, sessionId)
      await notifications.notify(trx, userId, emailChanged)
      await notifyInvited(services, trx, { id: userId, email })
      await jobs.enqueue(trx, previousAddressMailJob, { userId, to: previous, email, event: 'changed' })
    })
  } catch (error) {
    // The address has got an account since.
    if (isDbError(error, 'unique')) throw refuse('link-expired')
    throw error
  }
}
