import * as z from '@holdall/schema'
import { endpoint } from '../endpoint.ts'
import { NotificationMails } from '../resources/notification.ts'
import { NamePart } from '../resources/text.ts'
import { TimeZone } from '../resources/time-zone.ts'
import { EmojiType, Locale, ThemeMode } from '../resources/user.ts'

/** Null is the time zone of the device. */
const ChosenTimeZone = z.nullable(TimeZone)

/** The settings that users can change, each with the schema of its value. */
export const UserSetting = z.discriminatedUnion('name', [
  z.object({ name: z.literal('theme_mode'), value: ThemeMode }),
  z.object({ name: z.literal('emoji_type'), value: EmojiType }),
  z.object({ name: z.literal('locale'), value: Locale }),
  z.object({ name: z.literal('first_name'), value: NamePart }),
  z.object({ name: z.literal('last_name'), value: NamePart }),
  z.object({ name: z.literal('timezone'), value: ChosenTimeZone }),
  z.object({ name: z.literal('notification_mails'), value: NotificationMails }),
])

export type UserSetting = z.output<typeof UserSetting>

/** The same as one field, `{first_name: "Ada"}`, as inline saves of the specification send it. */
const UserSettingField = z.pipe(
  z
    .object({
      theme_mode: z.optional(ThemeMode),
      emoji_type: z.optional(EmojiType),
      locale: z.optional(Locale),
      first_name: z.optional(NamePart),
      last_name: z.optional(NamePart),
      timezone: z.optional(ChosenTimeZone),
      notification_mails: z.optional(NotificationMails),
    })
    .check(z.refine((fields) => Object.keys(fields).length === 1, 'Send one setting at a time.')),
  z.transform((fields) => {
    const [[name, value] = []] = Object.entries(fields)
    return { name, value } as UserSetting
  }),
)

export const updateSetting = endpoint({
  id: 'user.update-setting',
  method: 'PATCH',
  path: '/api/user/settings',
  summary: 'Save one setting of the signed-in user',
  access: { by: 'user', targets: {} },
  body: z.union([UserSetting, UserSettingField]),
  changes: ['user'],
})
