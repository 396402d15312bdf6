import type { Access } from '@holdall/api'
import type { FastifyRequest } from 'fastify'
import type { Actor } from '../../access/actor.ts'
import { refuse } from '../../infrastructure/errors/refusal.ts'
import type { PipelineServices } from './pipeline-services.ts'

/** The actor of a call: the visitor of its link, else the caller. Also checks the setup key. */
export async function resolveActor(
  { installation, visitorOf }: Pick<PipelineServices, 'installation' | 'visitorOf'>,
  access: Access,
  request: FastifyRequest,
  caller: Actor,
): Promise<Actor> {
  if (access.by === 'installer') installation.checkKey(request)
  if (access.by !== 'visitor') return caller
  const { token } = request.params as { token: string }
  const visitor = await visitorOf(token, request.cookies)
  if (access.unlocked && !visitor.unlocked) throw refuse('share-locked')
  return visitor
}
