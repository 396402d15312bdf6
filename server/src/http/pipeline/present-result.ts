import type { Endpoint } from '@holdall/api'
import type { FastifyReply } from 'fastify'
import { toJson } from '../json.ts'
import { checkResult } from './check-answer.ts'
import type { PipelineServices } from './pipeline-services.ts'

/** Sends what the handler returned, unless it has sent a response itself. */
export async function presentResult(
  { validateResponses }: Pick<PipelineServices, 'validateResponses'>,
  endpoint: Endpoint,
  reply: FastifyReply,
  result: unknown,
): Promise<unknown> {
  if (reply.sent) return reply
  if (endpoint.answers === 'bytes') return result
  if (endpoint.answers === 'nothing') return reply.send()
  if (validateResponses) checkResult(endpoint, result)
  return reply.type('application/json; charset=utf-8').send(await toJson(result))
}
