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
  /** Accepted as section 7 of the specification lists it (`7.30`); it has no effect. */
  query: SortQuery,
  response: one(User),
})
