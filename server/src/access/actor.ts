import type { Role } from '@holdall/api'

/** Who calls. A session that awaits its second factor is `half`: nobody, but for the challenge and signing out. */
export type Actor =
  | { readonly kind: 'anonymous' }
  | { readonly kind: 'half'; readonly userId: string; readonly sessionId: string }
  | { readonly kind: 'user'; readonly userId: string; readonly role: Role; readonly sessionId: string }
  | {
      readonly kind: 'visitor'
      readonly shareId: string
      readonly token: string
      readonly rootId: string
      readonly ownerId: string
      readonly permission: 'visitor' | 'editor'
      readonly unlocked: boolean
      /** Counted up by every change of the link. */
      readonly grantVersion: number
      readonly via: Actor
    }

export type UserActor = Extract<Actor, { kind: 'user' }>

export const anonymous: Actor = { kind: 'anonymous' }
