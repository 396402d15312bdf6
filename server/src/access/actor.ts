import type { Db } from '../infrastructure/db/transact.ts'
import type { SessionActor, UserActor } from '../infrastructure/sessions/session-actor.ts'

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
  /** Of the browser that unlocked it; null where the link has no password. */
  readonly grantId: string | null
  /** Increased by every change of the link. */
  readonly grantVersion: number
}

/** The caller: by a session or by a public link. */
export type Actor = SessionActor | VisitorActor

/** The holder of a public link in its current state. Throws when the link cannot be opened. */
export type VisitorOf = (
  token: string,
  cookies: Readonly<Record<string, string | undefined>>,
  /** A transaction to read it in. */
  trx?: Db,
) => Promise<VisitorActor>

/**
 * Whose an upload is: the user's, or that of the browser that unlocked a link. Where a link has no password its visitors
 * are not told apart, and the id of an upload is a secret.
 */
export const uploaderOf = (actor: UserActor | VisitorActor): string =>
  actor.kind === 'user' ? `u:${actor.userId}` : `s:${actor.shareId}:${actor.grantId ?? ''}`
