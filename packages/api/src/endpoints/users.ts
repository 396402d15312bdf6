import { endpoint } from '../endpoint.ts'
import { one, SortQuery } from '../resources/field-types.ts'
import { User } from '../resources/user.ts'

const self = { by: 'user', targets: {} } as const

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
