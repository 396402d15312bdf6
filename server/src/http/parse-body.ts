import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { refuse } from '../infrastructure/errors/refusal.ts'

const limit = 1024 * 1024
/** Parsing a field costs more than its bytes; no call has nearly as many. */
const MAX_FORM_FIELDS = 1000
/**
 * Brackets and commas, which is at least one for each value: a megabyte of brackets or of different keys takes the
 * parser 50 to 100 ms. No call has half as many.
 */
const MAX_JSON_VALUES = 25_000

export const mediaType = (request: FastifyRequest): string =>
  (request.headers['content-type'] ?? '').split(';', 1)[0]!.trim().toLowerCase()

/** RFC 2046, 5.1.1; the parser of forms throws on much longer ones. */
const MAX_BOUNDARY_CHARS = 70

export function refuseLongBoundary({ headers }: FastifyRequest): void {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]*)"|([^\s;]*))/i.exec(headers['content-type'] ?? '') ?? []
  if ((quoted ?? plain ?? '').length > MAX_BOUNDARY_CHARS) {
    throw refuse('malformed-request', { message: 'The boundary of the form is too long.' })
  }
}

async function collect(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  // The connection must stay open for the response.
  for await (const chunk of stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > limit) throw refuse('too-large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

async function readAll(stream: Readable, withinMs: number): Promise<Buffer> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(refuse('request-timeout')), withinMs)
  })
  try {
    return await Promise.race([collect(stream), timeout])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * The fields of a small body: JSON, or a form with `_method` as the specification sends it. When a body is refused
 * before its end, the response closes the connection.
 */
export async function readFields(request: FastifyRequest, reply: FastifyReply, withinMs: number): Promise<unknown> {
  try {
    return await fieldsOf(request, withinMs)
  } catch (error) {
    if (!request.raw.complete) void reply.header('connection', 'close')
    throw error
  }
}

async function fieldsOf(request: FastifyRequest, withinMs: number): Promise<unknown> {
  const stream = request.body as Readable | undefined
  if (!stream) return {}
  if (Number(request.headers['content-length'] ?? 0) > limit) throw refuse('too-large')
  const type = mediaType(request)
  if (type !== 'application/json' && type !== 'application/x-www-form-urlencoded') {
    if (type === '' && (await readAll(stream, withinMs)).length === 0) return {}
    throw refuse('unsupported-media-type')
  }
  const bytes = await readAll(stream, withinMs)
  const text = bytes.toString('utf8')
  if (type === 'application/x-www-form-urlencoded') {
    if (hasMoreFields(text, MAX_FORM_FIELDS)) throw refuse('too-large')
    return Object.fromEntries(new URLSearchParams(text))
  }
  if (text.trim() === '') return {}
  if (hasMoreValues(bytes, MAX_JSON_VALUES)) {
    throw refuse('validation', { errors: { body: ['This has too many values.'] } })
  }
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw refuse('malformed-request', { message: 'The body is not valid JSON.' })
  }
}

function hasMoreFields(form: string, count: number): boolean {
  let at = -1
  for (let found = 0; found < count; found++) {
    at = form.indexOf('&', at + 1)
    if (at === -1) return false
  }
  return true
}

function hasMoreValues(json: Buffer, count: number): boolean {
  let found = 0
  for (const byte of json) if (byte === 0x2c || byte === 0x5b || byte === 0x7b) found++
  return found > count
}

/** Takes `_method` out of a body: the verb that the caller means. */
export function takeVerb(fields: unknown): { readonly verb: string; readonly rest: unknown } {
  if (typeof fields !== 'object' || fields === null || !('_method' in fields)) return { verb: 'POST', rest: fields }
  const { _method: verb, ...rest } = fields
  if (typeof verb !== 'string') throw refuse('validation', { errors: { _method: ['This has to be a text.'] } })
  return { verb: verb.toUpperCase(), rest }
}
