import * as z from '@holdall/schema'
import { MAX_ITEMS_PER_CALL } from '../call-limits.ts'
import { endpoint } from '../endpoint.ts'
import { Done } from '../resources/entry.ts'
import { Id } from '../resources/field-types.ts'

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
