import * as z from '@holdall/schema'
import { endpoint } from '../endpoint.ts'
import { Id, IntText, Paginate } from '../resources/field-types.ts'
import { UnfinishedUpload } from '../resources/unfinished-upload.ts'

const self = { by: 'user', targets: {} } as const

/** Unfinished uploads of an account that can be reached by pages. */
export const MAX_LISTED_UPLOADS = 10_000

export const browseUnfinishedUploads = endpoint({
  id: 'unfinished-uploads.browse',
  method: 'GET',
  path: '/api/user/unfinished-uploads',
  summary: 'A page of the unfinished uploads that take storage of the caller, by anyone; the newest first',
  access: self,
  query: z.object({ page: z.optional(IntText), per_page: z.optional(IntText) }),
  response: z.object({ data: z.array(UnfinishedUpload), meta: z.object({ paginate: Paginate }) }),
})

export const endUnfinishedUpload = endpoint({
  id: 'unfinished-uploads.end',
  method: 'DELETE',
  path: '/api/user/unfinished-uploads/:id',
  summary: 'End an unfinished upload: its quota is free at once, and its uploader gets `upload-ended`',
  access: self,
  params: z.object({ id: Id }),
  changes: ['user'],
})

export const endUnfinishedUploads = endpoint({
  id: 'unfinished-uploads.end-all',
  method: 'DELETE',
  path: '/api/user/unfinished-uploads',
  summary: 'End all unfinished uploads that take storage of the caller',
  access: self,
  changes: ['user'],
})
