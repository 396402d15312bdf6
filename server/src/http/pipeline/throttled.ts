import type { Actor } from '../../access/actor.ts'
import type { Endpoint, ParsedInput, ThrottleName } from '@holdall/api'
import type { FastifyRequest } from 'fastify'
import { Refusal } from '../../infrastructure/errors/refusal.ts'
import { policies } from '../../infrastructure/throttle/policies.ts'
import { addressSubject, type Subject } from '../../infrastructure/throttle/throttle.ts'
import type { PipelineServices } from './pipeline-services.ts'

/** Runs the work unless its caller has to wait, and counts the outcome. */
export async function throttled<T>(
  { throttle, knownAccountOf }: Pick<PipelineServices, 'throttle' | 'knownAccountOf'>,
  { throttle: bucket }: Endpoint,
  request: FastifyRequest,
  input: ParsedInput,
  caller: Actor,
  work: () => Promise<T>,
): Promise<T> {
  if (!bucket) return work()
  const subjects = await subjectsOf(knownAccountOf, bucket, request, input, caller)
  await throttle.begin(bucket, subjects)
  try {
    const result = await work()
    await throttle.settle(bucket, subjects, 'right')
    return result
  } catch (error) {
    const isWrong = error instanceof Refusal && error.wrongSecret
    await throttle.settle(bucket, subjects, isWrong ? 'wrong' : 'neither')
    throw error
  }
}

async function subjectsOf(
  knownAccountOf: PipelineServices['knownAccountOf'],
  bucket: ThrottleName,
  request: FastifyRequest,
  { params, body }: ParsedInput,
  caller: Actor,
): Promise<Subject[]> {
  const { account } = policies[bucket]
  const userId = 'userId' in caller ? caller.userId : undefined
  const given: Record<string, unknown> = { ...(params as object), ...(body as object), caller: userId }
  const value = account && given[account]
  const address = addressSubject(request.ip)
  if (typeof value !== 'string') return [address]
  // Guesses from elsewhere do not keep an owner out of the browser in use: it counts for itself.
  const known = bucket === 'sign-in' ? await knownAccountOf(value, request) : null
  return [address, { kind: 'account', value: known === null ? value : `in a known browser: ${known}` }]
}
