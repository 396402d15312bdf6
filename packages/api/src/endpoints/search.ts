import * as z from '@holdall/schema'
import { endpoint } from '../endpoint.ts'
import { fileKinds } from '../file-kind.ts'
import { Entry, Listing } from '../resources/entry.ts'
import { Id } from '../resources/field-types.ts'
import { ListingQuery } from './files.ts'

/** Part of a name. Case and accents are ignored; every other character stands for itself. */
export const SearchText = z.string().check(z.maxLength(255, { abort: true }), z.trim(), z.minLength(1))

/** How many folders, and how many files, the short answer has at most. */
export const MAX_SUGGESTIONS = 3
/** How many folders, and how many files, a search goes through at most: the newest whose name matches. */
export const MAX_SEARCH_MATCHES = 1000

export const suggestEntries = endpoint({
  id: 'search.suggest',
  method: 'GET',
  path: '/api/search',
  summary:
    'At most three folders and three files whose name has the text in it: first those that begin with it, then the newest',
  access: { by: 'user', targets: {} },
  query: z.object({ query: SearchText }),
  response: z.object({ data: z.array(Entry) }),
})

/** ISO 8601 in UTC, with milliseconds. */
const Time = z.string().check(
  z.maxLength(24, { abort: true }),
  z.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/),
  z.refine((text) => !Number.isNaN(Date.parse(text)), 'This is not a date.'),
)

export const SearchQuery = z.extend(ListingQuery, {
  query: SearchText,
  /** Folders, or files of a kind. */
  type: z.optional(z.enum(['folder', ...fileKinds])),
  /** Created at this time or later, and before `to`. */
  from: z.optional(Time),
  to: z.optional(Time),
  /** Only what is in this folder or below it. */
  parent_id: z.optional(Id),
  /** Only what counts against the storage of the caller, or only the rest. */
  owner: z.optional(z.enum(['me', 'others'])),
})

/** `meta.truncated` tells that there are more matches than those that were filtered and sorted. */
export const SearchListing = z.extend(Listing, {
  meta: z.extend(Listing.shape.meta, { truncated: z.boolean() }),
})

export const searchEntries = endpoint({
  id: 'search.browse',
  method: 'GET',
  path: '/api/browse/search',
  summary:
    'A page of the folders and files whose name has the text in it; `meta.truncated` tells that there are more than the newest of each, and only those were filtered and sorted',
  access: {
    by: 'user',
    targets: { entry: { action: 'list', id: ({ query }) => query.parent_id, absent: 'root' } },
  },
  query: SearchQuery,
  response: SearchListing,
})
