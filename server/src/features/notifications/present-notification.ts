import { type Notification, NotificationAction } from '@holdall/api'
import * as z from 'zod/mini'
import { isMessageId, type Text } from '../../infrastructure/messages/text-in.ts'
import type { NotificationRow } from './notification.store.ts'

const Values = z.record(z.string(), z.union([z.string(), z.number()]))
const iso = (at: number) => new Date(at).toISOString()

/** A notification in the language of its reader. Null where this version of the server does not have its messages. */
export function presentNotification(row: NotificationRow, text: Text): Notification | null {
  if (!isMessageId(row.title) || !isMessageId(row.description)) return null
  const values = Values.parse(JSON.parse(row.message_values))
  return {
    id: row.id,
    type: 'notification',
    attributes: {
      category: row.category,
      title: text(row.title, values),
      description: text(row.description, values),
      created_at: iso(row.created_at),
      read_at: row.read_at === null ? null : iso(row.read_at),
      action: row.action === null ? null : presentAction(row.action, text),
    },
  }
}

function presentAction(stored: string, text: Text): NotificationAction | null {
  const action = NotificationAction.parse(JSON.parse(stored))
  if (action.type === 'invitation') return action
  const { button } = action.params
  if (!isMessageId(button)) return null
  return action.type === 'route'
    ? { ...action, params: { ...action.params, button: text(button) } }
    : { ...action, params: { ...action.params, button: text(button) } }
}

export const presentNotifications = (rows: readonly NotificationRow[], text: Text): Notification[] =>
  rows.map((row) => presentNotification(row, text)).filter((one) => one !== null)
