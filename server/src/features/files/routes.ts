import {
  browseFolder,
  browseLatest,
  copyEntries,
  createFolder,
  findByPrefix,
  folderTree,
  moveEntries,
  removeEntries,
  renameEntry,
  takenNames,
} from '@holdall/api'
import { refuseRestricted, refuseRestrictedOwners } from '../../access/restrictions.ts'
import { homeOf, spacesSeenBy } from '../../access/target.store.ts'
import { handle, type Route } from '../../http/route.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import type { UserActor } from '../../infrastructure/sessions/session-actor.ts'
import { browse, findByPrefix as find, pageBounds } from '../entries/browse-folder.ts'
import type { BulkChanges } from '../entries/bulk-changes.ts'
import { folderTree as treeOf } from '../entries/folder-tree.ts'
import { presentEntry, presentListing, presentTaken } from '../entries/present-entry.ts'
import { presentUndo } from '../entries/present-undo.ts'
import { ownerView, ownerViewWithLocations } from '../entries/present-owned-entries.ts'
import { pickedIn } from '../entries/selection.store.ts'
import type { EntryRow, Space } from '../entries/space.store.ts'
import { copyEntries as copy, type CopyDeps } from './copy-entries.ts'
import * as service from './file-service.ts'
import { pageOfRecentFiles } from './recent-files.store.ts'

type Deps = CopyDeps & Pick<Infrastructure, 'config' | 'limits' | 'secret'> & { readonly bulkChanges: BulkChanges }

export function filesRoutes(services: Deps): Route[] {
  const { bulkChanges, db } = services

  async function one({ actor, home }: { readonly actor: UserActor; readonly home: Space }, row: EntryRow) {
    return { data: presentEntry(row, await ownerView(services, actor, home.root_id, [row])) }
  }

  return [
    handle(browseFolder, async ({ query }, { actor, entry: folder, space, home }) => {
      const { found, ancestors } = await browse(db, folder, space, query)
      const view = await ownerView(services, actor, home.root_id, [folder, ...found.rows])
      // The top of the user's files is no folder: it has neither a name nor an id that calls take.
      return presentListing(found, folder.id === home.root_id ? null : folder, ancestors, view)
    }),

    handle(browseLatest, async ({ query }, { actor }) => {
      const { userId } = actor
      const home = await homeOf(db, userId)
      const teams = (await spacesSeenBy(db, userId)).filter(({ kind }) => kind === 'team')
      const { page, perPage, ...bounds } = pageBounds(query)
      const { rows, totals } = await pageOfRecentFiles(db, { home, teams, userId }, bounds)
      const view = await ownerViewWithLocations(services, actor, home.root_id, rows)
      return presentListing({ rows, totals, page, perPage }, null, [], view)
    }),

    handle(findByPrefix, async ({ query }, { entry: folder }) => ({ data: await find(db, folder, query) })),

    handle(folderTree, ({ query }, { entry: folder, home }) => treeOf(db, folder.id, home.root_id, query)),

    handle(createFolder, async ({ body }, call) => {
      const { actor, entry: parent, space } = call
      return one(call, await service.createFolder(services, space, actor.userId, parent.id, body.name, body))
    }),

    handle(renameEntry, async ({ body }, call) =>
      one(call, await service.renameEntry(services, call.space, call.entry.id, body.name, body)),
    ),

    handle(moveEntries, async ({ body }, { actor, entry: to, selected, space, spaces }) => {
      const target = { space, toId: to.id, userId: actor.userId }
      const moved = await bulkChanges.run(actor, () =>
        service.moveEntries(services, pickedIn(body, selected, spaces), target, body),
      )
      const { ids, folders, renamed, replaced, trashed, skipped } = moved
      const count = ids.length + trashed.length
      const message = count === 1 ? 'The item was moved.' : 'The items were moved.'
      const isPartly = 'all' in body || trashed.length + skipped > 0
      return {
        message,
        count,
        ...presentUndo({ renamed, replaced, trashed, ...(isPartly && { ids, folders }) }, services),
        ...(skipped > 0 && { skipped }),
      }
    }),

    handle(copyEntries, async ({ body }, { actor, entry: to, selected, space, spaces }) => {
      const otherOwners = selected.map((item) => item.owner_id).filter((ownerId) => ownerId !== space.owner_id)
      // Whoever has the copies can download them.
      if (otherOwners.length > 0) {
        await refuseRestricted(db, actor, 'download')
        await refuseRestrictedOwners(db, actor, otherOwners, 'download')
      }
      const hasFolder =
        'all' in body
          ? selected.some(({ folders_count: folders }) => folders > 0)
          : selected.some(({ kind }) => kind === 'folder')
      if (hasFolder) {
        await refuseRestricted(db, actor, 'create-folder')
        await refuseRestrictedOwners(db, actor, [space.owner_id], 'create-folder')
      }
      const { ids, replaced, skipped } = await bulkChanges.run(actor, () =>
        copy(services, pickedIn(body, selected, spaces), { space, toId: to.id, userId: actor.userId }, body),
      )
      const count = ids.length + replaced.length
      return {
        message: count === 1 ? 'The item was copied.' : 'The items were copied.',
        count,
        // Sections need it, also where it is left out.
        ids: [],
        ...presentUndo({ ids, replaced }, services),
        ...(skipped > 0 && { skipped }),
      }
    }),

    handle(takenNames, async ({ body }, { actor, entry: folder, home }) => {
      const rows = await service.takenBy(db, folder.id, body.names)
      return presentTaken(rows, home.root_id, () => ownerView(services, actor, home.root_id, rows))
    }),

    handle(removeEntries, async ({ body }, { actor, selected, spaces }) => {
      const forced = new Set(
        'items' in body ? body.items.filter((item) => item.force_delete).map((item) => item.id) : [],
      )
      const all = 'all' in body && body.force_delete === true
      const ids = await bulkChanges.run(actor, () =>
        service.removeEntries(services, pickedIn(body, selected, spaces), {
          forced: (id) => all || forced.has(id),
          state: body.only_live ? 'live' : 'any',
          userId: actor.userId,
        }),
      )
      const count = ids.length
      const message = count === 1 ? 'The item was deleted.' : 'The items were deleted.'
      return { message, count, ...('all' in body && presentUndo({ ids }, services)) }
    }),
  ]
}
