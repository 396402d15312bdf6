import type { SessionActor } from '../infrastructure/sessions/session-actor.ts'

/** The holder of a public link. */
export interface VisitorActor {
  readonly kind: 'visitor'
  readonly shareId: string
  readonly token: string
  readonly rootId: string
  /** Of the shared entry. */
  readonly ownerId: string
  readonly permission: 'visitor' | 'editor'
  readonly unlocked: boolean
  /** Increased by every change of the link. */
  readonly grantVersion: number
}

/** The caller: by a session or by a public link. */
export type Actor = SessionActor | VisitorActor

/** The holder of a public link in its current state. Throws when the link cannot be opened. */
export type VisitorOf = (token: string, cookies: Readonly<Record<string, string | undefined>>) => Promise<VisitorActor>
