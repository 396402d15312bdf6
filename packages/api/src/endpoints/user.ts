import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { one } from '../resources/common.ts'
import { SortQuery } from './files.ts'
import { NamePart } from '../resources/text.ts'
import { Locale, ThemeMode, User } from '../resources/user.ts'

const self = { by: 'user', targets: [] } as const

export const currentUser = endpoint({
  id: 'user.current',
  method: 'GET',
  path: '/api/user',
  summary: 'The signed-in user',
  access: self,
  /** The order of what comes with the user, as in every call of SPEC section 7 that takes the sort. */
  query: SortQuery,
  response: one(User),
})

/** The closed list of settings a user may write, by name. */
export const UserSetting = z.discriminatedUnion('name', [
  z.object({ name: z.literal('theme_mode'), value: ThemeMode }),
  z.object({ name: z.literal('locale'), value: Locale }),
  z.object({ name: z.literal('first_name'), value: NamePart }),
  z.object({ name: z.literal('last_name'), value: NamePart }),
])

export const updateSetting = endpoint({
  id: 'user.update-setting',
  method: 'PATCH',
  path: '/api/user/settings',
  summary: 'Save one setting of the signed-in user',
  access: self,
  body: UserSetting,
})
