import * as z from '@holdall/schema'
import { AvatarImages } from './avatar.ts'
import { Entry } from './entry.ts'
import { Id, Instant } from './field-types.ts'
import { hasControlCharacters, hasHiddenCharacters } from './text.ts'

const MAX_NOTE_LENGTH = 1000
const textOfNote = (text: string) => text.replaceAll('\r\n', '\n').trim().normalize('NFC')

/** What somebody writes to somebody else, in several lines; may be empty. */
export const Note = z.pipe(
  z.string().check(
    z.maxLength(MAX_NOTE_LENGTH, { error: `Use at most ${MAX_NOTE_LENGTH} characters.`, abort: true }),
    z.refine((text) => !hasControlCharacters(textOfNote(text).replace(/[\n\t]/g, '')), 'Use no control characters.'),
    z.refine((text) => !hasHiddenCharacters(text), 'Use no invisible characters that change how the text reads.'),
  ),
  z.transform(textOfNote),
)

/**
 * `active`: nothing was uploaded yet. `filling`: since the first upload. `filled`: closed, by the visitor, by the owner or
 * because its time was over. `expired`: its time was over, and nothing was uploaded.
 */
export const UploadRequestStatus = z.enum(['active', 'filling', 'filled', 'expired'])
export type UploadRequestStatus = z.infer<typeof UploadRequestStatus>

/**
 * How a request ended. `idle`: its time was over, and files had arrived. `unused`: its time was over, and none had.
 * `folder-removed`: its folder was deleted for good.
 */
export const UploadRequestEnd = z.enum(['visitor', 'owner', 'idle', 'unused', 'folder-removed'])
export type UploadRequestEnd = z.infer<typeof UploadRequestEnd>

/** A request for files, as its owner sees it. */
export const UploadRequest = z.object({
  id: Id,
  type: z.literal('upload-request'),
  attributes: z.object({
    token: z.string(),
    status: UploadRequestStatus,
    /** Of the folder that is made with the first upload. */
    name: z.string(),
    notes: z.nullable(z.string()),
    /** Who got a mail with the link. */
    email: z.nullable(z.string()),
    /** The folder that the folder of the request is made in; null is the top, or that it was deleted for good. */
    parent_id: z.nullable(Id),
    /** Null for the top, and for a folder that does not exist any more. */
    parent_name: z.nullable(z.string()),
    /** The folder with the uploads; null before the first upload, and while it is in the trash. */
    folder_id: z.nullable(Id),
    /** Whether visitors are told that it is closed because a folder of it is in the trash; restoring that opens it. */
    suspended: z.boolean(),
    /** Files that visitors have uploaded, those they removed included. */
    files_received: z.int(),
    last_upload_at: z.nullable(Instant),
    /** When it closes; null where it has no end date, and where it has ended. */
    closes_at: z.nullable(Instant),
    /** Whether it closes by itself 3 hours after the last upload: each upload moves `closes_at`. */
    closes_when_idle: z.optional(z.boolean()),
    ended_at: z.nullable(Instant),
    ended_by: z.nullable(UploadRequestEnd),
    /** Absolute address when HOLDALL_PUBLIC_URL is set; otherwise a path. */
    link: z.string(),
    created_at: Instant,
  }),
})
export type UploadRequest = z.infer<typeof UploadRequest>

/** A request for files, as its visitors see it. */
export const PublicUploadRequest = z.object({
  id: Id,
  type: z.literal('upload-request'),
  attributes: z.object({
    token: z.string(),
    status: UploadRequestStatus,
    name: z.string(),
    notes: z.nullable(z.string()),
    /** When it closes; null where it has no end date, and where it has ended. */
    closes_at: z.nullable(Instant),
    /** Whether it closes by itself 3 hours after the last upload: each upload moves `closes_at`. */
    closes_when_idle: z.optional(z.boolean()),
  }),
  relationships: z.object({
    /** The folder with the uploads, by the name of the request; null before the first upload, and once it has ended. */
    folder: z.nullable(z.object({ data: Entry })),
    /** Whoever asks for the files. */
    user: z.object({
      data: z.object({
        type: z.literal('user'),
        attributes: z.object({ name: z.string(), color: z.string(), avatar: z.nullable(AvatarImages) }),
      }),
    }),
  }),
})
export type PublicUploadRequest = z.infer<typeof PublicUploadRequest>
