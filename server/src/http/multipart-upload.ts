import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FastifyRequest } from 'fastify'
import { mediaType } from './parse-body.ts'
import { refuse } from '../infrastructure/errors/refusal.ts'

/** Counts the temporary bytes of one form. */
export interface FormBytes {
  /** Counts `bytes` more. Throws `quota-exceeded` where its owner has no quota left for them. */
  add(bytes: number): Promise<void>
  release(): void
}

/** The bytes of an upload, not opened yet. */
export interface UploadBody {
  open(): Readable
  /** Where the file of a form is stored; a raw body is not. */
  readonly path?: string
}

interface Received extends UploadBody {
  readonly fields: Fields
  /** Closes and removes what was kept for the call. */
  done(): Promise<void>
}

type Fields = Readonly<Record<string, unknown>>

export interface FormRules {
  /** Where the file of a form is stored temporarily. */
  readonly tempDir: string
  /** Bytes; 0 for none. */
  readonly limit: number
  /** The field of the file; default: any. */
  readonly field?: string
  /** Temporary bytes count against the owner's quota until the call is done. */
  readonly quota?: FormBytes
  /** Checks the fields that come before the file, before any byte of it is stored. */
  readonly early?: (fields: Fields) => Promise<void>
}

/** More than a single form needs; a raw body has no such limit, because it is not stored temporarily. */
const MAX_FORM_BYTES = 4 * 1024 ** 3
const MAX_FIELD_BYTES = 8192
/** A refused body is still read for a while: most clients read the response only after they have sent everything. */
const MAX_DISCARDED_BYTES = 256 * 1024 * 1024
const MAX_DISCARD_MS = 20_000

/**
 * The bytes of an upload and its fields. A raw body is streamed. The fields of a form may come after its file, so the
 * file is stored temporarily until the form has ended.
 */
export async function receiveUpload(request: FastifyRequest, rules: FormRules): Promise<Received> {
  const type = mediaType(request)
  if (type === 'application/octet-stream') {
    const fields = request.query as Record<string, unknown>
    return { fields, open: () => request.body as Readable, done: () => Promise.resolve() }
  }
  return receiveForm(request, rules)
}

/** The file of a form and its fields. */
export async function receiveForm(request: FastifyRequest, rules: FormRules): Promise<Received> {
  if (mediaType(request) !== 'multipart/form-data') throw refuse('unsupported-media-type')
  const missing = () => refuse('validation', { errors: { [rules.field ?? 'chunk']: ['The file is missing.'] } })
  const limit = Math.min(rules.limit || MAX_FORM_BYTES, MAX_FORM_BYTES)
  const fields: Record<string, unknown> = {}
  let path: string | undefined
  let opened: Readable | undefined
  const done = async () => {
    opened?.destroy()
    rules.quota?.release()
    if (path) await rm(path, { force: true })
  }
  try {
    // One byte more than allowed: a file of exactly the limit passes, a larger one does not.
    for await (const part of request.parts({
      limits: { fileSize: limit + 1, files: 1, fields: 50, fieldSize: MAX_FIELD_BYTES },
    })) {
      if (part.type === 'field') {
        if (part.valueTruncated) throw refuse('validation', { errors: { [part.fieldname]: ['This is too long.'] } })
        if (part.fieldname !== '__proto__') fields[part.fieldname] = part.value
        continue
      }
      if (rules.field !== undefined && part.fieldname !== rules.field) throw missing()
      await rules.early?.(fields)
      await mkdir(rules.tempDir, { recursive: true, mode: 0o700 })
      path = join(rules.tempDir, randomUUID())
      await pipeline(part.file, (bytes) => counted(bytes, rules.quota), createWriteStream(path, { mode: 0o600 }))
      if (part.file.bytesRead > limit) throw refuse('too-large')
      fields['name'] ??= part.filename
    }
    if (!path) throw missing()
    const file = path
    const open = () => {
      opened = createReadStream(file, { highWaterMark: 1024 * 1024 })
      // The reader notices that the stream is destroyed.
      return opened.on('error', () => undefined)
    }
    return { fields, open, path: file, done }
  } catch (error) {
    await done()
    // The errors of the form parser have no code.
    const garbled = /boundary|multipart|unexpected end of form|malformed part/i.test((error as Error).message)
    throw garbled ? refuse('malformed-request', { message: 'The form could not be read.' }) : error
  }
}

async function* counted(bytes: AsyncIterable<Buffer>, quota: FormBytes | undefined): AsyncGenerator<Buffer> {
  for await (const some of bytes) {
    await quota?.add(some.length)
    yield some
  }
}

/**
 * Reads and drops the rest of a body, so that the response arrives and the connection can be used again. When too much
 * arrives, or for too long, the connection is closed. Does not wait.
 */
export function discardRest({ raw }: FastifyRequest): void {
  if (raw.readableEnded || raw.destroyed) return
  const close = () => raw.socket.destroy()
  const timer = setTimeout(close, MAX_DISCARD_MS).unref()
  let bytes = 0
  raw.on('data', (some: Buffer) => {
    bytes += some.length
    if (bytes > MAX_DISCARDED_BYTES) close()
  })
  for (const end of ['end', 'close']) raw.once(end, () => clearTimeout(timer))
  raw.unpipe()
  raw.resume()
}
