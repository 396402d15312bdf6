import type { FastifyRequest } from 'fastify'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import type { Notifications } from '../notifications/notification-service.ts'
import { deviceOf, originOf, signInMailJob } from './sign-in-mail.ts'

export type SecondFactorAlertDeps = Pick<Infrastructure, 'clock' | 'jobs' | 'throttle' | 'transact'> & {
  readonly notifications: Notifications
}

/**
 * Counts a wrong second factor of a sign-in. Whoever gives several knows the password, or can use a linked sign-in, so the
 * owner is told: at most once a day.
 */
export async function countWrongSecondFactor(
  { clock, jobs, notifications, throttle, transact }: SecondFactorAlertDeps,
  userId: string,
  request: FastifyRequest,
): Promise<void> {
  const from = originOf(request, clock.now())
  await transact(async (trx) => {
    if (!(await throttle.reachesLimit('second-factor-alert', { kind: 'account', value: userId }, trx))) return
    await notifications.notify(trx, userId, {
      category: 'security',
      title: 'notification.second_factor_alert.title',
      description: 'notification.second_factor_alert.description',
      values: { ...deviceOf(from.userAgent), address: from.address },
      action: { type: 'route', params: { route: 'Security', id: null, button: 'notification.show_devices' } },
      isMailed: true,
    })
    await jobs.enqueue(trx, signInMailJob, { userId, kind: 'second_factor_alert', ...from })
  })
}
