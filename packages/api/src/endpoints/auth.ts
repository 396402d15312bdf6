import * as z from '@holdall/schema'
import { endpoint } from '../endpoint.ts'
import { NewAccount, OfferedPassword } from '../resources/account.ts'
import { Email } from '../resources/email.ts'
import { Id } from '../resources/field-types.ts'
import { humanCheckFields } from '../resources/human-check.ts'
import { InvitationSecret } from '../resources/team.ts'

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

export const signUp = endpoint({
  id: 'auth.sign-up',
  method: 'POST',
  path: '/api/register',
  summary: 'Create an account; signs in unless the address has to be confirmed first',
  access: { by: 'anyone', why: 'the operator decides who may sign up' },
  body: z.intersection(
    NewAccount,
    z.object({
      /** To a team folder: the secret of its mail shows that the address is the caller's. */
      invitation: z.optional(z.object({ id: Id, secret: InvitationSecret })),
      ...humanCheckFields,
    }),
  ),
  response: z.object({ verification: z.enum(['none', 'mailed']) }),
  status: 201,
  errors: [
    'registration-closed',
    'registration-by-invitation',
    'disposable-address',
    'human-check-failed',
    'human-check-unavailable',
  ],
  throttle: 'sign-up',
  changes: ['user'],
})

/** A GET changes nothing here, because mail scanners and browsers fetch links that nobody has clicked. */
export const verifyEmailLink = endpoint({
  id: 'auth.verify-email-link',
  method: 'GET',
  path: '/api/user/verify/:id',
  summary: 'Redirect to the page that confirms an e-mail address',
  access: { by: 'anyone', why: 'it redirects, and reads nothing' },
  params: z.object({ id: Id }),
  query: z.object({ expires: z.string().check(z.maxLength(20)), signature: z.string().check(z.maxLength(128)) }),
  answers: 'nothing',
  status: 302,
})

export const verifyEmail = endpoint({
  id: 'auth.verify-email',
  method: 'POST',
  path: '/api/user/verify/:id',
  summary: 'Confirm an e-mail address by the signed link; again is no error',
  access: { by: 'anyone', why: 'the link is the proof' },
  params: z.object({ id: Id }),
  body: z.object({ expires: z.string().check(z.maxLength(20)), signature: z.string().check(z.maxLength(128)) }),
  errors: ['link-expired'],
  throttle: 'verification',
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
