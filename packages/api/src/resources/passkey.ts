import * as z from '@holdall/schema'
import { Id, Instant } from './field-types.ts'
import { oneLine } from './text.ts'

/** An account may have as many. */
export const MAX_PASSKEYS = 20

export const PasskeyName = oneLine(60).check(z.minLength(1, 'Enter a name.'))

/** A way to sign in without a password: a key pair of which the server knows the public key (WebAuthn). */
export const Passkey = z.object({
  id: Id,
  type: z.literal('passkey'),
  attributes: z.object({
    name: z.string(),
    /** Whether it is copied to further devices by its provider. */
    synced: z.boolean(),
    created_at: Instant,
    /** Null until it was used to sign in. */
    last_used_at: z.nullable(Instant),
  }),
})
export type Passkey = z.infer<typeof Passkey>

const base64Url = (maxLength: number) =>
  z.string().check(z.maxLength(maxLength, { abort: true }), z.regex(/^[A-Za-z0-9_-]+$/))

/** WebAuthn allows ids of up to 1,023 bytes. */
const CredentialId = base64Url(1364)
const ClientData = base64Url(8192)
const publicKey = z.literal('public-key')

/** A `RegistrationResponseJSON` of WebAuthn, without what the server does not read. */
export const RegistrationResponse = z.object({
  id: CredentialId,
  rawId: CredentialId,
  type: publicKey,
  response: z.object({
    clientDataJSON: ClientData,
    attestationObject: base64Url(32_768),
    transports: z.optional(z.array(z.string().check(z.regex(/^[a-z-]{1,20}$/))).check(z.maxLength(10))),
  }),
})
export type RegistrationResponse = z.infer<typeof RegistrationResponse>

/** An `AuthenticationResponseJSON` of WebAuthn, without what the server does not read. */
export const AuthenticationResponse = z.object({
  id: CredentialId,
  rawId: CredentialId,
  type: publicKey,
  response: z.object({
    clientDataJSON: ClientData,
    authenticatorData: base64Url(8192),
    signature: base64Url(8192),
    /** Absent where the account was known before. */
    userHandle: z.optional(z.nullable(base64Url(128))),
  }),
})
export type AuthenticationResponse = z.infer<typeof AuthenticationResponse>

const Requirement = z.enum(['discouraged', 'preferred', 'required'])
const Credentials = z.array(z.object({ id: z.string(), type: publicKey, transports: z.array(z.string()) }))

/** A `PublicKeyCredentialCreationOptionsJSON` of WebAuthn: what a browser needs to make a passkey. */
export const RegistrationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: publicKey })),
  /** Milliseconds. */
  timeout: z.int(),
  attestation: z.literal('none'),
  /** The passkeys that the account has: none of their devices is to make a second one. */
  excludeCredentials: Credentials,
  authenticatorSelection: z.object({
    residentKey: Requirement,
    requireResidentKey: z.boolean(),
    userVerification: Requirement,
  }),
})
export type RegistrationOptions = z.infer<typeof RegistrationOptions>

/** A `PublicKeyCredentialRequestOptionsJSON` of WebAuthn: what a browser needs to use a passkey. */
export const AuthenticationOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  /** Milliseconds. */
  timeout: z.int(),
  userVerification: Requirement,
  /** Empty where any passkey of this site may be used. */
  allowCredentials: Credentials,
})
export type AuthenticationOptions = z.infer<typeof AuthenticationOptions>
