import { type Notification, NotificationAction } from '@holdall/api'
import { FormatError } from 'intl-messageformat'
import * as z from 'zod/mini'
import { isMessageId, type Text } from '../../infrastructure/messages/text-in.ts'
import type { NotificationRow } from './notification.store.ts'

const Values = z.record(z.string(), z.union([z.string(), z.number()]))
const iso = (at: number) => new Date(at).toISOString()

/**
 * A notification in the language of its reader. Null where this version of the server does not have its messages, or has
 * them with other values: the list and the account must be shown all the same.
 */
export function presentNotification(row: NotificationRow, text: Text): Notification | null {
  const values = Values.safeParse(JSON.parse(row.message_values)).data
  const title = values && textOf(row.title, text, values)
  const description = values && textOf(row.description, text, values)
  if (title === undefined || description === undefined) return null
  return {
    id: row.id,
    type: 'notification',
    attributes: {
      category: row.category,
      title,
      description,
      created_at: iso(row.created_at),
      read_at: row.read_at === null ? null : iso(row.read_at),
      action: row.action === null ? null : presentAction(row.action, text),
    },
  }
}

function textOf(id: string, text: Text, values: z.output<typeof Values>): string | undefined {
  if (!isMessageId(id)) return undefined
  try {
    return text(id, values)
  } catch (error) {
    // It has no value that the message needs.
    if (error instanceof FormatError) return undefined
    throw error
  }
}

function presentAction(stored: string, text: Text): NotificationAction | null {
  const action = NotificationAction.safeParse(JSON.parse(stored)).data
  if (!action || action.type === 'invitation') return action ?? null
  const { button } = action.params
  if (!isMessageId(button)) return null
  return action.type === 'route'
    ? { ...action, params: { ...action.params, button: text(button) } }
    : { ...action, params: { ...action.params, button: text(button) } }
}

export const presentNotifications = (rows: readonly NotificationRow[], text: Text): Notification[] =>
  rows.map((row) => presentNotification(row, text)).filter((one) => one !== null)
