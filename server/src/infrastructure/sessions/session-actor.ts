import type { Role, TokenScope } from '@holdall/api'

/** An API token, and what it allows. */
export interface TokenGrant {
  readonly id: string
  readonly scopes: readonly TokenScope[]
}

/**
 * The caller, by the session or by an API token, which has a `sessionId` too. `half` awaits its second factor: it may answer the challenge and sign out, nothing else.
 */
export type SessionActor =
  | { readonly kind: 'anonymous' }
  | {
      readonly kind: 'half'
      readonly userId: string
      readonly sessionId: string
      /** Of the password that was given. */
      readonly passwordVersion: number
    }
  | {
      readonly kind: 'user'
      readonly userId: string
      readonly role: Role
      readonly sessionId: string
      /** Whether the user signed in, or gave the password again, a short time ago. Absent: no. */
      readonly isConfirmed?: boolean
      /** Whether the account is to be deleted, and can only be kept. Absent: no. */
      readonly isEnding?: boolean
      /** Only where the call is by one. */
      readonly token?: TokenGrant
    }

export type UserActor = Extract<SessionActor, { kind: 'user' }>

export type HalfActor = Extract<SessionActor, { kind: 'half' }>

export const anonymous: SessionActor = { kind: 'anonymous' }
