import type { Role } from '@holdall/api'

/**
 * The caller, by the session. `half` awaits its second factor: it may answer the challenge and sign out, nothing else.
 */
export type SessionActor =
  | { readonly kind: 'anonymous' }
  | { readonly kind: 'half'; readonly userId: string; readonly sessionId: string }
  | {
      readonly kind: 'user'
      readonly userId: string
      readonly role: Role
      readonly sessionId: string
      /** Whether the user signed in, or gave the password again, a short time ago. Absent: no. */
      readonly isConfirmed?: boolean
    }

export type UserActor = Extract<SessionActor, { kind: 'user' }>

export const anonymous: SessionActor = { kind: 'anonymous' }
