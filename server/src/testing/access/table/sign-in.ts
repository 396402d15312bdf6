import { randomUUID } from 'node:crypto'
import type { AccessEntry } from '../entry.ts'
import { byAnyone, byId, bySignedIn, owners, person, someId, someSecret } from './presets.ts'
import { challengedOnly } from './rows-of-users.ts'

const credential = { id: someSecret, rawId: someSecret, type: 'public-key' }
const newCredential = { ...credential, response: { clientDataJSON: 'x', attestationObject: 'x' } }
const usedCredential = { ...credential, response: { clientDataJSON: 'x', authenticatorData: 'x', signature: 'x' } }

export const signInCalls: Readonly<Record<string, AccessEntry>> = {
  'auth.api-sign-in': { ...byAnyone, call: () => ({ body: { email: 'nobody@example.com', password: 'x' } }) },
  'auth.api-sign-out': byAnyone,
  'auth.sign-in': { ...byAnyone, call: () => ({ body: { email: 'nobody@example.com', password: 'x' } }) },
  'auth.sign-out': byAnyone,
  'auth.sign-up': { ...byAnyone, call: () => ({ body: person }) },
  'auth.verify-email': {
    ...byAnyone,
    call: () => ({ params: { id: someId }, body: { expires: '1', signature: 'x' } }),
  },
  'auth.verify-email-link': {
    ...byAnyone,
    call: () => ({ params: { id: someId }, query: { expires: '1', signature: 'x' } }),
  },
  'auth.confirm-own-address': { ...bySignedIn, token: 'never' },
  'auth.resend-verification': { ...byAnyone, call: () => ({ body: { email: `${randomUUID()}@example.com` } }) },

  'password.recover': { ...byAnyone, call: () => ({ body: { email: `${randomUUID()}@example.com` } }) },
  'password.show-access': { ...byAnyone, call: () => ({ body: { email: person.email, token: 'x' } }) },
  'password.reset': { ...byAnyone, call: () => ({ body: { ...person, token: 'x' } }) },

  'two-factor.answer-challenge': {
    call: () => ({ body: { code: '000000' } }),
    actors: 'role role | role role role | sign sign sign sign sign | sign sign | sign role',
    accounts: [challengedOnly],
    token: 'nobody',
  },
  'two-factor.confirm': {
    ...bySignedIn,
    call: () => ({ body: { code: '000000' } }),
    token: 'never',
    needsConfirmation: true,
  },
  'two-factor.create-recovery-codes': {
    ...bySignedIn,
    call: () => ({ body: { code: '000000' } }),
    token: 'never',
    needsConfirmation: true,
  },
  'two-factor.disable': {
    ...bySignedIn,
    call: () => ({ body: { code: '000000' } }),
    token: 'never',
    needsConfirmation: true,
  },
  'two-factor.enrol': { ...bySignedIn, token: 'never', needsConfirmation: true },
  'two-factor.qr-code': { ...bySignedIn, token: 'never', needsConfirmation: true },
  'two-factor.recovery-codes': { ...bySignedIn, token: 'never', demoMayCall: true },

  'passkeys.browse': { ...bySignedIn, token: 'never', demoMayCall: true },
  'passkeys.confirm': { ...bySignedIn, call: () => ({ body: { credential: usedCredential } }), token: 'never' },
  'passkeys.confirmation-options': { ...bySignedIn, token: 'never' },
  'passkeys.register': {
    ...bySignedIn,
    call: () => ({ body: { name: 'x', credential: newCredential } }),
    token: 'never',
    needsConfirmation: true,
  },
  'passkeys.registration-options': { ...bySignedIn, token: 'never', needsConfirmation: true },
  'passkeys.remove': {
    ...bySignedIn,
    call: byId,
    subjects: ['passkey'],
    actors: owners,
    token: 'never',
    needsConfirmation: true,
  },
  // Their handlers find those of the caller only: see `passkeys.test.ts`.
  'passkeys.rename': {
    ...bySignedIn,
    call: ({ targets }) => ({ params: { id: targets[0] || someId }, body: { name: 'x' } }),
    subjects: ['passkey'],
    actors: owners,
    token: 'never',
  },
  'passkeys.sign-in': { ...byAnyone, call: () => ({ body: { credential: usedCredential } }) },
  'passkeys.sign-in-options': byAnyone,

  'social-sign-in.begin': { ...byAnyone, call: () => ({ params: { provider: 'google' } }) },
  'social-sign-in.begin-link': {
    ...bySignedIn,
    call: () => ({ params: { provider: 'google' } }),
    token: 'never',
    needsConfirmation: true,
  },
  'social-sign-in.callback': { ...byAnyone, call: () => ({ params: { provider: 'google' } }) },
  'social-sign-in.confirm-pending': {
    ...byAnyone,
    call: () => ({ body: { email: 'nobody@example.com', password: 'x' } }),
  },
  'social-sign-in.list': { ...bySignedIn, token: 'never', demoMayCall: true },
  'social-sign-in.show-pending': byAnyone,
  'social-sign-in.unlink': {
    ...bySignedIn,
    call: () => ({ params: { id: someId } }),
    token: 'never',
    needsConfirmation: true,
  },

  'human-check.challenge': { ...byAnyone, call: () => ({ query: { purpose: 'sign-up' } }) },
}
