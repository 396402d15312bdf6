import * as z from 'zod/mini'
import { hour, minute, second } from '../../infrastructure/clock.ts'
import type { Trx } from '../../infrastructure/db/transact.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { defineJob, handleJob, type JobHandler } from '../../infrastructure/jobs/job-definition.ts'
import { languageIn } from '../../infrastructure/messages/text-in.ts'
import { twoFactorOffMail, twoFactorOnMail } from '../auth/account-mails.ts'
import type { NewNotification, Notifications } from '../notifications/notification-service.ts'
import { findLocale, findUserById } from '../users/user.store.ts'

type Event = 'on' | 'off' | 'codes'

export const twoFactorMailJob = defineJob(
  'send-two-factor-mail',
  z.object({ userId: z.string(), event: z.enum(['on', 'off']) }),
  { retries: 10, backoffMs: 30 * second, maxBackoffMs: 2 * hour, timeLimitMs: minute, concurrency: 4 },
)

const action = {
  type: 'route',
  params: { route: 'Security', id: null, button: 'notification.show_devices' },
} as const
const notifications: Readonly<Record<Event, NewNotification>> = {
  on: {
    category: 'security',
    title: 'notification.two_factor_on.title',
    description: 'notification.two_factor_on.description',
    action,
    isMailed: true,
  },
  off: {
    category: 'security',
    title: 'notification.two_factor_off.title',
    description: 'notification.two_factor_off.description',
    action,
    isMailed: true,
  },
  codes: {
    category: 'security',
    title: 'notification.recovery_codes.title',
    description: 'notification.recovery_codes.description',
    action,
  },
}

/** Tells the owner of an account, once the transaction is committed. */
export async function tellOwner(
  deps: Pick<Infrastructure, 'jobs'> & { readonly notifications: Notifications },
  trx: Trx,
  userId: string,
  event: Event,
): Promise<void> {
  await deps.notifications.notify(trx, userId, notifications[event])
  if (event !== 'codes') await deps.jobs.enqueue(trx, twoFactorMailJob, { userId, event })
}

export const twoFactorJobs = ({
  db,
  mailer,
  settings,
}: Pick<Infrastructure, 'db' | 'mailer' | 'settings'>): readonly JobHandler[] => [
  handleJob(twoFactorMailJob, async ({ userId, event }) => {
    const user = await findUserById(db, userId)
    if (!user) return
    const { 'app.name': app, 'app.locale': standard } = await settings.all()
    const content = {
      app,
      locale: languageIn(await findLocale(db, userId), standard),
      link: `${mailer.publicUrl}/sign-in`,
    }
    await mailer.send((event === 'on' ? twoFactorOnMail : twoFactorOffMail)(user, content))
  }),
]
