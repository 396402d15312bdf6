import * as z from '@holdall/schema'
import { endpoint } from '../endpoint.ts'
import { PasswordReset, RecoveryLink } from '../resources/account.ts'
import { Email } from '../resources/email.ts'
import { one } from '../resources/field-types.ts'
import { humanCheckFields } from '../resources/human-check.ts'
import { RecoveryAccess } from '../resources/recovery-access.ts'

export const recoverPassword = endpoint({
  id: 'password.recover',
  method: 'POST',
  path: '/api/password/recover',
  summary: 'Send a link that sets a new password; answers alike for every address',
  access: { by: 'anyone', why: 'who forgot the password has no session' },
  body: z.object({ email: Email, ...humanCheckFields }),
  response: z.object({ message: z.string() }),
  errors: ['human-check-failed', 'human-check-unavailable'],
  throttle: 'password-recovery',
  changes: [],
})

/** A POST, so that the token is in no address. */
export const showRecoveryAccess = endpoint({
  id: 'password.show-access',
  method: 'POST',
  path: '/api/password/reset/access',
  summary: 'What can still get into the account after a new password, by the link in the mail; changes nothing',
  access: { by: 'anyone', why: 'the link is the proof' },
  body: RecoveryLink,
  response: one(RecoveryAccess),
  errors: ['link-expired'],
  throttle: 'password-reset',
  changes: [],
})

export const resetPassword = endpoint({
  id: 'password.reset',
  method: 'POST',
  path: '/api/password/reset',
  summary:
    'Set a new password by the link in the mail; ends all sessions and begins none, and what was made before the address was confirmed',
  access: { by: 'anyone', why: 'the link is the proof' },
  body: PasswordReset,
  response: z.object({ message: z.string() }),
  errors: ['link-expired', 'two-factor-required'],
  throttle: 'password-reset',
  changes: ['user', 'shares'],
})
