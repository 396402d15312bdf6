import {
  browseFolder,
  createFolder,
  findByPrefix,
  folderTree,
  moveEntries,
  removeEntries,
  renameEntry,
} from '@holdall/api'
import { type Call, handle, type Route, userIdOf, userOf } from '../http/handle.ts'
import type { Services } from '../services.ts'
import { browse, findByPrefix as find, folderTree as treeOf } from './browse.ts'
import { presentEntry, presentListing } from './present.ts'
import { picked } from './selection.store.ts'
import * as service from './service.ts'
import { type EntryRow, homeOf, type Space } from './space.ts'
import { ownerView } from './view.ts'

export function filesRoutes(services: Services): Route[] {
  const { db } = services
  const home = (call: Call) => homeOf(db, userIdOf(call))

  async function one(call: Call, space: Space, row: EntryRow) {
    const view = await ownerView(services, userOf(call), space.root_id, [row])
    return { data: presentEntry(row, view) }
  }

  return [
    handle(browseFolder, async ({ params, query }, call) => {
      const space = await home(call)
      const id = params.id === 'all' ? space.root_id : params.id
      const { folder, found, ancestors } = await browse(db, space.id, id, space.root_id, query)
      const view = await ownerView(services, userOf(call), space.root_id, [folder, ...found.rows])
      return presentListing(found, folder, ancestors, view)
    }),

    handle(findByPrefix, async ({ params, query }, call) => {
      const space = await home(call)
      const id = params.id === 'all' ? space.root_id : params.id
      return { data: await find(db, space.id, id, query) }
    }),

    handle(folderTree, async ({ query }, call) => {
      const space = await home(call)
      return { data: await treeOf(db, query.parent_id ?? space.root_id, space.root_id, query) }
    }),

    handle(createFolder, async ({ body }, call) => {
      const space = await home(call)
      const parentId = body.parent_id ?? space.root_id
      return one(call, space, await service.createFolder(services, space, userIdOf(call), parentId, body.name, body))
    }),

    handle(renameEntry, async ({ params, body }, call) => {
      const space = await home(call)
      return one(call, space, await service.renameEntry(services, space, params.id, body.name, body))
    }),

    handle(moveEntries, async ({ body }, call) => {
      const space = await home(call)
      const which = picked(body, space.root_id)
      const { ids, renamed } = await service.moveEntries(services, space, which, body.to_id ?? space.root_id)
      const count = ids.length
      const message = count === 1 ? 'The item was moved.' : 'The items were moved.'
      return {
        message,
        count,
        ...('all' in body && { ids: [...ids] }),
        ...(renamed.length > 0 && { renamed: [...renamed] }),
      }
    }),

    handle(removeEntries, async ({ body }, call) => {
      const space = await home(call)
      const forced = new Set(
        'items' in body ? body.items.filter((item) => item.force_delete).map((item) => item.id) : [],
      )
      const all = 'all' in body && body.force_delete === true
      const ids = await service.removeEntries(
        services,
        space,
        picked(body, space.root_id),
        (id) => all || forced.has(id),
        body.only_live ? 'live' : 'any',
      )
      const count = ids.length
      const message = count === 1 ? 'The item was deleted.' : 'The items were deleted.'
      return { message, count, ...('all' in body && { ids }) }
    }),
  ]
}
