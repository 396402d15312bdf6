import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type {
  AuthenticationOptions,
  AuthenticationResponse,
  RegistrationOptions,
  RegistrationResponse,
} from '@holdall/api'
import { isoCBOR } from '@simplewebauthn/server/helpers'

interface Credential {
  readonly id: Buffer
  readonly userHandle: string
  readonly privateKey: KeyObject
  readonly publicKey: Uint8Array
}

export interface AuthenticatorState {
  /** Of the page. */
  origin: string
  /** False: it only notices that somebody touches it. */
  isUserVerified: boolean
  /** Signatures so far; null for a device that does not count. */
  counter: number | null
}

/** What a browser or device that is not honest, or not on this site, puts in place of the right values. */
interface Falsified {
  readonly type?: string
  readonly challenge?: string
  readonly rpId?: string
  readonly userHandle?: string
  readonly credentialId?: Buffer
  /** A statement about the make of the device, with its format. */
  readonly statement?: readonly [string, Map<string, Uint8Array | Uint8Array[]>]
}

/** A browser with an authenticator that holds passkeys and makes real signatures (ES256). */
export interface Authenticator extends AuthenticatorState {
  create(options: RegistrationOptions, falsified?: Falsified): RegistrationResponse
  /** Signs with the last passkey that it made for this site. */
  get(options: AuthenticationOptions, falsified?: Falsified): AuthenticationResponse
}

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const HAS_CREDENTIAL = 0x40

const base64Url = (bytes: Uint8Array | string) => Buffer.from(bytes as Uint8Array).toString('base64url')
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest()

function coseKey(publicKey: KeyObject): Uint8Array {
  const { x, y } = publicKey.export({ format: 'jwk' })
  return isoCBOR.encode(
    new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x!, 'base64url'))],
      [-3, new Uint8Array(Buffer.from(y!, 'base64url'))],
    ]),
  )
}

export function createAuthenticator(initial: Partial<AuthenticatorState> = {}): Authenticator {
  const credentials: Credential[] = []
  const authenticator: Authenticator = {
    origin: 'http://localhost',
    isUserVerified: true,
    counter: 0,
    ...initial,

    create(options, falsified = {}) {
      const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      const id = falsified.credentialId ?? randomBytes(32)
      const made: Credential = { id, userHandle: options.user.id, privateKey, publicKey: coseKey(publicKey) }
      credentials.push(made)
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const attested = Buffer.concat([Buffer.alloc(16), length, id, made.publicKey])
      const [format, statement] = falsified.statement ?? ['none', new Map<string, Uint8Array | Uint8Array[]>()]
      const attestation = new Map<string, string | Uint8Array | typeof statement>([
        ['fmt', format],
        ['attStmt', statement],
        ['authData', new Uint8Array(authenticatorData(falsified.rpId ?? options.rp.id, attested))],
      ])
      return {
        id: base64Url(id),
        rawId: base64Url(id),
        type: 'public-key',
        response: {
          clientDataJSON: clientData('webauthn.create', options.challenge, falsified),
          attestationObject: base64Url(isoCBOR.encode(attestation)),
          transports: ['internal', 'hybrid'],
        },
      }
    },

    get(options, falsified = {}) {
      const { id, userHandle, privateKey } = credentials.at(-1)!
      if (authenticator.counter !== null) authenticator.counter += 1
      const data = authenticatorData(falsified.rpId ?? options.rpId)
      const clientDataJSON = clientData('webauthn.get', options.challenge, falsified)
      const signed = Buffer.concat([data, sha256(Buffer.from(clientDataJSON, 'base64url'))])
      const shownId = base64Url(falsified.credentialId ?? id)
      return {
        id: shownId,
        rawId: shownId,
        type: 'public-key',
        response: {
          clientDataJSON,
          authenticatorData: base64Url(data),
          signature: base64Url(sign('sha256', signed, privateKey)),
          userHandle: falsified.userHandle ?? userHandle,
        },
      }
    },
  }

  function authenticatorData(rpId: string, attested?: Uint8Array): Buffer {
    const flags =
      USER_PRESENT | (authenticator.isUserVerified ? USER_VERIFIED : 0) | (attested === undefined ? 0 : HAS_CREDENTIAL)
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(authenticator.counter ?? 0)
    return Buffer.concat([sha256(rpId), Buffer.of(flags), counter, ...(attested ? [attested] : [])])
  }

  const clientData = (type: string, challenge: string, falsified: Falsified) =>
    base64Url(
      JSON.stringify({
        type: falsified.type ?? type,
        challenge: falsified.challenge ?? challenge,
        origin: authenticator.origin,
        crossOrigin: false,
      }),
    )

  return authenticator
}
