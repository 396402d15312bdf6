import * as z from '@holdall/schema'
import { endpoint } from '../endpoint.ts'
import { Id, IntText, Paginate } from '../resources/field-types.ts'
import { Notification } from '../resources/notification.ts'

const self = { by: 'user', targets: {} } as const

/** Notifications that are kept for an account. A new one replaces the oldest read one, else the oldest. */
export const MAX_NOTIFICATIONS = 200

export const browseNotifications = endpoint({
  id: 'notifications.browse',
  method: 'GET',
  path: '/api/notifications',
  summary:
    'A page of the notifications of the signed-in user, the newest first; `meta.unread` counts those of all pages',
  access: self,
  query: z.object({ page: z.optional(IntText), per_page: z.optional(IntText) }),
  response: z.object({
    data: z.array(Notification),
    meta: z.object({ paginate: Paginate, unread: z.int() }),
  }),
})

export const readNotifications = endpoint({
  id: 'notifications.read',
  method: 'POST',
  path: '/api/notifications/read',
  summary: 'Mark notifications of the signed-in user as read: those with these ids, without ids all',
  access: self,
  body: z.object({ ids: z.optional(z.array(Id).check(z.minLength(1), z.maxLength(MAX_NOTIFICATIONS))) }),
  changes: [],
})

export const clearNotifications = endpoint({
  id: 'notifications.clear',
  method: 'DELETE',
  path: '/api/notifications',
  summary: 'Delete all notifications of the signed-in user',
  access: self,
  changes: [],
})

export const removeNotification = endpoint({
  id: 'notifications.remove',
  method: 'DELETE',
  path: '/api/notifications/:id',
  summary: 'Delete one notification of the signed-in user',
  access: self,
  params: z.object({ id: Id }),
  changes: [],
})
