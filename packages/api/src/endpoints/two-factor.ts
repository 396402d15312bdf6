import { endpoint } from '../endpoint.ts'
import { one } from '../resources/field-types.ts'
import {
  CodeOfApp,
  OptionalSecondFactor,
  RecoveryCodes,
  SecondFactor,
  TwoFactorQrCode,
} from '../resources/two-factor.ts'

const self = { by: 'user', targets: {} } as const

export const answerChallenge = endpoint({
  id: 'two-factor.answer-challenge',
  method: 'POST',
  path: '/two-factor-challenge',
  summary: 'Give the second factor after the password; completes the sign-in under a new session cookie',
  access: { by: 'challenged' },
  body: SecondFactor,
  throttle: 'second-factor',
  changes: [],
})

export const enrolTwoFactor = endpoint({
  id: 'two-factor.enrol',
  method: 'POST',
  path: '/user/two-factor-authentication',
  summary: 'Create the secret for an authenticator app; it counts once a code of the app was given',
  access: self,
  errors: ['conflict'],
  confirmed: true,
  changes: [],
})

export const twoFactorQrCode = endpoint({
  id: 'two-factor.qr-code',
  method: 'GET',
  path: '/user/two-factor-qr-code',
  summary: 'The secret for an authenticator app, until a code of the app was given',
  access: self,
  response: one(TwoFactorQrCode),
  errors: ['not-found'],
  confirmed: true,
})

export const confirmTwoFactor = endpoint({
  id: 'two-factor.confirm',
  method: 'POST',
  path: '/user/confirmed-two-factor-authentication',
  summary:
    'Turn on the second factor by a code of the app; ends all other sessions, and answers the recovery codes once',
  access: self,
  body: CodeOfApp,
  response: one(RecoveryCodes),
  errors: ['conflict'],
  throttle: 'second-factor',
  confirmed: true,
  changes: ['user'],
})

export const disableTwoFactor = endpoint({
  id: 'two-factor.disable',
  method: 'DELETE',
  path: '/user/two-factor-authentication',
  summary:
    'Turn off the second factor by a code or a recovery code, ending all other sessions; or discard a secret that was not confirmed',
  access: self,
  body: OptionalSecondFactor,
  errors: ['conflict'],
  throttle: 'second-factor',
  confirmed: true,
  changes: ['user'],
})

export const recoveryCodes = endpoint({
  id: 'two-factor.recovery-codes',
  method: 'GET',
  path: '/user/two-factor-recovery-codes',
  summary: 'How many recovery codes are left; they are shown only when they are created',
  access: self,
  response: one(RecoveryCodes),
})

export const createRecoveryCodes = endpoint({
  id: 'two-factor.create-recovery-codes',
  method: 'POST',
  path: '/user/two-factor-recovery-codes',
  summary: 'Replace the recovery codes, by a code or a recovery code; ends all other sessions',
  access: self,
  body: SecondFactor,
  response: one(RecoveryCodes),
  errors: ['conflict'],
  throttle: 'second-factor',
  confirmed: true,
  changes: [],
})
