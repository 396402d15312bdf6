import type { AuthenticationResponse, RegistrationResponse } from '@holdall/api'
import { refuseSecret } from '../../infrastructure/errors/refusal.ts'
import type { RelyingParty } from './relying-party.ts'

/** What the common devices make, in the order of preference: EdDSA, ES256 and RS256 by their numbers in COSE. */
export const ALGORITHMS = [-8, -7, -257]

/** Loaded with the first passkey: it reads certificates in all formats, which takes 300 modules. */
const loadLibrary = () => import('@simplewebauthn/server')
const loadHelpers = () => import('@simplewebauthn/server/helpers')
type Helpers = Awaited<ReturnType<typeof loadHelpers>>

/** The library throws for all that is wrong with a credential; the caller learns that it was refused. */
async function orRefuse<T>(work: () => Promise<T> | T): Promise<T> {
  try {
    return await work()
  } catch {
    throw refuseSecret('passkey-refused')
  }
}

/** The challenge that the browser says it has answered, base64url. */
export async function challengeIn({ response }: RegistrationResponse | AuthenticationResponse): Promise<string> {
  const { decodeClientDataJSON } = await loadHelpers()
  return orRefuse(() => decodeClientDataJSON(response.clientDataJSON).challenge)
}

/**
 * The same attestation object with no statement about the make of the device. Statements are not asked for; the library would
 * verify them, and for that fetch the addresses of revocation lists that are in their certificates.
 */
function withoutStatement(helpers: Helpers, attestationObject: string): string {
  const { decodeAttestationObject, isoBase64URL, isoCBOR } = helpers
  const authData = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject)).get('authData')
  const bare = new Map<string, string | Map<string, string> | Uint8Array>([
    ['fmt', 'none'],
    ['attStmt', new Map()],
    ['authData', authData],
  ])
  return isoBase64URL.fromBuffer(isoCBOR.encode(bare))
}

export interface NewCredential {
  readonly credentialId: string
  /** COSE, base64url. */
  readonly publicKey: string
  readonly counter: number
  readonly transports: readonly string[]
  readonly isBackedUp: boolean
}

/** Throws `passkey-refused` for a credential that was not made for this challenge and this site. */
export async function verifyRegistration(
  credential: RegistrationResponse,
  { challenge, party }: { readonly challenge: string; readonly party: RelyingParty },
): Promise<NewCredential> {
  const { response } = credential
  const [{ verifyRegistrationResponse }, helpers] = await Promise.all([loadLibrary(), loadHelpers()])
  const verified = await orRefuse(() =>
    verifyRegistrationResponse({
      response: {
        ...credential,
        response: {
          clientDataJSON: response.clientDataJSON,
          attestationObject: withoutStatement(helpers, response.attestationObject),
        },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: false,
      supportedAlgorithmIDs: ALGORITHMS,
    }),
  )
  // The id in the authenticator data is the one that is used later.
  if (!verified.verified || verified.registrationInfo.credential.id !== credential.id) {
    throw refuseSecret('passkey-refused')
  }
  const { credential: made, credentialBackedUp } = verified.registrationInfo
  return {
    credentialId: made.id,
    publicKey: helpers.isoBase64URL.fromBuffer(made.publicKey),
    counter: made.counter,
    transports: response.transports ?? [],
    isBackedUp: credentialBackedUp,
  }
}

interface Assertion {
  readonly counter: number
  readonly isBackedUp: boolean
  /** Whether the device has checked who uses it, by a fingerprint, face or PIN. */
  readonly isUserVerified: boolean
}

/** Throws `passkey-refused` for an answer that was not signed by this key, for this challenge and this site. */
export async function verifyAssertion(
  credential: AuthenticationResponse,
  expected: { readonly challenge: string; readonly party: RelyingParty; readonly publicKey: string },
): Promise<Assertion> {
  const { clientDataJSON, authenticatorData, signature } = credential.response
  const [{ verifyAuthenticationResponse }, { isoBase64URL }] = await Promise.all([loadLibrary(), loadHelpers()])
  const { verified, authenticationInfo } = await orRefuse(() =>
    verifyAuthenticationResponse({
      response: {
        ...credential,
        response: { clientDataJSON, authenticatorData, signature },
        clientExtensionResults: {},
      },
      expectedChallenge: expected.challenge,
      expectedOrigin: expected.party.origin,
      expectedRPID: expected.party.id,
      requireUserVerification: false,
      credential: {
        id: credential.id,
        publicKey: isoBase64URL.toBuffer(expected.publicKey),
        // The library compares it before it checks the signature; the store compares it after that.
        counter: 0,
      },
    }),
  )
  if (!verified) throw refuseSecret('passkey-refused')
  const { newCounter, credentialBackedUp, userVerified } = authenticationInfo
  return { counter: newCounter, isBackedUp: credentialBackedUp, isUserVerified: userVerified }
}
