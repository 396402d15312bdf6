import * as z from '@holdall/schema'
import { MAX_REMOTE_URLS } from '../call-limits.ts'
import { endpoint } from '../endpoint.ts'
import { Id, one } from '../resources/field-types.ts'
import { RemoteUpload, RemoteUrl } from '../resources/remote-upload.ts'

const self = { by: 'user', targets: {} } as const

export const createRemoteUpload = endpoint({
  id: 'remote-uploads.create',
  method: 'POST',
  path: '/api/upload/remote',
  summary: 'Let the server fetch files from their addresses into a folder, in the background',
  access: {
    by: 'user',
    targets: { entry: { action: 'upload-remote', id: ({ body }) => body.parent_id, absent: 'root' } },
  },
  body: z.object({
    urls: z.array(RemoteUrl).check(z.minLength(1), z.maxLength(MAX_REMOTE_URLS)),
    parent_id: z.optional(z.nullable(z.union([Id, z.literal(''), z.literal('null')]))),
  }),
  response: one(RemoteUpload),
  status: 201,
  errors: ['too-many-remote-uploads'],
  restriction: 'upload',
  throttle: 'remote-upload',
  changes: [],
})

export const browseRemoteUploads = endpoint({
  id: 'remote-uploads.browse',
  method: 'GET',
  path: '/api/upload/remote',
  summary:
    'The remote uploads of the signed-in user that wait, run or have finished in the last week, the newest first',
  access: self,
  response: z.object({ data: z.array(RemoteUpload) }),
})

export const removeRemoteUpload = endpoint({
  id: 'remote-uploads.remove',
  method: 'DELETE',
  path: '/api/upload/remote/:id',
  summary: 'Cancel a remote upload; one that has finished is removed from the list. Saved files stay',
  access: self,
  params: z.object({ id: Id }),
  changes: [],
})
