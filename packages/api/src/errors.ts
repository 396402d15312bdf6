import * as z from '@holdall/schema'
import { NameConflict } from './resources/name-conflict.ts'

/** Every error code, with the HTTP status of its answers. Clients choose what to show by code, never by status. */
export const errorStatus = {
  unauthenticated: 401,
  'bad-credentials': 422,
  'not-verified': 403,
  forbidden: 403,
  'cross-site': 403,
  'registration-closed': 403,
  'not-found': 404,
  'method-not-allowed': 405,
  'wrong-offset': 409,
  'checksum-mismatch': 409,
  'upload-conflict': 409,
  conflict: 409,
  'name-conflict': 409,
  'share-locked': 403,
  'upload-restricted': 403,
  'download-restricted': 403,
  'create-folder-restricted': 403,
  'owner-restricted': 403,
  'create-team-folder-restricted': 403,
  'invite-restricted': 403,
  'wrong-account': 403,
  'request-timeout': 408,
  'share-expired': 410,
  'share-revoked': 410,
  'link-expired': 410,
  'invitation-ended': 410,
  'upload-request-closed': 410,
  'upload-request-expired': 410,
  'too-large': 413,
  'unsupported-media-type': 415,
  'range-not-satisfiable': 416,
  validation: 422,
  'bad-name': 422,
  'empty-file': 422,
  'bad-image': 422,
  'image-too-large': 422,
  'blocked-type': 422,
  'move-into-itself': 422,
  'copy-into-itself': 422,
  'other-owner': 422,
  'invitation-used': 422,
  'team-in-team': 422,
  'too-many-team-folders': 422,
  'too-many-members': 422,
  'member-limit': 422,
  'too-many': 422,
  'too-deep': 422,
  'too-many-favourites': 422,
  'too-many-links': 422,
  'too-many-remote-uploads': 422,
  'too-many-upload-requests': 422,
  'zip-too-large': 422,
  'malformed-request': 400,
  'quota-exceeded': 423,
  throttled: 429,
  'headers-too-large': 431,
  internal: 500,
  busy: 503,
  'disk-full': 507,
} as const

export type ErrorCode = keyof typeof errorStatus

/**
 * The body of every answer that is not a success. `errors` (field -> messages) comes with `validation` and `bad-name`,
 * `offset` (bytes) with `wrong-offset`, `retry_after` (seconds) with `throttled` and `busy`, `error_id` with
 * `internal`, `conflicts` (the first of them) and `conflicts_total` with `name-conflict`.
 */
export const ErrorBody = z.object({
  message: z.string(),
  code: z.string(),
  errors: z.optional(z.record(z.string(), z.array(z.string()))),
  offset: z.optional(z.number()),
  retry_after: z.optional(z.number()),
  error_id: z.optional(z.string()),
  conflicts: z.optional(z.array(NameConflict)),
  conflicts_total: z.optional(z.int()),
})
export type ErrorBody = z.infer<typeof ErrorBody>
