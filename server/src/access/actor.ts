import type { UploadRequestStatus } from '@holdall/api'
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
  /** The member of a team folder who made the link; null where the owner did. */
  readonly creatorId: string | null
  readonly permission: 'visitor' | 'editor'
  /** Without it, visitors see names and thumbnails only. */
  readonly canDownload: boolean
  readonly unlocked: boolean
  /** Of the browser that unlocked it; null where the link has no password. */
  readonly grantId: string | null
  /** Increased by every change of the link. */
  readonly grantVersion: number
  /** How many downloads the link still allows; null: there is no limit. */
  readonly downloadsLeft: number | null
}

/** The holder of the link of an upload request. */
export interface RequestVisitorActor {
  readonly kind: 'request-visitor'
  readonly requestId: string
  readonly token: string
  readonly ownerId: string
  /** The folder of the request. */
  readonly rootId: string
  /** False before the first upload: the folder does not exist yet. */
  readonly hasRoot: boolean
  /** Null where both that folder and the one it is made in do not exist. */
  readonly spaceId: string | null
  /** `filled` also while the folder is in the trash. */
  readonly status: UploadRequestStatus
}

/** The caller: by a session, by a public link or by an upload request. */
export type Actor = SessionActor | VisitorActor | RequestVisitorActor

/** Whoever acts in the space of somebody else by a link. */
export type LinkActor = VisitorActor | RequestVisitorActor

/** The link that somebody acts by, as its slots are counted. */
export const linkOf = (actor: LinkActor) => ({
  linkId: actor.kind === 'visitor' ? actor.shareId : actor.requestId,
  ownerId: actor.ownerId,
})

/** Whether visitors can still upload through a request. */
export const isOpen = ({ status }: { readonly status: UploadRequestStatus }): boolean =>
  status === 'active' || status === 'filling'

/** The holder of a public link in its current state. Throws when the link cannot be opened. */
export type VisitorOf = (
  token: string,
  cookies: Readonly<Record<string, string | undefined>>,
  /** A transaction to read it in. */
  trx?: Db,
  /** Also where its downloads are used up: somebody may continue one. */
  evenUsedUp?: boolean,
) => Promise<VisitorActor>

/** The holder of an upload request in its current state. Throws when nothing of it can be shown. */
export type RequestVisitorOf = (
  token: string,
  /** A transaction to read it in. */
  trx?: Db,
) => Promise<RequestVisitorActor>

/**
 * Whose an upload is: the user's, or that of the browser that unlocked a link. Visitors of an upload request, and of a
 * link without a password, are not told apart, and the id of an upload is a secret.
 */
export function uploaderOf(actor: UserActor | LinkActor): string {
  switch (actor.kind) {
    case 'user':
      return `u:${actor.userId}`
    case 'visitor':
      return `s:${actor.shareId}:${actor.grantId ?? ''}`
    case 'request-visitor':
      return `r:${actor.requestId}`
  }
}
