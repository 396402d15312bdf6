import {
  type AuthenticationOptions,
  type AuthenticationResponse,
  MAX_PASSKEYS,
  type RegistrationOptions,
  type RegistrationResponse,
} from '@holdall/api'
import type { Trx } from '../../infrastructure/db/transact.ts'
import { refuse, refuseSecret } from '../../infrastructure/errors/refusal.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import type { UserActor } from '../../infrastructure/sessions/session-actor.ts'
import { requireLiveSession } from '../../infrastructure/sessions/session.store.ts'
import type { Notifications } from '../notifications/notification-service.ts'
import { type ConfiguredProviders, requireSignInMethod } from '../users/sign-in-methods.store.ts'
import { accountOf, findUserById } from '../users/user.store.ts'
import { CHALLENGE_TTL_MS, type ChallengeUse, makeChallenge, readChallenge, useChallenge } from './passkey-challenge.ts'
import { passkeyMailJob, passkeyNotification, type PasskeyEvent } from './passkey-mails.ts'
import {
  deletePasskey,
  findByCredential,
  insertPasskey,
  type PasskeyRow,
  passkeysOf,
  recordUse,
} from './passkey.store.ts'
import type { RelyingParty } from './relying-party.ts'
import { ALGORITHMS, challengeIn, verifyAssertion, verifyRegistration } from './verify-credential.ts'

export type PasskeyDeps = Pick<
  Infrastructure,
  'clock' | 'config' | 'db' | 'ids' | 'jobs' | 'mailer' | 'secret' | 'settings' | 'transact'
> & {
  readonly notifications: Notifications
  readonly signInProviders: ConfiguredProviders
}

const described = ({ credential_id, transports }: PasskeyRow) => ({
  id: credential_id,
  type: 'public-key' as const,
  transports: JSON.parse(transports) as string[],
})

function refuseTooMany(): never {
  throw refuse('too-many-passkeys', { text: 'error.too-many-passkeys.count', values: { count: MAX_PASSKEYS } })
}

/** Browsers and devices show names of 64 bytes at least, and may refuse longer ones than they can store. */
const base64Url = (text: string) => Buffer.from(text).toString('base64url')

/** What a browser needs to make a passkey for this user. */
export async function registrationOptions(
  services: PasskeyDeps,
  party: RelyingParty,
  userId: string,
  use: ChallengeUse,
): Promise<RegistrationOptions> {
  const { db, settings } = services
  const own = await passkeysOf(db, userId)
  if (own.length >= MAX_PASSKEYS) refuseTooMany()
  const { user } = await accountOf(db, userId)
  return {
    challenge: base64Url(makeChallenge(services, use)),
    rp: { id: party.id, name: await settings.get('app.name') },
    user: { id: base64Url(userId), name: user.email, displayName: user.name },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: 'public-key' })),
    timeout: CHALLENGE_TTL_MS,
    attestation: 'none',
    excludeCredentials: own.map(described),
    // Stored on the device, because signing in asks for no account.
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'preferred' },
  }
}

/** What a browser needs to use a passkey: any of this site, or one of `allowed`, whose device has to verify its user. */
export const authenticationOptions = (
  services: PasskeyDeps,
  party: RelyingParty,
  use: ChallengeUse,
  allowed: readonly PasskeyRow[],
): AuthenticationOptions => ({
  challenge: base64Url(makeChallenge(services, use)),
  rpId: party.id,
  timeout: CHALLENGE_TTL_MS,
  userVerification: allowed.length > 0 ? 'required' : 'preferred',
  allowCredentials: allowed.map(described),
})

/** Tells the owner, by mail too. */
async function tellOwner(
  { jobs, notifications }: PasskeyDeps,
  trx: Trx,
  passkey: Pick<PasskeyRow, 'user_id' | 'name'>,
  event: PasskeyEvent,
): Promise<void> {
  await notifications.notify(trx, passkey.user_id, passkeyNotification(event, passkey.name))
  await jobs.enqueue(trx, passkeyMailJob, { userId: passkey.user_id, event })
}

interface Registration {
  readonly name: string
  readonly credential: RegistrationResponse
}

export async function registerPasskeyOf(
  services: PasskeyDeps,
  party: RelyingParty,
  actor: UserActor,
  { name, credential }: Registration,
): Promise<PasskeyRow> {
  const { userId, sessionId } = actor
  const { clock, ids, transact } = services
  const challenge = await challengeIn(credential)
  const answered = readChallenge(services, { purpose: 'register', holder: sessionId }, challenge)
  const made = await verifyRegistration(credential, { challenge, party })
  const row: PasskeyRow = {
    id: ids.next(),
    user_id: userId,
    credential_id: made.credentialId,
    public_key: made.publicKey,
    counter: made.counter,
    transports: JSON.stringify(made.transports),
    name,
    is_backed_up: made.isBackedUp ? 1 : 0,
    created_at: clock.now(),
    last_used_at: null,
  }
  await transact(async (trx) => {
    await requireLiveSession(trx, actor, clock.now())
    await useChallenge(trx, answered)
    if ((await passkeysOf(trx, userId)).length >= MAX_PASSKEYS) refuseTooMany()
    // Whoever registers the credential of another account learns nothing about it.
    if (!(await insertPasskey(trx, row))) throw refuse('passkey-refused')
    await tellOwner(services, trx, row, 'added')
  })
  return row
}

/**
 * Sessions stay: who signed in with the passkey was the owner. Throws `last-sign-in-method` where the account could not be
 * signed in to without it.
 */
export async function removePasskeyOf(services: PasskeyDeps, userId: string, id: string): Promise<void> {
  await services.transact(async (trx) => {
    const removed = await deletePasskey(trx, userId, id)
    if (!removed) throw refuse('not-found')
    await requireSignInMethod(trx, services.signInProviders, userId)
    await tellOwner(services, trx, removed, 'removed')
  })
}

/**
 * Checks what a passkey has signed, and stores that it was used. `ownerId`: the only account whose passkeys are accepted.
 * Throws `passkey-refused` or `passkey-expired`.
 */
export async function acceptPasskey(
  services: PasskeyDeps,
  party: RelyingParty,
  use: ChallengeUse,
  credential: AuthenticationResponse,
  ownerId?: string,
) {
  const { clock, db, transact } = services
  const challenge = await challengeIn(credential)
  const answered = readChallenge(services, use, challenge)
  const passkey = await findByCredential(db, credential.id)
  const user = passkey && (await findUserById(db, passkey.user_id))
  if (!user || (ownerId !== undefined && user.id !== ownerId)) throw refuseSecret('passkey-refused')
  const { userHandle } = credential.response
  if (userHandle && userHandle !== base64Url(user.id)) throw refuseSecret('passkey-refused')
  const { counter, isBackedUp, isUserVerified } = await verifyAssertion(credential, {
    challenge,
    party,
    publicKey: passkey.public_key,
  })
  const isAccepted = await transact(async (trx) => {
    await useChallenge(trx, answered)
    const isCounted = await recordUse(trx, passkey.id, { counter, isBackedUp, nowMs: clock.now() })
    // Committed, unlike the refusal that follows.
    if (!isCounted) await tellOwner(services, trx, passkey, 'refused')
    return isCounted
  })
  if (!isAccepted) throw refuseSecret('passkey-refused')
  return { user, isUserVerified }
}
