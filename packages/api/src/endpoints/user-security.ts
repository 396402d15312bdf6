import * as z from '@holdall/schema'
import { endpoint } from '../endpoint.ts'
import { OfferedPassword, PasswordChange } from '../resources/account.ts'
import { SessionId, UserSession } from '../resources/session.ts'

const self = { by: 'user', targets: {} } as const

export const changePassword = endpoint({
  id: 'user.change-password',
  method: 'POST',
  path: '/api/user/password',
  summary: 'Change the password; ends all other sessions and replaces this one',
  access: self,
  body: PasswordChange,
  errors: ['conflict'],
  throttle: 'password-change',
  changes: [],
})

export const confirmPassword = endpoint({
  id: 'user.confirm-password',
  method: 'POST',
  path: '/user/confirm-password',
  summary: 'Give the password again; allows privileged changes in this session for 15 minutes',
  access: self,
  body: z.object({ password: OfferedPassword }),
  throttle: 'password-confirmation',
  changes: [],
})

export const userSessions = endpoint({
  id: 'user.sessions',
  method: 'GET',
  path: '/api/user/sessions',
  summary: 'The sessions of the signed-in user, the last used first; at most 100',
  access: self,
  response: z.object({ data: z.array(UserSession) }),
})

export const endSession = endpoint({
  id: 'user.end-session',
  method: 'DELETE',
  path: '/api/user/sessions/:id',
  summary: 'End one session of the signed-in user',
  access: self,
  params: z.object({ id: SessionId }),
  changes: [],
})

export const endOtherSessions = endpoint({
  id: 'user.end-other-sessions',
  method: 'DELETE',
  path: '/api/user/sessions',
  summary: 'End all sessions of the signed-in user but this one',
  access: self,
  changes: [],
})
