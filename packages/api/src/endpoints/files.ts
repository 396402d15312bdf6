import * as z from '@holdall/schema'
import { MAX_EXCEPTIONS, MAX_ITEMS_PER_CALL } from '../call-limits.ts'
import type { ParsedInput } from '../access.ts'
import { endpoint } from '../endpoint.ts'
import { Id, IdOrAll, IntText, one, SortQuery } from '../resources/field-types.ts'
import { BulkDone, Copied, Moved } from '../resources/bulk-results.ts'
import { EntryPosition } from '../resources/entry-position.ts'
import { Entry, Listing, Selection } from '../resources/entry.ts'
import { FolderLevel } from '../resources/folder-node.ts'
import { conflictFields } from '../resources/name-conflict.ts'
import { FolderColor } from '../resources/folder-color.ts'
import { Emoji } from '../resources/emoji.ts'

/** Sorting and paging of a listing; a page past the end is empty. */
export const ListingQuery = z.extend(SortQuery, {
  page: z.optional(IntText),
  per_page: z.optional(IntText),
})

/** Bounds of the schema only; the server decides which names are allowed (`bad-name`). */
export const RawName = z.string().check(z.minLength(1), z.maxLength(1024))

export const folderInPath = {
  action: 'list',
  id: ({ params }: ParsedInput & { readonly params: { readonly id: string } }) => params.id,
  absent: 'root',
} as const

export const browseFolder = endpoint({
  id: 'files.browse',
  method: 'GET',
  path: '/api/browse/folders/:id',
  summary: 'A page of a folder; `all` is the top',
  access: { by: 'user', targets: { entry: folderInPath } },
  params: z.object({ id: IdOrAll }),
  query: ListingQuery,
  response: Listing,
  showsFolder: true,
})

/** How far the listing of recent uploads goes back. */
export const MAX_RECENT_FILES = 1000

export const browseLatest = endpoint({
  id: 'files.latest',
  method: 'GET',
  path: '/api/browse/latest',
  summary:
    'A page of the newest files of all folders, of team folders those of the caller, the newest first; `meta.location` of each is its folder',
  access: { by: 'user', targets: {} },
  query: z.object({ page: z.optional(IntText), per_page: z.optional(IntText) }),
  response: Listing,
})

export const takenNames = endpoint({
  id: 'files.taken',
  method: 'POST',
  path: '/api/browse/folders/:id/taken',
  summary:
    'Names that a folder has already, of these, as its entries; `all` is the top; more than 200 are without addresses, ' +
    'thumbnails and links',
  access: { by: 'user', targets: { entry: folderInPath } },
  params: z.object({ id: IdOrAll }),
  body: z.object({ names: z.array(RawName).check(z.minLength(1), z.maxLength(MAX_ITEMS_PER_CALL)) }),
  response: z.object({ data: z.array(Entry) }),
  changes: [],
})

/** The order of a listing, and the beginning of a name. Case and accents are ignored. */
export const PositionQuery = z.object({
  prefix: z.string().check(z.minLength(1), z.maxLength(255)),
  ...SortQuery.shape,
})

export const findByPrefix = endpoint({
  id: 'files.find-by-prefix',
  method: 'GET',
  path: '/api/browse/folders/:id/position',
  summary: 'The first entry of a folder whose name begins like this, and its index; null when there is none',
  access: browseFolder.access,
  params: browseFolder.params,
  query: PositionQuery,
  response: z.object({ data: z.nullable(EntryPosition) }),
})

/**
 * A page of a level has at most `limit` folders, 5,000 and 1 MB; `cursor` is the `next_cursor` of the page before, in the
 * same order. With `depth=all` it also has the levels below, as far as they fit in the same bounds. Folders without
 * `folders` are then fetched by level.
 */
export const TreeQuery = z.extend(SortQuery, {
  parent_id: z.optional(Id),
  depth: z.optional(z.literal('all')),
  cursor: z.optional(z.string().check(z.minLength(1), z.maxLength(4096))),
  limit: z.optional(IntText),
})

export const folderTree = endpoint({
  id: 'files.navigation',
  method: 'GET',
  path: '/api/browse/navigation',
  summary:
    'A page of the folders of one level, without `parent_id` of those at the top, by name or in the order given; with ' +
    '`depth=all` each with those below it, as far as they fit',
  access: {
    by: 'user',
    targets: { entry: { action: 'list', id: ({ query }) => query.parent_id, absent: 'root' } },
  },
  query: TreeQuery,
  response: FolderLevel,
})

export const createFolder = endpoint({
  id: 'files.create-folder',
  method: 'POST',
  path: '/api/create-folder',
  summary: 'Create a folder; a taken name becomes “name (2)”',
  access: {
    by: 'user',
    targets: { entry: { action: 'create', id: ({ body }) => body.parent_id, absent: 'root' } },
  },
  body: z.object({
    name: RawName,
    parent_id: z.optional(z.nullable(Id)),
    emoji: z.optional(z.nullable(Emoji)),
    color: z.optional(z.nullable(FolderColor)),
  }),
  response: one(Entry),
  status: 201,
  errors: ['bad-name', 'too-deep', 'quota-exceeded'],
  restriction: 'create-folder',
  changes: ['files'],
})

export const renameEntry = endpoint({
  id: 'files.rename',
  method: 'PATCH',
  path: '/api/rename/:id',
  summary: 'Change the name of an entry, or the color and emoji of a folder',
  access: { by: 'user', targets: { entry: { action: 'rename', id: ({ params }) => params.id } } },
  params: z.object({ id: Id }),
  body: z.object({
    name: z.optional(RawName),
    emoji: z.optional(z.nullable(Emoji)),
    color: z.optional(z.nullable(FolderColor)),
  }),
  response: one(Entry),
  errors: ['bad-name'],
  changes: ['files'],
})

export const moveEntries = endpoint({
  id: 'files.move',
  method: 'POST',
  path: '/api/move',
  summary:
    'Move entries into a folder; `to_id` null is the top; a taken name becomes “name (2)”, or what `on_conflict` says; a ' +
    'file that replaces another is its new content, and goes to the trash itself',
  access: {
    by: 'user',
    targets: {
      selection: { action: 'move', selection: ({ body }) => body },
      entry: { action: 'create', id: ({ body }) => body.to_id, absent: 'root' },
    },
  },
  body: z.intersection(z.object({ to_id: z.nullable(Id), ...conflictFields }), Selection),
  response: Moved,
  errors: ['move-into-itself', 'other-owner', 'too-deep', 'name-conflict', 'quota-exceeded'],
  changes: ['files', 'trash', 'shares', 'user'],
})

export const copyEntries = endpoint({
  id: 'files.copy',
  method: 'POST',
  path: '/api/copy',
  summary:
    'Copy entries into a folder, folders with all that is in them; `to_id` null is the top; `ids` of the answer are the ' +
    'copies, without links; a taken name becomes “name (2)”, or what `on_conflict` says',
  access: {
    by: 'user',
    targets: {
      selection: { action: 'copy', selection: ({ body }) => body },
      entry: { action: 'create', id: ({ body }) => body.to_id, absent: 'root' },
    },
  },
  body: z.intersection(z.object({ to_id: z.nullable(Id), ...conflictFields }), Selection),
  response: Copied,
  errors: [
    'copy-into-itself',
    'too-deep',
    'too-many',
    'name-conflict',
    'quota-exceeded',
    // With a folder among them.
    'create-folder-restricted',
    // To another owner.
    'download-restricted',
  ],
  restriction: 'upload',
  changes: ['files', 'user'],
})

const RemoveItem = z.object({ id: Id, type: z.optional(z.string()), force_delete: z.optional(z.boolean()) })
export const removeEntries = endpoint({
  id: 'files.remove',
  method: 'POST',
  path: '/api/remove',
  summary:
    'Put entries into the trash; those already there, and with `force_delete` any, are deleted for good; with ' +
    '`only_live` nothing is done where one is in the trash already',
  access: {
    by: 'user',
    targets: { selection: { action: 'trash', forced: 'destroy', selection: ({ body }) => body, state: 'any' } },
  },
  body: z.union([
    z.object({
      items: z.array(RemoveItem).check(z.minLength(1), z.maxLength(MAX_ITEMS_PER_CALL)),
      only_live: z.optional(z.boolean()),
    }),
    z.object({
      parent_id: z.nullable(Id),
      all: z.literal(true),
      except: z.array(Id).check(z.maxLength(MAX_EXCEPTIONS)),
      force_delete: z.optional(z.boolean()),
      only_live: z.optional(z.boolean()),
    }),
  ]),
  response: BulkDone,
  changes: ['files', 'trash', 'user'],
})
