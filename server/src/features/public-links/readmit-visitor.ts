import type { Access, Endpoint, ParsedInput } from '@holdall/api'
import type { FastifyRequest } from 'fastify'
import type { VisitorActor, VisitorOf } from '../../access/actor.ts'
import { authorise } from '../../access/authorise.ts'
import type { Db } from '../../infrastructure/db/transact.ts'
import { refuse } from '../../infrastructure/errors/refusal.ts'

type VisitorEndpoint = Pick<Endpoint, 'id'> & { readonly access: Extract<Access, { by: 'visitor' }> }

export interface Visit {
  readonly endpoint: VisitorEndpoint
  readonly input: ParsedInput
  readonly visitor: VisitorActor
  readonly request: FastifyRequest
}

/**
 * Authorises a call by a link once more, as of `db`: since it began, the link may have ended or allow less, and its
 * entries may have been moved out of the shared folder. Throws what the next call would be refused with.
 */
export async function readmit(
  visitorOf: VisitorOf,
  { endpoint: { access }, input, visitor: { token }, request }: Visit,
  db: Db,
): Promise<void> {
  const visitor = await visitorOf(token, request.cookies, db)
  if (!visitor.unlocked) throw refuse('share-locked')
  await authorise({ db }, visitor, access.targets, input)
}
