import { recoverPassword, resetPassword, showRecoveryAccess } from '@holdall/api'
import type { FastifyRequest } from 'fastify'
import { browserLocale } from '../../http/browser-locale.ts'
import { handle, type Route } from '../../http/route.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { type Text, textIn } from '../../infrastructure/messages/text-in.ts'
import type { HumanCheck } from '../human-check/human-check.ts'
import type { Notifications } from '../notifications/notification-service.ts'
import type { Providers } from '../social-sign-in/providers.ts'
import { showAccess } from './recovery-access.ts'
import { recoveryMailJob } from './recovery-mail-job.ts'
import { resetByLink } from './reset-password.ts'

type Deps = Pick<Infrastructure, 'clock' | 'db' | 'jobs' | 'mailer' | 'settings' | 'transact' | 'transactBulk'> & {
  readonly humanCheck: HumanCheck
  readonly notifications: Notifications
  readonly signInProviders: Providers
}

export function passwordRecoveryRoutes(services: Deps): Route[] {
  const { humanCheck, jobs, mailer, settings, transact } = services
  const textFor = async (request: FastifyRequest): Promise<Text> =>
    textIn(browserLocale(request), await settings.get('app.locale'))
  return [
    handle(recoverPassword, async ({ body }, { request }) => {
      await humanCheck.requireHuman('password-recovery', body)
      await transact((trx) => jobs.enqueue(trx, recoveryMailJob, { email: body.email }))
      const text = await textFor(request)
      return { message: text(mailer.delivers ? 'password_recovery.mailed' : 'password_recovery.kept') }
    }),

    handle(showRecoveryAccess, async ({ body }) => ({ data: await showAccess(services, body) })),

    handle(resetPassword, async ({ body }, { request }) => {
      await resetByLink(services, body)
      return { message: (await textFor(request))('password_recovery.done') }
    }),
  ]
}
