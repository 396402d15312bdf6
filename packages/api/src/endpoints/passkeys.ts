import * as z from '@holdall/schema'
import { endpoint } from '../endpoint.ts'
import { Id, one } from '../resources/field-types.ts'
import {
  AuthenticationOptions,
  AuthenticationResponse,
  Passkey,
  PasskeyName,
  RegistrationOptions,
  RegistrationResponse,
} from '../resources/passkey.ts'

const self = { by: 'user', targets: {} } as const

export const userPasskeys = endpoint({
  id: 'passkeys.browse',
  method: 'GET',
  path: '/api/user/passkeys',
  summary: 'The passkeys of the signed-in user, the newest first; at most 20',
  access: self,
  response: z.object({ data: z.array(Passkey) }),
})

export const passkeyRegistrationOptions = endpoint({
  id: 'passkeys.registration-options',
  method: 'POST',
  path: '/api/user/passkeys/options',
  summary: 'What a browser needs to make a passkey for the signed-in user; valid for five minutes',
  access: self,
  confirmed: true,
  response: RegistrationOptions,
  errors: ['passkeys-unavailable', 'too-many-passkeys'],
  changes: [],
})

export const registerPasskey = endpoint({
  id: 'passkeys.register',
  method: 'POST',
  path: '/api/user/passkeys',
  summary: 'Add the passkey that a browser has made, to sign in with',
  access: self,
  confirmed: true,
  body: z.object({ name: PasskeyName, credential: RegistrationResponse }),
  response: one(Passkey),
  status: 201,
  errors: ['passkeys-unavailable', 'passkey-refused', 'passkey-expired', 'too-many-passkeys'],
  changes: [],
})

export const renamePasskey = endpoint({
  id: 'passkeys.rename',
  method: 'PATCH',
  path: '/api/user/passkeys/:id',
  summary: 'Rename a passkey of the signed-in user',
  access: self,
  params: z.object({ id: Id }),
  body: z.object({ name: PasskeyName }),
  response: one(Passkey),
  changes: [],
})

export const removePasskey = endpoint({
  id: 'passkeys.remove',
  method: 'DELETE',
  path: '/api/user/passkeys/:id',
  summary: 'Remove a passkey of the signed-in user; sessions that began with it do not end',
  access: self,
  confirmed: true,
  params: z.object({ id: Id }),
  errors: ['last-sign-in-method'],
  changes: [],
})

export const passkeyConfirmationOptions = endpoint({
  id: 'passkeys.confirmation-options',
  method: 'POST',
  path: '/user/confirm-passkey/options',
  summary: 'What a browser needs to use a passkey of the signed-in user; valid for five minutes',
  access: self,
  response: AuthenticationOptions,
  errors: ['passkeys-unavailable', 'passkey-refused'],
  changes: [],
})

export const confirmPasskey = endpoint({
  id: 'passkeys.confirm',
  method: 'POST',
  path: '/user/confirm-passkey',
  summary: 'Use a passkey in place of the password; allows privileged changes in this session for 15 minutes',
  access: self,
  body: z.object({ credential: AuthenticationResponse }),
  errors: ['passkeys-unavailable', 'passkey-refused', 'passkey-expired'],
  throttle: 'password-confirmation',
  changes: [],
})

export const passkeySignInOptions = endpoint({
  id: 'passkeys.sign-in-options',
  method: 'POST',
  path: '/api/passkeys/options',
  summary: 'What a browser needs to sign in with a passkey, whoever its user is; valid for five minutes',
  access: { by: 'anyone', why: 'it names no account' },
  response: AuthenticationOptions,
  errors: ['passkeys-unavailable'],
  throttle: 'passkey-options',
  changes: [],
})

export const passkeySignIn = endpoint({
  id: 'passkeys.sign-in',
  method: 'POST',
  path: '/api/passkeys/sign-in',
  summary: 'Sign in with a passkey; sets the session cookie',
  access: { by: 'anyone', why: 'it is how a session begins' },
  body: z.object({ credential: AuthenticationResponse }),
  response: z.object({ two_factor: z.boolean() }),
  errors: ['passkeys-unavailable', 'passkey-refused', 'passkey-expired', 'not-verified'],
  throttle: 'sign-in',
  changes: [],
})
