import type { Endpoint } from '@holdall/api'
import type { FastifyReply } from 'fastify'
import * as z from 'zod/mini'
import { toJson } from '../json.ts'
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
  if (validateResponses) {
    const { error } = z.safeParse(endpoint.response, result)
    if (error) throw new Error(`${endpoint.id} answers otherwise than the table says: ${error.message}`)
  }
  return reply.type('application/json; charset=utf-8').send(await toJson(result))
}
