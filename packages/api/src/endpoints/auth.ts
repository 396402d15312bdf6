import * as z from '@holdall/schema'
import { endpoint } from '../endpoint.ts'
import { OfferedPassword } from '../resources/offered-password.ts'
import { Email } from '../resources/email.ts'

export const signIn = endpoint({
  id: 'auth.sign-in',
  method: 'POST',
  path: '/login',
  summary: 'Sign in; sets the session cookie',
  access: { by: 'anyone', why: 'it is how a session begins' },
  body: z.object({ email: Email, password: OfferedPassword }),
  response: z.object({ two_factor: z.boolean() }),
  errors: ['bad-credentials', 'not-verified'],
  throttle: 'sign-in',
  changes: [],
})

export const signOut = endpoint({
  id: 'auth.sign-out',
  method: 'POST',
  path: '/logout',
  summary: 'End the session; answers alike without one',
  access: { by: 'anyone', why: 'signing out twice is no error' },
  changes: [],
})

export const confirmOwnAddress = endpoint({
  id: 'auth.confirm-own-address',
  method: 'POST',
  path: '/api/user/email/verify',
  summary: 'Send a link that confirms the address of the account; nothing where it is confirmed',
  access: { by: 'user', targets: {} },
  changes: [],
})

export const resendVerification = endpoint({
  id: 'auth.resend-verification',
  method: 'POST',
  path: '/api/user/verify',
  summary: 'Send the confirmation again; answers alike for every address',
  access: { by: 'anyone', why: 'who waits for the mail has no session' },
  body: z.object({ email: Email }),
  throttle: 'verification-mail',
  changes: [],
})
