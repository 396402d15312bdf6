import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { describeDevice } from '../account/describe-device.ts'
import type { NewNotification, Notifications } from '../notifications/notification-service.ts'
import { markFirstSignIn } from '../users/user.store.ts'
import { rememberBrowser } from './known-browsers.ts'

type Deps = Pick<Infrastructure, 'clock' | 'config' | 'db' | 'log' | 'secret' | 'transact'> & {
  readonly notifications: Notifications
}

/** Notifies a user of a sign-in in a browser that the account was not used in before. The first one ever is none. */
export function signInRecorder({ clock, config, db, log, secret, transact, notifications }: Deps) {
  /** One after the other, so that many sign-ins at once do not conflict with each other. */
  let pending = Promise.resolve()

  return (userId: string, request: FastifyRequest, reply: FastifyReply): void => {
    if (rememberBrowser({ config, secret }, userId, request, reply)) return
    const notification = newSignIn(request)
    // Not awaited: the session has begun, whether or not its user can be notified now.
    pending = pending
      .then(async () => {
        if (await markFirstSignIn(db, userId, clock.now())) return
        await transact((trx) => notifications.notify(trx, userId, notification))
      })
      .catch((error: unknown) => log.error({ err: error, userId }, 'a user was not notified of a sign-in'))
  }
}

function newSignIn({ headers, ip }: FastifyRequest): NewNotification {
  const { browser, system } = describeDevice((headers['user-agent'] ?? '').slice(0, 255))
  return {
    category: 'security',
    title: 'notification.sign_in.title',
    description: 'notification.sign_in.description',
    values: {
      device: browser && system ? 'both' : browser ? 'browser' : 'unknown',
      browser: browser ?? '',
      system: system ?? '',
      address: ip,
    },
    action: { type: 'route', params: { route: 'Security', id: null, button: 'notification.show_devices' } },
  }
}
