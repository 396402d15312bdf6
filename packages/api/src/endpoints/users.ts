import { endpoint } from '../endpoint.ts'
import { one, SortQuery } from '../resources/field-types.ts'
import { StorageUsage } from '../resources/storage-usage.ts'
import { User } from '../resources/user.ts'

const self = { by: 'user', targets: {} } as const

export const currentUser = endpoint({
  id: 'user.current',
  method: 'GET',
  path: '/api/user',
  summary: 'The signed-in user',
  access: self,
  duringDeletion: true,
  /** Accepted as section 7 of the specification lists it (`7.30`); it has no effect. */
  query: SortQuery,
  response: one(User),
})

export const storageUsage = endpoint({
  id: 'user.storage',
  method: 'GET',
  path: '/api/user/storage',
  summary: 'Used storage by category, and the traffic of the last 45 days',
  access: self,
  response: one(StorageUsage),
})
