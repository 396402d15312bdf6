import * as z from '@holdall/schema'
import type { ParsedInput } from '../access.ts'
import { endpoint } from '../endpoint.ts'
import { BoolText, Bytes, Id, IntText, one } from '../resources/field-types.ts'
import { Entry } from '../resources/entry.ts'
import { FileDate } from '../resources/file-date.ts'
import { RawName } from './files.ts'

/** Chosen by the client, unique for its actor. */
export const UploadId = z.string().check(z.regex(/^[A-Za-z0-9_-]{8,64}$/))

/**
 * Fields beside the bytes: form fields with multipart, query parameters with a raw body (`application/octet-stream`).
 */
export const ChunkFields = z.object({
  name: RawName,
  extension: z.optional(z.string().check(z.maxLength(64))),
  is_last_chunk: z.optional(BoolText),
  /** `/a/b/file.txt`: missing folders of the path are created. */
  path: z.optional(z.string().check(z.maxLength(4096))),
  parent_id: z.optional(z.union([Id, z.literal(''), z.literal('null')])),
  upload_id: z.optional(UploadId),
  offset: z.optional(IntText),
  /** Size of the whole file in bytes. */
  size: z.optional(IntText),
  /** The file's own date. That of the first chunk counts; where it has none, that of the last one, or the present time. */
  modified_at: z.optional(FileDate),
  /** Lower-case hex SHA-256 of this chunk. */
  checksum: z.optional(z.string().check(z.regex(/^[0-9a-f]{64}$/))),
  /** Replaces a file of the same name; otherwise the new one becomes “name (2)”. */
  replace: z.optional(BoolText),
})
export type ChunkFields = z.output<typeof ChunkFields>

export const Upload = z.object({
  id: z.string(),
  type: z.literal('upload'),
  attributes: z.object({
    name: z.string(),
    offset: Bytes,
    size: z.nullable(Bytes),
    status: z.enum(['receiving', 'done']),
    expires_at: z.string(),
  }),
})
export type Upload = z.infer<typeof Upload>

const targets = {
  entry: {
    action: 'create',
    id: ({ body }: ParsedInput & { readonly body: Pick<ChunkFields, 'parent_id'> }) => body.parent_id,
    absent: 'root',
  },
} as const
const uploadErrors = [
  'bad-name',
  'empty-file',
  'checksum-mismatch',
  'upload-conflict',
  'upload-ended',
  'blocked-type',
  'quota-exceeded',
  'too-deep',
  // With a path, whose missing folders are created.
  'create-folder-restricted',
] as const

/**
 * Answers 200 with the upload while bytes are missing, 201 with the file once it is there (a repeated last chunk
 * included).
 */
export const uploadChunk = endpoint({
  id: 'upload.chunk',
  method: 'POST',
  path: '/api/upload/chunks',
  summary: 'Send a chunk of a file',
  access: { by: 'user', targets },
  body: ChunkFields,
  takes: 'upload',
  response: one(z.union([Entry, Upload])),
  errors: [...uploadErrors, 'wrong-offset'],
  restriction: 'upload',
  changes: ['files', 'user'],
})

export const uploadWhole = endpoint({
  id: 'upload.whole',
  method: 'POST',
  path: '/api/upload',
  summary: 'Send a whole file in one request (field `file`)',
  access: { by: 'user', targets },
  body: z.pick(ChunkFields, {
    name: true,
    path: true,
    parent_id: true,
    replace: true,
    checksum: true,
    modified_at: true,
  }),
  takes: 'upload',
  response: one(Entry),
  status: 201,
  errors: uploadErrors,
  restriction: 'upload',
  changes: ['files', 'user'],
})

export const uploadState = endpoint({
  id: 'upload.state',
  method: 'GET',
  path: '/api/upload/:upload_id',
  summary: 'How far an upload has come, to resume it',
  access: { by: 'user', targets: { uploadId: ({ params }) => params.upload_id } },
  params: z.object({ upload_id: UploadId }),
  response: one(Upload),
  restriction: 'upload',
})

export const abortUpload = endpoint({
  id: 'upload.abort',
  method: 'DELETE',
  path: '/api/upload/:upload_id',
  summary: 'Give an unfinished upload up; its bytes and its reserved quota are freed',
  access: { by: 'user', targets: { uploadId: ({ params }) => params.upload_id } },
  params: z.object({ upload_id: UploadId }),
  changes: [],
})
