import {
  confirmPasskey,
  passkeyConfirmationOptions,
  passkeyRegistrationOptions,
  passkeySignIn,
  passkeySignInOptions,
  registerPasskey,
  removePasskey,
  renamePasskey,
  userPasskeys,
} from '@holdall/api'
import type { FastifyRequest } from 'fastify'
import { handle, type Route } from '../../http/route.ts'
import { refuse, refuseSecret } from '../../infrastructure/errors/refusal.ts'
import { confirmSession } from '../../infrastructure/sessions/session.store.ts'
import { completeSignIn, type CompleteSignInDeps } from '../auth/complete-sign-in.ts'
import { maySignIn } from '../users/confirmed-address.ts'
import { browserOf, markBrowser } from './passkey-challenge.ts'
import { passkeysOf, setPasskeyName } from './passkey.store.ts'
import {
  acceptPasskey,
  authenticationOptions,
  type PasskeyDeps,
  registerPasskeyOf,
  registrationOptions,
  removePasskeyOf,
} from './passkey-service.ts'
import { presentPasskey } from './present-passkey.ts'
import { relyingPartyOf } from './relying-party.ts'

/** Sign-in with a passkey, and the passkeys of the caller. */
export function passkeyRoutes(services: PasskeyDeps & CompleteSignInDeps): Route[] {
  const { clock, config, db, transact } = services
  const partyOf = (request: FastifyRequest) => {
    const party = relyingPartyOf(config, request)
    if (!party) throw refuse('passkeys-unavailable')
    return party
  }
  return [
    handle(passkeySignInOptions, (_input, { request, reply }) => {
      const party = partyOf(request)
      const use = { purpose: 'sign-in', holder: markBrowser(services, request, reply) } as const
      return Promise.resolve(authenticationOptions(services, party, use, []))
    }),

    handle(passkeySignIn, async ({ body }, { request, reply }) => {
      const party = partyOf(request)
      const use = { purpose: 'sign-in', holder: browserOf(request) } as const
      const { user, isUserVerified } = await acceptPasskey(services, party, use, body.credential)
      if (!maySignIn(services, user)) throw refuse('not-verified')
      const proven = {
        id: user.id,
        passwordVersion: user.password_version,
        // Having the device and unlocking it are two factors; having it is one.
        secondFactor: isUserVerified ? 'replaced' : 'ask',
      } as const
      return completeSignIn(services, proven, request, reply)
    }),

    handle(passkeyConfirmationOptions, async (_input, { actor, request }) => {
      const party = partyOf(request)
      const own = await passkeysOf(db, actor.userId)
      if (own.length === 0) throw refuse('passkey-refused')
      const use = { purpose: 'confirm', holder: actor.sessionId } as const
      return authenticationOptions(services, party, use, own)
    }),

    handle(confirmPasskey, async ({ body }, { actor, request }) => {
      const use = { purpose: 'confirm', holder: actor.sessionId } as const
      const { isUserVerified } = await acceptPasskey(services, partyOf(request), use, body.credential, actor.userId)
      // Whoever finds a browser open may have its security key too.
      if (!isUserVerified) throw refuseSecret('passkey-refused')
      if (!(await confirmSession(db, actor.sessionId, clock.now()))) throw refuse('unauthenticated')
      return {}
    }),

    handle(userPasskeys, async (_input, { actor }) => ({
      data: (await passkeysOf(db, actor.userId)).map(presentPasskey),
    })),

    handle(passkeyRegistrationOptions, (_input, { actor, request }) =>
      registrationOptions(services, partyOf(request), actor.userId, { purpose: 'register', holder: actor.sessionId }),
    ),

    handle(registerPasskey, async ({ body }, { actor, request }) => {
      const row = await registerPasskeyOf(services, partyOf(request), actor, body)
      return { data: presentPasskey(row) }
    }),

    handle(renamePasskey, async ({ params, body }, { actor }) => {
      const row = await transact((trx) => setPasskeyName(trx, actor.userId, params.id, body.name))
      if (!row) throw refuse('not-found')
      return { data: presentPasskey(row) }
    }),

    handle(removePasskey, async ({ params }, { actor }) => {
      await removePasskeyOf(services, actor.userId, params.id)
      return {}
    }),
  ]
}
