import * as z from '@holdall/schema'
import { MAX_REMOTE_URL_LENGTH } from '../call-limits.ts'
import { Bytes, Id, Instant } from './field-types.ts'

/** Why a text is no address that a remote upload can fetch; null where it is one. */
export function remoteUrlProblem(text: string): 'invalid' | 'too-long' | 'credentials' | null {
  if (text.length > MAX_REMOTE_URL_LENGTH) return 'too-long'
  if (!URL.canParse(text)) return 'invalid'
  const { href, protocol, username, password } = new URL(text)
  if (protocol !== 'http:' && protocol !== 'https:') return 'invalid'
  // Characters of other scripts are longer when they are encoded.
  if (href.length > MAX_REMOTE_URL_LENGTH) return 'too-long'
  return username || password ? 'credentials' : null
}

const urlSentences = {
  invalid: 'This must be an address that begins with http:// or https://.',
  'too-long': `This must have at most ${MAX_REMOTE_URL_LENGTH} characters.`,
  credentials: 'This must not have a user name or a password.',
} as const

/** The address of a file, `http:` or `https:`, without credentials. */
export const RemoteUrl = z.string().check(
  z.refine((text) => remoteUrlProblem(text) === null, {
    error: ({ input }) => urlSentences[remoteUrlProblem(String(input)) ?? 'invalid'],
  }),
)

/**
 * Why a file was not saved. `unreachable` is all that is told of an address that does not answer: whether it is refused
 * as a private one, closed or unknown must not be visible.
 */
export const RemoteUploadReason = z.enum([
  'unreachable',
  'too-many-redirects',
  /** The answer had another status than 200: `http_status`. */
  'http-error',
  /** The transfer broke off, was too slow or took too long. */
  'interrupted',
  'too-large',
  'quota-exceeded',
  'blocked-type',
  'empty-file',
  'folder-missing',
  'account-ended',
  /** An administrator does not allow the account to upload any more. */
  'upload-restricted',
  /** The link by which a visitor has started it has ended, or does not allow it any more. */
  'link-ended',
  'disk-full',
  'internal',
])
export type RemoteUploadReason = z.infer<typeof RemoteUploadReason>

export const RemoteFile = z.object({
  url: z.string(),
  status: z.enum(['waiting', 'receiving', 'done', 'failed', 'canceled']),
  /** Set where it has failed. */
  reason: z.nullable(RemoteUploadReason),
  http_status: z.nullable(z.int()),
  /** Known once the answer has begun. */
  name: z.nullable(z.string()),
  /** The announced size; null where none is. */
  filesize: z.nullable(Bytes),
  received: Bytes,
  /** The created file. */
  entry_id: z.nullable(Id),
})
export type RemoteFile = z.infer<typeof RemoteFile>

/** `processed` counts the files that were saved, have failed or were canceled. */
export const RemoteUploadProgress = z.object({ total: z.int(), processed: z.int(), failed: z.int() })
export type RemoteUploadProgress = z.infer<typeof RemoteUploadProgress>

/** Files that the server fetches from their addresses into a folder. */
export const RemoteUpload = z.object({
  id: Id,
  type: z.literal('remote-upload'),
  attributes: z.object({
    status: z.enum(['waiting', 'running', 'finished']),
    /** The target folder; null is the top. */
    parent_id: z.nullable(Id),
    /** Null for the top, and for a folder that does not exist any more or that the caller does not see any more. */
    folder_name: z.nullable(z.string()),
    progress: RemoteUploadProgress,
    files: z.array(RemoteFile),
    created_at: Instant,
    finished_at: z.nullable(Instant),
  }),
})
export type RemoteUpload = z.infer<typeof RemoteUpload>
