import type { Access, Endpoint, ParsedInput } from '@holdall/api'
import { isOpen, type RequestVisitorActor, type RequestVisitorOf } from '../../access/actor.ts'
import { authorise } from '../../access/authorise.ts'
import { refuseClosed } from '../../access/refuse-closed.ts'
import { restrictionsOf } from '../../access/restrictions.ts'
import type { Db } from '../../infrastructure/db/transact.ts'
import { refuse, refuseSecret } from '../../infrastructure/errors/refusal.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { findRequestOfVisitor } from './upload-request.store.ts'
import { stateOf, statusForVisitors } from './upload-request-state.ts'

/**
 * The visitor by this token, also of a request that has ended. Throws `not-found` for a request that does not exist, and
 * `owner-restricted` for an open one whose owner may not upload.
 */
export async function requestVisitorOf(
  { db, clock }: Pick<Infrastructure, 'clock' | 'db'>,
  token: string,
): Promise<RequestVisitorActor> {
  const request = await findRequestOfVisitor(db, token)
  if (!request || request.deleted_at !== null || request.deletes_at !== null) throw refuseSecret('not-found')
  const visitor: RequestVisitorActor = {
    kind: 'request-visitor',
    requestId: request.id,
    token: request.token,
    ownerId: request.owner_id,
    rootId: request.root_id,
    hasRoot: request.live_root_id !== null,
    spaceId: request.root_space_id ?? request.parent_space_id,
    status: statusForVisitors(stateOf(request, clock.now())),
  }
  const { canUpload, canCreateFolder } = restrictionsOf(request, { used: 0, capacity: null })
  if (isOpen(visitor) && (!canUpload || !(canCreateFolder || visitor.hasRoot))) throw refuse('owner-restricted')
  return visitor
}

export interface RequestVisit {
  readonly endpoint: Pick<Endpoint, 'id'> & { readonly access: Extract<Access, { by: 'request-visitor' }> }
  readonly input: ParsedInput
  readonly visitor: RequestVisitorActor
}

/**
 * Authorises a call once more, as of `db`: since it began, the request may have ended, and entries may have been moved out
 * of its folder. Throws what the next call would be refused with.
 */
export async function readmit(
  visitorOf: RequestVisitorOf,
  { endpoint: { access }, input, visitor: { token } }: RequestVisit,
  db: Db,
): Promise<void> {
  const visitor = await visitorOf(token, db)
  refuseClosed(visitor)
  await authorise({ db }, visitor, access.targets, input)
}
