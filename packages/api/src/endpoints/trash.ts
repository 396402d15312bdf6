import * as z from '@holdall/schema'
import { MAX_ITEMS_PER_CALL } from '../call-limits.ts'
import { endpoint } from '../endpoint.ts'
import { Id, IdOrAll } from '../resources/field-types.ts'
import { Restored } from '../resources/bulk-results.ts'
import { Done, Listing } from '../resources/entry.ts'
import { conflictFields } from '../resources/name-conflict.ts'
import { ListingQuery } from './files.ts'

export const browseTrash = endpoint({
  id: 'trash.browse',
  method: 'GET',
  path: '/api/browse/trash/:id',
  summary: 'A page of the trash, or of a folder in it',
  access: {
    by: 'user',
    targets: { entry: { action: 'list', id: ({ params }) => params.id, absent: 'skip', state: 'trashed' } },
  },
  params: z.object({ id: IdOrAll }),
  query: ListingQuery,
  response: Listing,
  showsFolder: true,
})

export const restoreEntries = endpoint({
  id: 'trash.restore',
  method: 'POST',
  path: '/api/trash/restore',
  summary:
    'Bring entries back where they were; home when that is gone or `to_home` is set; a taken name becomes “name (2)”, or ' +
    'what `on_conflict` says; a file that is replaced goes to the trash',
  access: {
    by: 'user',
    targets: { selection: { action: 'restore', selection: ({ body }) => body, state: 'trashed' } },
  },
  body: z.object({
    to_home: z.optional(z.boolean()),
    ...conflictFields,
    items: z
      .array(z.object({ id: Id, type: z.optional(z.string()) }))
      .check(z.minLength(1), z.maxLength(MAX_ITEMS_PER_CALL)),
  }),
  response: Restored,
  errors: ['too-deep', 'name-conflict'],
  changes: ['files', 'trash'],
})

export const emptyTrash = endpoint({
  id: 'trash.empty',
  method: 'DELETE',
  path: '/api/trash/dump',
  summary: 'Delete everything in the trash for good',
  access: { by: 'user', targets: {} },
  response: Done,
  changes: ['trash', 'user'],
})
