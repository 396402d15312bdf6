import * as z from '@holdall/schema'
import { MAX_ITEMS_PER_CALL } from '../call-limits.ts'
import { endpoint } from '../endpoint.ts'
import { Done } from '../resources/entry.ts'
import { Bytes, Id, IntText, Paginate } from '../resources/field-types.ts'
import { FileVersion } from '../resources/file-version.ts'

/** Who may restore the versions of a file may see them. */
export const listVersions = endpoint({
  id: 'versions.list',
  method: 'GET',
  path: '/api/versions/:id',
  summary: 'A page of the earlier contents of a file, the newest first; `meta.filesize` is the size of all',
  access: { by: 'user', targets: { entry: { action: 'rename', id: ({ params }) => params.id } } },
  params: z.object({ id: Id }),
  query: z.object({ page: z.optional(IntText), per_page: z.optional(IntText) }),
  response: z.object({
    data: z.array(FileVersion),
    meta: z.object({ paginate: Paginate, filesize: Bytes }),
  }),
})

/** Members of a team folder delete nothing that its owner can restore. */
export const deleteVersion = endpoint({
  id: 'versions.delete',
  method: 'DELETE',
  path: '/api/versions/:id/:version',
  summary: 'Delete an earlier content of a file for good; its owner only',
  access: { by: 'user', targets: { entry: { action: 'destroy', id: ({ params }) => params.id } } },
  params: z.object({ id: Id, version: IntText }),
  response: Done,
  changes: ['user'],
})

export const restoreVersions = endpoint({
  id: 'versions.restore',
  method: 'POST',
  path: '/api/versions/restore',
  summary:
    'Give files an earlier content back, by the version that it was; the present content is kept as a version in its place',
  access: { by: 'user', targets: { selection: { action: 'rename', selection: ({ body }) => body } } },
  body: z.object({
    items: z
      .array(z.object({ id: Id, version: z.int().check(z.nonnegative()) }))
      .check(z.minLength(1), z.maxLength(MAX_ITEMS_PER_CALL)),
  }),
  response: Done,
  changes: ['files', 'user'],
})
