import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import type { NewNotification, Notifications } from '../notifications/notification-service.ts'
import { markFirstSignIn } from '../users/user.store.ts'
import { rememberBrowser } from './known-browsers.ts'
import { deviceOf, originOf, type SignedInFrom, signInMailJob } from './sign-in-mail.ts'

type Deps = Pick<Infrastructure, 'clock' | 'config' | 'db' | 'jobs' | 'log' | 'secret' | 'throttle' | 'transact'> & {
  readonly notifications: Notifications
}

/**
 * Notifies a user, also by mail, of a sign-in in a browser that the account was not used in before, at most ten times a day
 * and once in each further hour. The first sign-in of an account is not reported.
 */
export function signInRecorder({ clock, config, db, jobs, log, secret, throttle, transact, notifications }: Deps) {
  /** One after the other, so that many sign-ins at once do not conflict with each other. */
  let pending = Promise.resolve()

  return (userId: string, request: FastifyRequest, reply: FastifyReply): void => {
    if (rememberBrowser({ config, secret }, userId, request, reply)) return
    const from = originOf(request, clock.now())
    // Not awaited: the session has begun, whether or not its user can be notified now.
    pending = pending
      .then(async () => {
        if (await markFirstSignIn(db, userId, clock.now())) return
        await transact(async (trx) => {
          if (!(await throttle.admits('sign-in-notice', { kind: 'account', value: userId }, trx))) return
          await notifications.notify(trx, userId, newSignIn(from))
          await jobs.enqueue(trx, signInMailJob, { userId, kind: 'sign_in_notice', ...from })
        })
      })
      .catch((error: unknown) => log.error({ err: error, userId }, 'a user was not notified of a sign-in'))
  }
}

function newSignIn({ userAgent, address }: SignedInFrom): NewNotification {
  return {
    category: 'security',
    title: 'notification.sign_in.title',
    description: 'notification.sign_in.description',
    values: { ...deviceOf(userAgent), address },
    action: { type: 'route', params: { route: 'Security', id: null, button: 'notification.show_devices' } },
    isMailed: true,
  }
}
