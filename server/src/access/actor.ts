import type { SessionActor } from '../infrastructure/sessions/session-actor.ts'

/** Whoever holds a public link. */
export interface VisitorActor {
  readonly kind: 'visitor'
  readonly shareId: string
  readonly token: string
  readonly rootId: string
  readonly permission: 'visitor' | 'editor'
  readonly unlocked: boolean
  /** Counted up by every change of the link. */
  readonly grantVersion: number
}

/** Who calls: by a session, or by a public link. */
export type Actor = SessionActor | VisitorActor

/** Who holds a public link, now. Throws where the link does not open. */
export type VisitorOf = (token: string, cookies: Readonly<Record<string, string | undefined>>) => Promise<VisitorActor>
