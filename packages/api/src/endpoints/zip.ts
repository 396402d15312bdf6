import * as z from '@holdall/schema'
import { endpoint } from '../endpoint.ts'
import { MAX_EXCEPTIONS, MAX_ZIP_ITEMS } from '../call-limits.ts'
import { Id, one } from '../resources/field-types.ts'
import { ZipDownload } from '../resources/zip-download.ts'

const Item = z.object({ id: Id })

/** `id|folder,id|file`; the type may be left out. */
export const ZipItemsText = z.pipe(
  z.pipe(
    z.string().check(z.maxLength(16_384)),
    z.transform((text) => text.split(',').map((item) => ({ id: item.split('|', 1)[0] }))),
  ),
  z.array(Item).check(z.maxLength(MAX_ZIP_ITEMS)),
)

export const ZipSelection = z.union([
  z.object({ items: z.array(Item).check(z.minLength(1), z.maxLength(MAX_ZIP_ITEMS)) }),
  z.object({ parent_id: z.nullable(Id), all: z.literal(true), except: z.array(Id).check(z.maxLength(MAX_EXCEPTIONS)) }),
])
export type ZipSelection = z.infer<typeof ZipSelection>

/** Of an address at which a prepared zip is downloaded. */
export const ZipToken = z.string().check(z.regex(/^[A-Za-z0-9_-]{22}$/))

export const downloadZip = endpoint({
  id: 'zip.download',
  method: 'GET',
  path: '/api/zip',
  summary: 'Files and folders, live or trashed, as a zip; a single file redirects to its content',
  access: {
    by: 'user',
    targets: { selection: { action: 'download', selection: ({ query }) => query, state: 'any' } },
  },
  query: z.object({ items: ZipItemsText }),
  answers: 'bytes',
  errors: ['zip-too-large'],
  restriction: 'download',
})

export const prepareZip = endpoint({
  id: 'zip.prepare',
  method: 'POST',
  path: '/api/zip',
  summary: 'An address at which the zip of a selection can be downloaded once, within a minute',
  access: {
    by: 'user',
    targets: { selection: { action: 'download', selection: ({ body }) => body, state: 'any' } },
  },
  body: ZipSelection,
  response: one(ZipDownload),
  status: 201,
  errors: ['zip-too-large'],
  restriction: 'download',
  changes: [],
})

export const downloadPreparedZip = endpoint({
  id: 'zip.download-prepared',
  method: 'GET',
  path: '/api/zip/:token',
  summary: 'The zip that was prepared, for the user who prepared it; the address works once',
  access: { by: 'user', targets: {} },
  params: z.object({ token: ZipToken }),
  answers: 'bytes',
  errors: ['owner-restricted'],
  restriction: 'download',
})
