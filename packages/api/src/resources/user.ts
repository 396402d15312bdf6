import * as z from '@holdall/schema'
import { AvatarImages } from './avatar.ts'
import { Entry } from './entry.ts'
import { Bytes, Id, Instant, Role } from './field-types.ts'
import { Notification, NotificationMails } from './notification.ts'

export const ThemeMode = z.enum(['light', 'dark', 'system'])
export type ThemeMode = z.infer<typeof ThemeMode>

/** `twemoji`: the graphics that Holdall brings; `applemoji`: those of the device. */
export const EmojiType = z.enum(['twemoji', 'applemoji'])
export type EmojiType = z.infer<typeof EmojiType>

/** A BCP 47 tag of language, optional script and optional region, which `Intl` accepts. */
export const Locale = z
  .string()
  .check(z.maxLength(20), z.regex(/^[a-z]{2,3}(-[A-Za-z]{4})?(-([A-Za-z]{2}|[0-9]{3}))?$/))

export const User = z.object({
  id: Id,
  type: z.literal('user'),
  attributes: z.object({
    name: z.string(),
    email: z.string(),
    role: Role,
    avatar: z.nullable(AvatarImages),
    /** `#rrggbb`: the background of the initials, where there is no picture. */
    color: z.string(),
    two_factor_confirmed_at: z.nullable(Instant),
    /** Without one, the user signs in by other means only. */
    has_password: z.boolean(),
    verified: z.boolean(),
    /** Bytes; `capacity` is null where storage is not limited. */
    storage: z.object({ used: Bytes, capacity: z.nullable(Bytes) }),
    created_at: Instant,
    /** Its user has asked for its deletion, and can only keep it until then. */
    deletes_at: z.nullable(Instant),
  }),
  relationships: z.object({
    settings: z.object({
      data: z.object({
        id: Id,
        type: z.literal('settings'),
        attributes: z.object({
          first_name: z.string(),
          last_name: z.string(),
          theme_mode: z.nullable(ThemeMode),
          emoji_type: z.nullable(EmojiType),
          locale: z.nullable(z.string()),
          /** A name of the IANA database or one of `timeZoneOffsets`; null is that of the device. */
          timezone: z.nullable(z.string()),
          notification_mails: NotificationMails,
        }),
      }),
    }),
    /** Live folders, in the order in which they were added. */
    favourites: z.object({ data: z.array(Entry) }),
    /** The newest 20 of each; `GET /api/notifications` lists all. */
    readNotifications: z.object({ data: z.array(Notification) }),
    unreadNotifications: z.object({ data: z.array(Notification) }),
  }),
  meta: z.object({
    restrictions: z.object({
      canUpload: z.boolean(),
      canDownload: z.boolean(),
      canCreateFolder: z.boolean(),
      canCreateTeamFolder: z.boolean(),
      canInviteTeamMembers: z.boolean(),
      /** Why something is not allowed; null where everything is. Of the demo account, which changes nothing. */
      cause: z.nullable(z.enum(['storage', 'administrator', 'demo'])),
      /** The same as a sentence, in the language of the account or in the words of an administrator. */
      reason: z.nullable(z.string()),
    }),
    limitations: z.optional(
      z.object({
        /** People in the team folders of the account: members and those who are invited, each address once. */
        max_team_members: z.object({
          use: z.int(),
          /** -1 is unlimited. */
          total: z.int(),
          /** Of the total; 0 where that is unlimited. */
          percentage: z.number(),
        }),
      }),
    ),
    /** The addresses that `max_team_members` counts: those of people who can be invited to further team folders. */
    allowed_emails: z.optional(z.array(z.string())),
  }),
})
export type User = z.infer<typeof User>
