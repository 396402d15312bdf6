import * as z from '@holdall/schema'
import { endpoint } from '../endpoint.ts'
import { Email } from '../resources/email.ts'
import { EmailChange } from '../resources/email-change.ts'
import { one } from '../resources/field-types.ts'

const self = { by: 'user', targets: {} } as const

export const showEmailChange = endpoint({
  id: 'email-change.show',
  method: 'GET',
  path: '/api/user/email',
  summary: 'The new address of the signed-in user that waits for its confirmation; null for none',
  access: self,
  response: z.object({ data: z.nullable(EmailChange) }),
})

export const requestEmailChange = endpoint({
  id: 'email-change.request',
  method: 'POST',
  path: '/api/user/email',
  summary: 'Send a link that confirms a new address; answers alike for every address, and changes nothing yet',
  access: self,
  confirmed: true,
  body: z.object({ email: Email }),
  response: one(EmailChange),
  status: 201,
  errors: ['disposable-address'],
  throttle: 'email-change',
  changes: ['user'],
})

export const cancelEmailChange = endpoint({
  id: 'email-change.cancel',
  method: 'DELETE',
  path: '/api/user/email',
  summary: 'Keep the present address; the link that was sent stops working',
  access: self,
  changes: ['user'],
})

export const confirmEmailChange = endpoint({
  id: 'email-change.confirm',
  method: 'POST',
  path: '/api/user/email/confirm',
  summary: 'Use the new address, by the link in the mail to it; ends all other sessions',
  access: self,
  body: z.object({ token: z.string().check(z.minLength(1), z.maxLength(128)) }),
  errors: ['link-expired'],
  throttle: 'email-confirmation',
  changes: ['user'],
})
