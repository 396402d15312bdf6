import type { Endpoint } from '@holdall/api'
import type { FastifyRequest } from 'fastify'
import type { Actor } from '../../access/actor.ts'
import { refuseClosed } from '../../access/refuse-closed.ts'
import { refuseRestricted } from '../../access/restrictions.ts'
import { refuse } from '../../infrastructure/errors/refusal.ts'
import type { PipelineServices } from './pipeline-services.ts'

/** The actor of a call: the visitor of its link or upload request, else the caller. Also checks the setup key. */
export async function resolveActor(
  {
    db,
    installation,
    requestVisitorOf,
    visitorOf,
  }: Pick<PipelineServices, 'db' | 'installation' | 'requestVisitorOf' | 'visitorOf'>,
  { access, restriction }: Pick<Endpoint, 'access' | 'restriction'>,
  request: FastifyRequest,
  caller: Actor,
): Promise<Actor> {
  if (access.by === 'installer') installation.checkKey(request)
  if (access.by !== 'visitor' && access.by !== 'request-visitor') return caller
  const { token } = request.params as { token: string }
  if (access.by === 'request-visitor') {
    const requestVisitor = await requestVisitorOf(token)
    if (access.open) refuseClosed(requestVisitor)
    if (restriction) await refuseRestricted(db, requestVisitor, restriction)
    return requestVisitor
  }
  const visitor = await visitorOf(token, request.cookies)
  if (access.unlocked && !visitor.unlocked) throw refuse('share-locked')
  if (restriction) await refuseRestricted(db, visitor, restriction)
  return visitor
}
