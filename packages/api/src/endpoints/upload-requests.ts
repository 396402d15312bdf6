import * as z from '@holdall/schema'
import type { ParsedInput } from '../access.ts'
import { MAX_EXCEPTIONS, MAX_ITEMS_PER_CALL } from '../call-limits.ts'
import { endpoint } from '../endpoint.ts'
import { Email } from '../resources/email.ts'
import { BulkDone, Moved } from '../resources/bulk-results.ts'
import { EntryPosition } from '../resources/entry-position.ts'
import { Entry, Listing, Selection } from '../resources/entry.ts'
import { FolderLevel } from '../resources/folder-node.ts'
import { Id, IdOrAll, IntText, one, Paginate } from '../resources/field-types.ts'
import { EndDate } from '../resources/share-options.ts'
import { Note } from '../resources/upload-request.ts'
import { PublicUploadRequest, UploadRequest } from '../resources/upload-request.ts'
import { createFolder, folderInPath, ListingQuery, PositionQuery, RawName, renameEntry, TreeQuery } from './files.ts'
import { LinkUploadId } from './public-editing.ts'
import { emailShare, shareQrCode, ShareToken } from './share-links.ts'
import { abortUpload, ChunkFields, Upload, uploadChunk, uploadState, uploadWhole } from './uploads.ts'

/** Requests of one user that are open at the same time. */
export const MAX_OPEN_UPLOAD_REQUESTS = 100

/** Days after which a request closes for which no end was chosen. */
export const DEFAULT_REQUEST_DAYS = 7

const token = z.object({ token: ShareToken })

const end = {
  /** When the request closes; null: only by its visitors or its owner. */
  closes_at: z.optional(z.nullable(EndDate)),
  /** In place of a date: closes 3 hours after the last upload, or after 72 hours without one. */
  closes_when_idle: z.optional(z.boolean()),
}
interface ChosenEnd {
  readonly closes_at?: string | null | undefined
  readonly closes_when_idle?: boolean | undefined
}
const isOneEnd = ({ closes_at, closes_when_idle }: ChosenEnd) => !closes_at || !closes_when_idle
const oneEnd = { message: 'Send either a date or `closes_when_idle`.', path: ['closes_at'] }
const hasEnd = ({ closes_at, closes_when_idle }: ChosenEnd) => closes_at !== undefined || closes_when_idle === true
const someEnd = { message: 'Send a date, null or `closes_when_idle`.', path: ['closes_at'] }

export const createUploadRequest = endpoint({
  id: 'upload-requests.create',
  method: 'POST',
  path: '/api/file-request',
  summary: 'Ask for files by a link: whoever has it can upload into a new folder, without an account',
  access: {
    by: 'user',
    targets: { entry: { action: 'request-files', id: ({ body }) => body.folder_id, absent: 'root' } },
  },
  /** Without an end, it closes after `DEFAULT_REQUEST_DAYS` days. */
  body: z
    .object({
      /** The folder that the folder of the request is made in; the top by default. */
      folder_id: z.optional(z.nullable(Id)),
      /** Of the folder of the request; “Upload request from <date>” by default. */
      name: z.optional(z.nullable(z.union([z.literal(''), RawName]))),
      /** Shown to visitors and in the mail. */
      notes: z.optional(z.nullable(Note)),
      /** Gets a mail with the link; and a notification, where it is the confirmed address of a user. */
      email: z.optional(z.nullable(z.union([z.literal(''), Email]))),
      ...end,
    })
    .check(z.refine(isOneEnd, oneEnd)),
  response: one(UploadRequest),
  status: 201,
  errors: ['bad-name', 'too-deep', 'too-many-upload-requests', 'create-folder-restricted', 'address-unconfirmed'],
  restriction: 'upload',
  throttle: 'upload-request',
  changes: ['upload-requests'],
})

export const browseUploadRequests = endpoint({
  id: 'upload-requests.browse',
  method: 'GET',
  path: '/api/file-request',
  summary:
    'A page of the upload requests of the signed-in user, the newest first; those that ended 90 days ago are removed',
  access: { by: 'user', targets: {} },
  query: z.object({ page: z.optional(IntText), per_page: z.optional(IntText) }),
  response: z.object({ data: z.array(UploadRequest), meta: z.object({ paginate: Paginate }) }),
})

export const closeUploadRequest = endpoint({
  id: 'upload-requests.close',
  method: 'POST',
  path: '/api/file-request/:token/close',
  summary: 'End a request of the caller; one that has ended stays as it is. Unfinished uploads are abandoned',
  access: { by: 'user', targets: { uploadRequest: ({ params }) => params.token } },
  params: token,
  response: one(UploadRequest),
  changes: ['upload-requests', 'user'],
})

export const changeUploadRequestEnd = endpoint({
  id: 'upload-requests.change-end',
  method: 'PATCH',
  path: '/api/file-request/:token',
  summary: 'Change when an open request of the caller closes',
  access: { by: 'user', targets: { uploadRequest: ({ params }) => params.token } },
  params: token,
  body: z.object(end).check(z.refine(isOneEnd, oneEnd), z.refine(hasEnd, someEnd)),
  response: one(UploadRequest),
  errors: ['upload-request-closed', 'upload-request-expired'],
  changes: ['upload-requests'],
})

export const renewUploadRequest = endpoint({
  id: 'upload-requests.renew',
  method: 'POST',
  path: '/api/file-request/:token/renew',
  summary:
    'Open a request of the caller again, or for longer, by the same link; where its folder is gone, with a new one. ' +
    'Without an end it closes by the rule that it had, counted from now',
  access: { by: 'user', targets: { uploadRequest: ({ params }) => params.token } },
  params: token,
  body: z.object(end).check(z.refine(isOneEnd, oneEnd)),
  response: one(UploadRequest),
  errors: ['too-many-upload-requests', 'create-folder-restricted'],
  restriction: 'upload',
  changes: ['upload-requests'],
})

export const uploadRequestQrCode = endpoint({
  id: 'upload-requests.qr-code',
  method: 'GET',
  path: '/api/file-request/:token/qr',
  summary: 'The address of an upload request as a QR code',
  access: { by: 'user', targets: { uploadRequest: ({ params }) => params.token } },
  params: token,
  query: shareQrCode.query,
  response: shareQrCode.response,
})

export const emailUploadRequest = endpoint({
  id: 'upload-requests.email',
  method: 'POST',
  path: '/api/file-request/:token/email',
  summary: 'Send the link of an open upload request by mail, in the language of the caller',
  access: { by: 'user', targets: { uploadRequest: ({ params }) => params.token } },
  params: token,
  body: emailShare.body,
  response: emailShare.response,
  errors: ['upload-request-closed', 'upload-request-expired', 'address-unconfirmed'],
  changes: [],
})

/**
 * The calls of visitors. Each answers as not found what did not come through the request: what is outside of its folder,
 * what others put into it, and the folder itself where it would be renamed, moved or removed.
 */
const byRequest = { by: 'request-visitor', open: true } as const

/** Of the folder of the request, which does not exist before the first upload. */
const intoFolder = {
  entry: {
    action: 'create',
    id: ({ body }: ParsedInput & { readonly body: { readonly parent_id?: string | null | undefined } }) =>
      body.parent_id,
    absent: 'root',
  },
} as const

export const showUploadRequest = endpoint({
  id: 'upload-requests.show',
  method: 'GET',
  path: '/api/file-request/:token',
  summary: 'Who asks for files, and whether that is still open; also of a request that has ended',
  access: { by: 'request-visitor', open: false, targets: {} },
  params: token,
  response: one(PublicUploadRequest),
  throttle: 'share-token',
})

export const finishUploadRequest = endpoint({
  id: 'upload-requests.finish',
  method: 'DELETE',
  path: '/api/file-request/:token',
  summary: 'Tell the owner that all files are there: ends the request. Unfinished uploads are abandoned',
  access: { ...byRequest, targets: {} },
  params: token,
  response: one(PublicUploadRequest),
  throttle: 'share-token',
  changes: ['upload-requests', 'user'],
})

export const requestedFolder = endpoint({
  id: 'upload-requests.browse-folder',
  method: 'GET',
  path: '/api/file-request/:token/browse/:id',
  summary:
    'A page of what was uploaded through the request, without addresses of content; `all` is its folder, which is ' +
    'empty before the first upload',
  access: { ...byRequest, targets: { entry: folderInPath } },
  params: z.object({ token: ShareToken, id: IdOrAll }),
  query: ListingQuery,
  response: Listing,
  throttle: 'share-token',
})

export const requestedFindByPrefix = endpoint({
  id: 'upload-requests.find-by-prefix',
  method: 'GET',
  path: '/api/file-request/:token/browse/:id/position',
  summary: 'The first of these entries whose name begins like this, and its index; null when there is none',
  access: requestedFolder.access,
  params: requestedFolder.params,
  query: PositionQuery,
  response: z.object({ data: z.nullable(EntryPosition) }),
  throttle: 'share-token',
})

export const requestedTree = endpoint({
  id: 'upload-requests.navigation',
  method: 'GET',
  path: '/api/file-request/:token/navigation',
  summary: 'A page of the uploaded folders of one level; with `depth=all` each with those below it, as far as they fit',
  access: {
    ...byRequest,
    targets: { entry: { action: 'list', id: ({ query }) => query.parent_id, absent: 'root' } },
  },
  params: token,
  query: TreeQuery,
  response: FolderLevel,
  throttle: 'share-token',
})

export const requestedCreateFolder = endpoint({
  id: 'upload-requests.create-folder',
  method: 'POST',
  path: '/api/file-request/:token/create-folder',
  summary: 'Create a folder in the folder of the request; a taken name becomes “name (2)”',
  access: { ...byRequest, targets: intoFolder },
  params: token,
  body: createFolder.body,
  response: one(Entry),
  status: 201,
  errors: ['bad-name', 'too-deep', 'quota-exceeded'],
  restriction: 'create-folder',
  throttle: 'share-token',
  changes: ['files', 'upload-requests'],
})

export const requestedRename = endpoint({
  id: 'upload-requests.rename',
  method: 'PATCH',
  path: '/api/file-request/:token/rename/:id',
  summary: 'Change the name of an uploaded entry, or the color and emoji of a folder; a taken name becomes “name (2)”',
  access: { ...byRequest, targets: { entry: { action: 'rename', id: ({ params }) => params.id } } },
  params: z.object({ token: ShareToken, id: Id }),
  body: renameEntry.body,
  response: one(Entry),
  errors: ['bad-name'],
  throttle: 'share-token',
  changes: ['files'],
})

export const requestedMove = endpoint({
  id: 'upload-requests.move',
  method: 'POST',
  path: '/api/file-request/:token/move',
  summary:
    'Move uploaded entries between uploaded folders; `to_id` null is the folder of the request; a taken name becomes ' +
    '“name (2)”',
  access: {
    ...byRequest,
    targets: {
      selection: { action: 'move', selection: ({ body }) => body },
      entry: { action: 'create', id: ({ body }) => body.to_id, absent: 'root' },
    },
  },
  params: token,
  body: z.intersection(z.object({ to_id: z.nullable(Id) }), Selection),
  response: Moved,
  errors: ['move-into-itself', 'too-deep'],
  throttle: 'share-token',
  changes: ['files'],
})

export const requestedRemove = endpoint({
  id: 'upload-requests.remove',
  method: 'POST',
  path: '/api/file-request/:token/remove',
  summary:
    "Put uploaded entries into the owner's trash; nothing is deleted for good: with `force_delete` an entry answers as " +
    'not found',
  access: {
    ...byRequest,
    targets: { selection: { action: 'trash', forced: 'destroy', selection: ({ body }) => body } },
  },
  params: token,
  body: z.union([
    z.object({
      items: z
        .array(z.object({ id: Id, type: z.optional(z.string()), force_delete: z.optional(z.boolean()) }))
        .check(z.minLength(1), z.maxLength(MAX_ITEMS_PER_CALL)),
    }),
    z.object({
      parent_id: z.nullable(Id),
      all: z.literal(true),
      except: z.array(Id).check(z.maxLength(MAX_EXCEPTIONS)),
      force_delete: z.optional(z.boolean()),
    }),
  ]),
  response: BulkDone,
  // A folder into which others have put something.
  errors: ['forbidden'],
  throttle: 'share-token',
  changes: ['files', 'trash', 'user'],
})

/**
 * Answers 200 with the upload while bytes are missing, 201 with the file once it is there. Nothing is replaced; a folder
 * of the path that did not come through the request becomes “name (2)”.
 */
export const requestedUploadChunk = endpoint({
  id: 'upload-requests.upload-chunk',
  method: 'POST',
  path: '/api/file-request/:token/upload/chunks',
  summary: 'Send a chunk of a file',
  access: { ...byRequest, targets: intoFolder },
  params: token,
  body: z.extend(z.omit(ChunkFields, { replace: true }), { upload_id: z.optional(LinkUploadId) }),
  takes: 'upload',
  response: one(z.union([Entry, Upload])),
  errors: uploadChunk.errors,
  throttle: 'share-token',
  changes: ['files', 'user', 'upload-requests'],
})

export const requestedUploadWhole = endpoint({
  id: 'upload-requests.upload-whole',
  method: 'POST',
  path: '/api/file-request/:token/upload',
  summary: 'Send a whole file in one request (field `file`)',
  access: { ...byRequest, targets: intoFolder },
  params: token,
  body: z.pick(ChunkFields, { name: true, path: true, parent_id: true, checksum: true, modified_at: true }),
  takes: 'upload',
  response: one(Entry),
  status: 201,
  errors: uploadWhole.errors,
  throttle: 'share-token',
  changes: ['files', 'user', 'upload-requests'],
})

const uploadOfRequest = z.object({ upload_id: LinkUploadId, token: ShareToken })

export const requestedUploadState = endpoint({
  id: 'upload-requests.upload-state',
  method: 'GET',
  path: '/api/file-request/:token/upload/:upload_id',
  summary: uploadState.summary,
  access: { ...byRequest, targets: { uploadId: ({ params }) => params.upload_id } },
  params: uploadOfRequest,
  response: uploadState.response,
  throttle: 'share-token',
})

export const requestedAbortUpload = endpoint({
  id: 'upload-requests.abort-upload',
  method: 'DELETE',
  path: '/api/file-request/:token/upload/:upload_id',
  summary: abortUpload.summary,
  access: { ...byRequest, targets: { uploadId: ({ params }) => params.upload_id } },
  params: uploadOfRequest,
  throttle: 'share-token',
  changes: [],
})
