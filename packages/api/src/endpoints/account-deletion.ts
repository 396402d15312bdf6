import * as z from '@holdall/schema'
import { endpoint } from '../endpoint.ts'
import { AccountDeletion, TeamFolderChoices } from '../resources/account-deletion.ts'
import { Email } from '../resources/email.ts'
import { one } from '../resources/field-types.ts'

const self = { by: 'user', targets: {} } as const

export const showAccountDeletion = endpoint({
  id: 'account-deletion.show',
  method: 'GET',
  path: '/api/user/deletion',
  summary: 'What the deletion of the account needs, and whether it was requested',
  access: self,
  duringDeletion: true,
  response: one(AccountDeletion),
})

export const requestAccountDeletion = endpoint({
  id: 'account-deletion.request',
  method: 'POST',
  path: '/api/user/deletion',
  summary: 'Delete the account once the grace period is over; until then it can only be kept',
  access: self,
  confirmed: true,
  body: z.object({
    /** That of the account, as its user has typed it. */
    email: Email,
    /** All team folders of the account. */
    team_folders: TeamFolderChoices,
  }),
  errors: ['conflict', 'heir-storage-full', 'last-administrator'],
  throttle: 'account-deletion',
  changes: ['user'],
})

export const cancelAccountDeletion = endpoint({
  id: 'account-deletion.cancel',
  method: 'DELETE',
  path: '/api/user/deletion',
  summary: 'Keep the account',
  access: self,
  duringDeletion: true,
  changes: ['user'],
})
