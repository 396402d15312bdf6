import * as z from '@holdall/schema'
import { Id, Instant } from './field-types.ts'

/** What a notification is about. Not in the specification: `data-export`, the copy of all data, `security`, sign-ins and passwords of the account, and, for administrators, `disk-space` and `section-failure`. */
export const NotificationCategory = z.enum([
  'gift',
  'team-invitation',
  'subscription-created',
  'billing-alert',
  'insufficient-balance',
  'payment-alert',
  'file-request',
  'remote-upload-done',
  'data-export',
  'security',
  'disk-space',
  'section-failure',
])
export type NotificationCategory = z.infer<typeof NotificationCategory>

/** An address of the web, or a path of this origin. */
const ActionUrl = z.string().check(z.maxLength(2048), z.regex(/^(https?:\/\/|\/(?![/\\]))/))

/** What can be done about a notification. `button` is its label, in the language of the reader. */
export const NotificationAction = z.discriminatedUnion('type', [
  z.object({ type: z.literal('invitation'), params: z.object({ id: Id }) }),
  z.object({
    type: z.literal('route'),
    /** A named route, and its parameter `id` where it has one. */
    params: z.object({ route: z.string(), id: z.nullable(z.string()), button: z.string() }),
  }),
  z.object({
    type: z.literal('url'),
    /** `blank` opens a new tab. */
    params: z.object({ url: ActionUrl, target: z.nullable(z.literal('blank')), button: z.string() }),
  }),
])
export type NotificationAction = z.infer<typeof NotificationAction>

export const Notification = z.object({
  id: Id,
  type: z.literal('notification'),
  attributes: z.object({
    category: NotificationCategory,
    /** In the language of the reader, as the description is. */
    title: z.string(),
    description: z.string(),
    created_at: Instant,
    /** Null while it is unread. */
    read_at: z.nullable(Instant),
    action: z.nullable(NotificationAction),
  }),
})
export type Notification = z.infer<typeof Notification>

/** When copies of notifications are sent by mail: never, each at once, or those of a day together. */
export const NotificationMails = z.enum(['never', 'instant', 'daily'])
export type NotificationMails = z.infer<typeof NotificationMails>
