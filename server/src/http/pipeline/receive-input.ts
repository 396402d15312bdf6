import { join } from 'node:path'
import { type Endpoint, type ImageField, type ParsedInput, takesFile } from '@holdall/api'
import * as z from 'zod/mini'
import { type Actor, linkOf } from '../../access/actor.ts'
import { authorise } from '../../access/authorise.ts'
import { refuse } from '../../infrastructure/errors/refusal.ts'
import { type FormBytes, receiveForm, receiveUpload, type UploadBody } from '../multipart-upload.ts'
import { readFields } from '../parse-body.ts'
import type { Exchange } from '../route.ts'
import { parseInput } from './parse-input.ts'
import type { PipelineServices } from './pipeline-services.ts'

interface ReceivedInput {
  readonly input: ParsedInput
  /** The bytes of an upload, of which none are read yet. */
  readonly upload?: UploadBody
  /** Frees what was kept for the request. */
  release(): Promise<void>
}

/** Reads and parses the input. The bytes of an upload are left to the handler. */
export async function receiveInput(
  services: PipelineServices,
  exchange: Exchange,
  params: unknown,
  caller: Actor,
): Promise<ReceivedInput> {
  const { route, request } = exchange
  const { endpoint } = route
  if (endpoint.takes === 'upload') return receiveUploadInput(services, exchange, params, caller)
  if (endpoint.image) return receiveImageInput(services, exchange, params, endpoint.image)
  const fields = await fieldsOf(services, exchange)
  const input = { params, query: parseInput(endpoint.query, request.query), body: parseInput(endpoint.body, fields) }
  return { input, release: () => Promise.resolve() }
}

async function fieldsOf({ limits }: PipelineServices, { request, reply, body }: Exchange): Promise<unknown> {
  if (body) return body.fields
  if (request.method === 'GET' || request.method === 'HEAD') return {}
  return readFields(request, reply, limits.fieldsMs)
}

async function receiveUploadInput(
  services: PipelineServices,
  { route: { endpoint }, request }: Exchange,
  params: unknown,
  caller: Actor,
): Promise<ReceivedInput> {
  // The form parser would never notice that its client disconnected before it began.
  if (request.raw.destroyed) throw refuse('malformed-request')
  // In a team folder its owner's; known where the target comes before the file.
  let ownerId = quotaOwnerOf(caller)
  let quota: FormBytes | undefined
  const received = await receiveUpload(request, {
    tempDir: join(services.config.dataDir, 'tmp'),
    limit: await services.settings.get('upload.limit_bytes'),
    quota: {
      add: (bytes) => (quota ??= services.formQuota(ownerId)).add(bytes),
      release: () => quota?.release(),
    },
    early: async (fields) => {
      refuseGiven(endpoint, fields)
      if (fields['parent_id'] !== undefined && 'targets' in endpoint.access) {
        const { entry } = await authorise(services, caller, endpoint.access.targets, {
          params,
          query: {},
          body: fields,
        })
        ownerId = entry?.owner_id ?? ownerId
      }
    },
  })
  return parseForm(endpoint, params, received)
}

/** An image is bounded by its endpoint, and counts against no quota. */
async function receiveImageInput(
  { config }: PipelineServices,
  { route: { endpoint }, request }: Exchange,
  params: unknown,
  { field, maxBytes }: ImageField,
): Promise<ReceivedInput> {
  if (request.raw.destroyed) throw refuse('malformed-request')
  const received = await receiveForm(request, { tempDir: join(config.dataDir, 'tmp'), limit: maxBytes, field })
  return parseForm(endpoint, params, received)
}

async function parseForm(
  endpoint: Endpoint,
  params: unknown,
  received: Awaited<ReturnType<typeof receiveUpload>>,
): Promise<ReceivedInput> {
  try {
    const input = { params, query: {}, body: parseInput(endpoint.body, received.fields) }
    return { input, upload: received, release: received.done }
  } catch (error) {
    await received.done()
    throw error
  }
}

/** Runs the work of an upload in one of its sender's slots, any other at once. */
export function withUploadSlot<T>(
  { imageSlots, uploadSlots, visitorUploads }: PipelineServices,
  endpoint: Endpoint,
  caller: Actor,
  work: () => Promise<T>,
): Promise<T> {
  if (!takesFile(endpoint)) return work()
  if (endpoint.access.by === 'installer') return imageSlots.hold('setup', work)
  if (caller.kind === 'visitor' || caller.kind === 'request-visitor') return visitorUploads.hold(linkOf(caller), work)
  if (caller.kind !== 'user') throw refuse('unauthenticated')
  return endpoint.image ? imageSlots.hold(caller.userId, work) : uploadSlots.hold(caller, work)
}

/** Whose quota an upload counts against. */
function quotaOwnerOf(caller: Actor): string {
  if (caller.kind === 'visitor' || caller.kind === 'request-visitor') return caller.ownerId
  if (caller.kind !== 'user') throw refuse('unauthenticated')
  return caller.userId
}

/** Refuses invalid values; missing ones may still follow. */
function refuseGiven(endpoint: Endpoint, fields: Readonly<Record<string, unknown>>): void {
  const issues = z.safeParse(endpoint.body, fields).error?.issues ?? []
  if (issues.some(({ path }) => String(path[0]) in fields)) parseInput(endpoint.body, fields)
}
