import { recoverPassword, resetPassword } from '@holdall/api'
import { handle, type Route } from '../../http/route.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import type { HumanCheck } from '../human-check/human-check.ts'
import type { Notifications } from '../notifications/notification-service.ts'
import { recoveryMailJob } from './recovery-mail-job.ts'
import { resetByLink } from './reset-password.ts'

type Deps = Pick<Infrastructure, 'clock' | 'db' | 'jobs' | 'transact' | 'transactBulk'> & {
  readonly humanCheck: HumanCheck
  readonly notifications: Notifications
}

export function passwordRecoveryRoutes(services: Deps): Route[] {
  const { humanCheck, jobs, transact } = services
  return [
    handle(recoverPassword, async ({ body }) => {
      await humanCheck.requireHuman('password-recovery', body)
      await transact((trx) => jobs.enqueue(trx, recoveryMailJob, { email: body.email }))
      return {}
    }),

    handle(resetPassword, async ({ body }) => {
      await resetByLink(services, body)
      return {}
    }),
  ]
}
