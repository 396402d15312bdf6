import * as z from '@holdall/schema'
import { endpoint } from '../endpoint.ts'
import { OfferedPassword } from '../resources/account.ts'
import { IdOrAll, one } from '../resources/field-types.ts'
import { EntryPosition } from '../resources/entry-position.ts'
import { Entry, Listing } from '../resources/entry.ts'
import { FolderLevel } from '../resources/folder-node.ts'
import { PublicShare } from '../resources/share.ts'
import { folderInPath, ListingQuery, PositionQuery, TreeQuery } from './files.ts'
import { ShareToken } from './share-links.ts'

const token = z.object({ token: ShareToken })

export const publicShare = endpoint({
  id: 'public-links.show',
  method: 'GET',
  path: '/api/sharing/:token',
  summary: 'What a link leads to; without name and size while it is locked',
  access: { by: 'visitor', unlocked: false, targets: {} },
  params: token,
  response: one(PublicShare),
  throttle: 'share-token',
})

export const unlockShare = endpoint({
  id: 'public-links.unlock',
  method: 'POST',
  path: '/api/sharing/authenticate/:token',
  summary: 'Offer the password of a link; a right one is remembered by the server for this browser',
  access: { by: 'visitor', unlocked: false, targets: {} },
  params: token,
  body: z.object({ password: OfferedPassword }),
  response: one(PublicShare),
  errors: ['bad-credentials'],
  throttle: 'share-password',
  changes: [],
})

export const publicFolder = endpoint({
  id: 'public-links.browse',
  method: 'GET',
  path: '/api/sharing/folders/:id/:token',
  summary: 'A page of the shared folder or of one inside it; `all` is the shared folder',
  access: {
    by: 'visitor',
    unlocked: true,
    targets: { entry: folderInPath },
  },
  params: z.object({ id: IdOrAll, token: ShareToken }),
  query: ListingQuery,
  response: Listing,
  throttle: 'share-token',
})

export const publicFindByPrefix = endpoint({
  id: 'public-links.find-by-prefix',
  method: 'GET',
  path: '/api/sharing/folders/:id/:token/position',
  summary: 'The first entry of a shared folder whose name begins like this, and its index; null when there is none',
  access: publicFolder.access,
  params: publicFolder.params,
  query: PositionQuery,
  response: z.object({ data: z.nullable(EntryPosition) }),
  throttle: 'share-token',
})

export const publicFile = endpoint({
  id: 'public-links.file',
  method: 'GET',
  path: '/api/sharing/file/:token',
  summary: 'The shared file of a link to one file',
  access: { by: 'visitor', unlocked: true, targets: {} },
  params: token,
  response: one(Entry),
  throttle: 'share-token',
})

export const publicTree = endpoint({
  id: 'public-links.navigation',
  method: 'GET',
  path: '/api/sharing/navigation/:token',
  summary:
    'A page of the folders of one level inside the share; with `depth=all` each with those below it, as far as they fit',
  access: {
    by: 'visitor',
    unlocked: true,
    targets: { entry: { action: 'list', id: ({ query }) => query.parent_id, absent: 'root' } },
  },
  params: token,
  query: TreeQuery,
  response: FolderLevel,
  throttle: 'share-token',
})
