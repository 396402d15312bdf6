import * as z from '@holdall/schema'
import { endpoint } from '../endpoint.ts'
import { NamePart } from '../resources/text.ts'
import { EmojiType, Locale, ThemeMode } from '../resources/user.ts'

/** The settings that users can change, each with the schema of its value. */
export const UserSetting = z.discriminatedUnion('name', [
  z.object({ name: z.literal('theme_mode'), value: ThemeMode }),
  z.object({ name: z.literal('emoji_type'), value: EmojiType }),
  z.object({ name: z.literal('locale'), value: Locale }),
  z.object({ name: z.literal('first_name'), value: NamePart }),
  z.object({ name: z.literal('last_name'), value: NamePart }),
])

export const updateSetting = endpoint({
  id: 'user.update-setting',
  method: 'PATCH',
  path: '/api/user/settings',
  summary: 'Save one setting of the signed-in user',
  access: { by: 'user', targets: {} },
  body: UserSetting,
})
