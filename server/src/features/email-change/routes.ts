import {
  cancelEmailChange,
  confirmEmailChange,
  type EmailChange,
  requestEmailChange,
  showEmailChange,
} from '@holdall/api'
import { handle, type Route } from '../../http/route.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import type { Notifications } from '../notifications/notification-service.ts'
import { confirmChange, requestChange } from './email-change-service.ts'
import { deleteEmailChange, findEmailChange } from './email-change.store.ts'

type Deps = Pick<
  Infrastructure,
  'clock' | 'db' | 'ids' | 'jobs' | 'mailer' | 'settings' | 'throttle' | 'transact' | 'transactBulk'
> & { readonly notifications: Notifications }

interface Change {
  readonly user_id: string
  readonly email: string
  readonly created_at: number
  readonly expires_at: number
}

const present = ({ user_id, email, created_at, expires_at }: Change): EmailChange => ({
  id: user_id,
  type: 'email-change',
  attributes: {
    email,
    created_at: new Date(created_at).toISOString(),
    expires_at: new Date(expires_at).toISOString(),
  },
})

export function emailChangeRoutes(services: Deps): Route[] {
  const { clock, db, transact } = services
  return [
    handle(showEmailChange, async (_input, { actor }) => {
      const change = await findEmailChange(db, actor.userId, clock.now())
      return { data: change ? present(change) : null }
    }),

    handle(requestEmailChange, async ({ body }, { actor }) => ({
      data: present(await requestChange(services, actor, body.email)),
    })),

    handle(cancelEmailChange, async (_input, { actor }) => {
      await transact((trx) => deleteEmailChange(trx, actor.userId))
      return {}
    }),

    handle(confirmEmailChange, async ({ body }, { actor }) => {
      await confirmChange(services, actor, body.token)
      return {}
    }),
  ]
}
