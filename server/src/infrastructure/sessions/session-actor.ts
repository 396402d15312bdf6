import type { Role } from '@holdall/api'

/** Who calls, by the session. A session that awaits its second factor is `half`: nobody, but for the challenge and signing out. */
export type SessionActor =
  | { readonly kind: 'anonymous' }
  | { readonly kind: 'half'; readonly userId: string; readonly sessionId: string }
  | { readonly kind: 'user'; readonly userId: string; readonly role: Role; readonly sessionId: string }

export type UserActor = Extract<SessionActor, { kind: 'user' }>

export const anonymous: SessionActor = { kind: 'anonymous' }
