import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FastifyRequest } from 'fastify'
import { mediaType } from './body.ts'
import { refuse } from './refusal.ts'

export interface Received {
  readonly fields: Readonly<Record<string, unknown>>
  readonly body: Readable
  /** Frees what was kept for the call. */
  done(): Promise<void>
}

/** More than a single form should ever carry; a raw body has no such bound, for it is never set aside. */
const formLimit = 4 * 1024 ** 3

/**
 * The bytes of an upload and the fields beside them. A raw body streams through. The fields of a form may stand behind
 * its file, and nobody knows before the end: its file is set aside in `tempDir` meanwhile. `early` is asked with the
 * fields that stood before the file, before a byte of it is kept.
 */
export async function receiveUpload(
  request: FastifyRequest,
  tempDir: string,
  limit: number,
  early: (fields: Readonly<Record<string, unknown>>) => Promise<void>,
): Promise<Received> {
  const type = mediaType(request)
  if (type === 'application/octet-stream') {
    const fields = request.query as Record<string, unknown>
    return { fields, body: request.body as Readable, done: () => Promise.resolve() }
  }
  if (type !== 'multipart/form-data') throw refuse('unsupported-media-type')
  return receiveForm(request, tempDir, Math.min(limit || formLimit, formLimit), early)
}

async function receiveForm(
  request: FastifyRequest,
  tempDir: string,
  limit: number,
  early: (fields: Readonly<Record<string, unknown>>) => Promise<void>,
): Promise<Received> {
  const fields: Record<string, unknown> = {}
  let path: string | undefined
  const done = async () => {
    if (path) await rm(path, { force: true })
  }
  try {
    // One byte more than allowed tells a file of exactly the limit from a larger one.
    for await (const part of request.parts({
      limits: { fileSize: limit + 1, files: 1, fields: 50, fieldSize: 8192 },
    })) {
      if (part.type === 'field') {
        if (part.fieldname !== '__proto__') fields[part.fieldname] = part.value
        continue
      }
      await early(fields)
      await mkdir(tempDir, { recursive: true, mode: 0o700 })
      path = join(tempDir, randomUUID())
      await pipeline(part.file, createWriteStream(path, { mode: 0o600 }))
      if (part.file.bytesRead > limit) throw refuse('too-large')
      fields['name'] ??= part.filename
    }
    if (!path) throw refuse('validation', { errors: { chunk: ['The file is missing.'] } })
    return { fields, body: createReadStream(path, { highWaterMark: 1024 * 1024 }), done }
  } catch (error) {
    await done()
    // The parser of forms throws without a code.
    const garbled = /boundary|multipart|unexpected end of form|malformed part/i.test((error as Error).message)
    throw garbled ? refuse('malformed-request', { message: 'The form could not be read.' }) : error
  }
}
