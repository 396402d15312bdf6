import * as z from '@holdall/schema'
import { endpoint } from '../endpoint.ts'
import { one } from '../resources/field-types.ts'
import { ZipDownload } from '../resources/zip-download.ts'
import { SearchListing, SearchQuery } from './search.ts'
import { ShareToken } from './share-links.ts'
import { ZipItemsText, ZipSelection, ZipToken } from './zip.ts'

const token = z.object({ token: ShareToken })

/** Whoever may download what the link leads to. */
const allOfLink = {
  by: 'visitor',
  unlocked: true,
  targets: { entry: { action: 'download', id: () => null, absent: 'root' } },
} as const

export const publicZip = endpoint({
  id: 'public-downloads.zip',
  method: 'GET',
  path: '/api/sharing/zip/:token',
  summary:
    'Files and folders of a link as a zip, by default all that it leads to; a single file redirects to its content',
  access: {
    by: 'visitor',
    unlocked: true,
    targets: {
      entry: { action: 'download', id: () => null, absent: 'root' },
      selection: { action: 'download', selection: ({ query }) => ({ items: query.items ?? [] }) },
    },
  },
  params: token,
  query: z.object({ items: z.optional(ZipItemsText) }),
  answers: 'bytes',
  errors: ['zip-too-large'],
  throttle: 'share-token',
  // A link with a limit of downloads counts it.
  changes: ['shares'],
})

export const preparePublicZip = endpoint({
  id: 'public-downloads.prepare-zip',
  method: 'POST',
  path: '/api/sharing/zip/:token',
  summary: 'An address at which visitors of the link can download the zip of a selection once, within a minute',
  access: {
    by: 'visitor',
    unlocked: true,
    targets: { selection: { action: 'download', selection: ({ body }) => body } },
  },
  params: token,
  body: ZipSelection,
  response: one(ZipDownload),
  status: 201,
  errors: ['zip-too-large'],
  throttle: 'share-token',
  changes: [],
})

export const downloadPreparedPublicZip = endpoint({
  id: 'public-downloads.prepared-zip',
  method: 'GET',
  path: '/api/sharing/zip/:token/:ticket',
  summary: 'The zip that a visitor of the link has prepared; the address works once',
  access: allOfLink,
  params: z.object({ token: ShareToken, ticket: ZipToken }),
  answers: 'bytes',
  throttle: 'share-token',
  changes: ['shares'],
})

export const publicSearch = endpoint({
  id: 'public-downloads.search',
  method: 'GET',
  path: '/api/sharing/search/:token',
  summary:
    'A page of the folders and files below the shared folder whose name has the text in it; `meta.location` of each begins at the shared folder',
  access: {
    by: 'visitor',
    unlocked: true,
    targets: { entry: { action: 'list', id: ({ query }) => query.parent_id, absent: 'root' } },
  },
  params: token,
  query: z.omit(SearchQuery, { owner: true }),
  response: SearchListing,
  throttle: 'share-token',
})

export const publicDirect = endpoint({
  id: 'public-downloads.direct',
  method: 'GET',
  path: '/share/:token/direct',
  summary: 'The bytes of the one file of a link without a password, at an address that does not change; redirects',
  access: allOfLink,
  params: token,
  query: z.object({
    /** Present: sent as a download even where it could be shown inline. */
    download: z.optional(z.string()),
  }),
  answers: 'bytes',
  throttle: 'share-token',
})

export const publicEmbed = endpoint({
  id: 'public-downloads.embed',
  method: 'GET',
  path: '/share/:token/embed',
  summary: 'A page with the one file of a link without a password, for frames of other sites; refusals are pages too',
  access: { by: 'anyone', why: 'its handler resolves the link without cookies, and answers refusals as pages' },
  params: token,
  answers: 'bytes',
  errors: ['share-locked', 'share-expired', 'share-revoked', 'share-used-up', 'share-no-download', 'owner-restricted'],
  throttle: 'share-token',
})
