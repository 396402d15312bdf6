import * as z from '@holdall/schema'
import { endpoint } from '../endpoint.ts'
import { Id } from '../resources/field-types.ts'
import { ThumbnailSize } from '../resources/thumbnail.ts'

/** The query of a signed address. */
const signed = {
  /** Whom the address was made for: `u.<user id>` or `s.<share token>`. */
  for: z.string().check(z.maxLength(128)),
  /** Version of the bytes. */
  v: z.string().check(z.maxLength(64)),
  /** Unix seconds. */
  expires: z.string().check(z.regex(/^\d{1,12}$/)),
  signature: z.string().check(z.maxLength(128)),
}

export const fileContent = endpoint({
  id: 'content.file',
  method: 'GET',
  path: '/file/:id',
  summary: 'The bytes of a file by its signed address; ranges and conditional requests; HEAD too',
  access: { by: 'signed-address' },
  params: z.object({ id: Id }),
  query: z.object({
    ...signed,
    /** Present: sent as a download even where it could be shown inline. */
    download: z.optional(z.string()),
    /** Present: an earlier content of the file, which `v` is the version of. */
    earlier: z.optional(z.string()),
  }),
  answers: 'bytes',
  errors: [
    'precondition-failed',
    'range-not-satisfiable',
    'share-locked',
    'share-expired',
    'share-revoked',
    'share-used-up',
    'share-no-download',
    'owner-restricted',
    'download-restricted',
  ],
  throttle: 'content-address',
  // A link with a limit counts it.
  changes: ['shares'],
})

export const thumbnailContent = endpoint({
  id: 'content.thumbnail',
  method: 'GET',
  path: '/thumbnail/:size/:id',
  summary: 'A thumbnail of a file, a WebP image, by its signed address; ranges and conditional requests; HEAD too',
  access: { by: 'signed-address' },
  params: z.object({ size: ThumbnailSize, id: Id }),
  query: z.object(signed),
  answers: 'bytes',
  errors: [
    'precondition-failed',
    'range-not-satisfiable',
    'share-locked',
    'share-expired',
    'share-revoked',
    'share-used-up',
    'owner-restricted',
  ],
  throttle: 'content-address',
})
