import * as z from '@holdall/schema'
import type { ParsedInput } from '../access.ts'
import { MAX_ITEMS_PER_CALL } from '../call-limits.ts'
import { endpoint } from '../endpoint.ts'
import { BulkDone, Moved } from '../resources/bulk-results.ts'
import { Entry, Selection } from '../resources/entry.ts'
import { Id, one } from '../resources/field-types.ts'
import { createFolder, removeEntries, renameEntry, takenNames } from './files.ts'
import { publicFolder } from './public-links.ts'
import { browseRemoteUploads, createRemoteUpload, removeRemoteUpload } from './remote-uploads.ts'
import { ShareToken } from './share-links.ts'
import { abortUpload, ChunkFields, Upload, uploadChunk, uploadState, uploadWhole } from './uploads.ts'

/**
 * The calls that change a shared folder by a link with the permission `editor`. Each answers as not found what the link
 * does not allow: what is outside of the shared folder, the shared folder itself where it would be renamed, moved or
 * removed, and everything where the permission is `visitor`.
 */
const token = z.object({ token: ShareToken })

/** Where an absent id is the shared folder. */
const byLink = { by: 'visitor', unlocked: true } as const

/** Chosen by the client at random: where a link has no password, whoever knows the id may continue the upload. */
export const LinkUploadId = z.string().check(z.regex(/^[A-Za-z0-9_-]{22,64}$/))

const intoFolder = {
  entry: {
    action: 'create',
    id: ({ body }: ParsedInput & { readonly body: { readonly parent_id?: string | null | undefined } }) =>
      body.parent_id,
    absent: 'root',
  },
} as const

export const publicTakenNames = endpoint({
  id: 'public-editing.taken',
  method: 'POST',
  path: '/api/sharing/folders/:id/:token/taken',
  summary: 'Those of these names that a folder of a link has already, as its entries; `all` is the shared folder',
  access: { ...byLink, targets: { entry: { action: 'create', id: ({ params }) => params.id, absent: 'root' } } },
  params: publicFolder.params,
  body: takenNames.body,
  response: takenNames.response,
  throttle: 'share-token',
  changes: [],
})

export const publicCreateFolder = endpoint({
  id: 'public-editing.create-folder',
  method: 'POST',
  path: '/api/sharing/create-folder/:token',
  summary: 'Create a folder by a link; a taken name becomes “name (2)”',
  access: { ...byLink, targets: intoFolder },
  params: token,
  body: createFolder.body,
  response: one(Entry),
  status: 201,
  errors: ['bad-name', 'too-deep', 'quota-exceeded'],
  restriction: 'create-folder',
  throttle: 'share-token',
  changes: ['files'],
})

export const publicRename = endpoint({
  id: 'public-editing.rename',
  method: 'PATCH',
  path: '/api/sharing/rename/:id/:token',
  summary: 'Change the name of an entry inside of a shared folder, or the color and emoji of a folder',
  access: { ...byLink, targets: { entry: { action: 'rename', id: ({ params }) => params.id } } },
  params: z.object({ id: Id, token: ShareToken }),
  body: renameEntry.body,
  response: one(Entry),
  errors: ['bad-name'],
  throttle: 'share-token',
  changes: ['files'],
})

const LinkConflictChoice = z.enum(['keep-both', 'skip'])

export const publicMove = endpoint({
  id: 'public-editing.move',
  method: 'POST',
  path: '/api/sharing/move/:token',
  summary:
    'Move entries within a shared folder; `to_id` null is the shared folder; a taken name becomes “name (2)”, or what ' +
    '`on_conflict` says: nothing is replaced by a link',
  access: {
    ...byLink,
    targets: {
      selection: { action: 'move', selection: ({ body }) => body },
      entry: { action: 'create', id: ({ body }) => body.to_id, absent: 'root' },
    },
  },
  params: token,
  body: z.intersection(
    z.object({
      to_id: z.nullable(Id),
      /** `keep-both` by default. With `ask` the call is refused with `name-conflict` where a name is taken. */
      on_conflict: z.optional(z.enum(['keep-both', 'skip', 'ask'])),
      choices: z.optional(
        z.array(z.object({ id: Id, on_conflict: LinkConflictChoice })).check(z.maxLength(MAX_ITEMS_PER_CALL)),
      ),
    }),
    Selection,
  ),
  response: Moved,
  errors: ['move-into-itself', 'too-deep', 'name-conflict', 'quota-exceeded'],
  throttle: 'share-token',
  changes: ['files', 'trash', 'user'],
})

export const publicRemove = endpoint({
  id: 'public-editing.remove',
  method: 'POST',
  path: '/api/sharing/remove/:token',
  summary:
    "Put entries of a shared folder into its owner's trash; nothing is deleted for good: with `force_delete` an entry " +
    'answers as not found',
  access: {
    ...byLink,
    targets: { selection: { action: 'trash', forced: 'destroy', selection: ({ body }) => body } },
  },
  params: token,
  body: removeEntries.body,
  response: BulkDone,
  throttle: 'share-token',
  changes: ['files', 'trash', 'user'],
})

/**
 * Answers 200 with the upload while bytes are missing, 201 with the file once it is there. Unlike a user's own, it
 * replaces nothing.
 */
export const publicUploadChunk = endpoint({
  id: 'public-editing.upload-chunk',
  method: 'POST',
  path: '/api/sharing/upload/chunks/:token',
  summary: 'Send a chunk of a file by a link',
  access: { ...byLink, targets: intoFolder },
  params: token,
  body: z.extend(z.omit(ChunkFields, { replace: true }), { upload_id: z.optional(LinkUploadId) }),
  takes: 'upload',
  response: one(z.union([Entry, Upload])),
  errors: uploadChunk.errors,
  restriction: 'upload',
  throttle: 'share-token',
  changes: ['files', 'user'],
})

export const publicUploadWhole = endpoint({
  id: 'public-editing.upload-whole',
  method: 'POST',
  path: '/api/sharing/upload/:token',
  summary: 'Send a whole file by a link in one request (field `file`)',
  access: { ...byLink, targets: intoFolder },
  params: token,
  body: z.pick(ChunkFields, { name: true, path: true, parent_id: true, checksum: true, modified_at: true }),
  takes: 'upload',
  response: one(Entry),
  status: 201,
  errors: uploadWhole.errors,
  restriction: 'upload',
  throttle: 'share-token',
  changes: ['files', 'user'],
})

const uploadOfLink = z.object({ upload_id: LinkUploadId, token: ShareToken })

export const publicUploadState = endpoint({
  id: 'public-editing.upload-state',
  method: 'GET',
  path: '/api/sharing/upload/:upload_id/:token',
  summary: 'How far an upload by a link has come, for the browser that sends it',
  access: { ...byLink, targets: { uploadId: ({ params }) => params.upload_id } },
  params: uploadOfLink,
  response: uploadState.response,
  restriction: 'upload',
  throttle: 'share-token',
})

export const publicAbortUpload = endpoint({
  id: 'public-editing.abort-upload',
  method: 'DELETE',
  path: '/api/sharing/upload/:upload_id/:token',
  summary: abortUpload.summary,
  access: { ...byLink, targets: { uploadId: ({ params }) => params.upload_id } },
  params: uploadOfLink,
  throttle: 'share-token',
  changes: [],
})

/** Of the browser that has started them. */
const remoteUploadsOfLink = {
  ...byLink,
  targets: { entry: { action: 'upload-remote', id: () => null, absent: 'root' } },
} as const

/** Refused with `remote-uploads-disabled` until an operator allows it. */
export const publicCreateRemoteUpload = endpoint({
  id: 'public-editing.create-remote-upload',
  method: 'POST',
  path: '/api/sharing/upload/remote/:token',
  summary: 'Let the server fetch files from their addresses into a folder of a link, in the background',
  access: { ...byLink, targets: { entry: { ...intoFolder.entry, action: 'upload-remote' } } },
  params: token,
  body: createRemoteUpload.body,
  response: createRemoteUpload.response,
  status: 201,
  errors: ['too-many-remote-uploads'],
  restriction: 'upload',
  throttle: 'share-token',
  changes: [],
})

export const publicRemoteUploads = endpoint({
  id: 'public-editing.remote-uploads',
  method: 'GET',
  path: '/api/sharing/upload/remote/:token',
  summary: 'The remote uploads that this browser has started by a link, the newest first',
  access: remoteUploadsOfLink,
  params: token,
  response: browseRemoteUploads.response,
  throttle: 'share-token',
})

export const publicRemoveRemoteUpload = endpoint({
  id: 'public-editing.remove-remote-upload',
  method: 'DELETE',
  path: '/api/sharing/upload/remote/:id/:token',
  summary: removeRemoteUpload.summary,
  access: remoteUploadsOfLink,
  params: z.object({ id: Id, token: ShareToken }),
  throttle: 'share-token',
  changes: [],
})
