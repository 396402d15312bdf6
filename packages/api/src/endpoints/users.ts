import { endpoint } from '../endpoint.ts'
import { one, SortQuery } from '../resources/field-types.ts'
import { StorageUsage } from '../resources/storage-usage.ts'
import { User } from '../resources/user.ts'

const self = { by: 'user', targets: {} } as const

export const currentUser = endpoint({
  id: 'user.current',
  method: 'GET',
  path: '/api/user',
  summary:
    'The signed-in user; the sort is that of the favourites, which otherwise have the order in which they were added',
  access: self,
  duringDeletion: true,
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
