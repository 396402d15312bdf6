import * as z from '@holdall/schema'
import { endpoint } from '../endpoint.ts'
import { NewAccount } from '../resources/account.ts'
import { Id } from '../resources/field-types.ts'
import { humanCheckFields } from '../resources/human-check.ts'
import { InvitationSecret } from '../resources/team.ts'

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
  errors: ['link-expired', 'sign-in-required'],
  throttle: 'verification',
  changes: ['user', 'notifications'],
})
