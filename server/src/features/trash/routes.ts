import { browseTrash, emptyTrash, restoreEntries } from '@holdall/api'
import type { BulkChanges } from '../entries/bulk-changes.ts'
import { pageBounds } from '../entries/browse-folder.ts'
import { defaultDirection } from '../entries/listing-order.store.ts'
import { ancestorsOf } from '../entries/listing.store.ts'
import { presentListing } from '../entries/present-entry.ts'
import { bySpace, entryOf } from '../entries/space.store.ts'
import { ownerView, ownerViewWithLocations } from '../entries/present-owned-entries.ts'
import { handle, type Route } from '../../http/route.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import * as service from './trash-service.ts'
import { pageOfTrash } from './trash.store.ts'

type Deps = service.TrashDeps & Pick<Infrastructure, 'config' | 'secret'> & { readonly bulkChanges: BulkChanges }

export function trashRoutes(services: Deps): Route[] {
  const { bulkChanges, db } = services
  return [
    handle(browseTrash, async ({ query }, { actor, entry: folder, space, home }) => {
      const { page, perPage, offset, limit } = pageBounds(query)
      const { rows, totals } = await pageOfTrash(db, actor.userId, folder, {
        sort: query.sort ?? 'trashed_at',
        direction: query.direction ?? defaultDirection(query.sort),
        offset,
        limit,
      })
      // Inside the trash the ancestors end at the folder that was trashed.
      const topId = folder?.trash_root_id ?? space.root_id
      const above = folder && folder.id !== topId ? await ancestorsOf(db, folder, topId) : []
      const top = folder && folder.id !== topId ? await entryOf(db, space.id, topId, 'trashed') : undefined
      // The content of a trashed folder is restored with it.
      const viewOf = folder ? ownerView : ownerViewWithLocations
      const view = await viewOf(services, actor, home.root_id, rows)
      const ancestors = top ? [{ id: top.id, name: top.name }, ...above] : above
      return presentListing({ rows, totals, page, perPage }, folder, ancestors, view)
    }),

    handle(restoreEntries, async ({ body }, { actor, selected, spaces }) => {
      const ids = selected.map((entry) => entry.id)
      const restored = await bulkChanges.run(actor, () =>
        service.restoreEntries(
          services,
          bySpace(selected, spaces).map(({ space, entries }) => ({ space, ids: entries.map((entry) => entry.id) })),
          { ...body, toTop: body.to_home ?? false, userId: actor.userId },
        ),
      )
      const count = restored.ids.length
      const skipped = ids.length - count
      return {
        message: count === 1 ? 'The item was restored.' : 'The items were restored.',
        count,
        ...(skipped + restored.trashed.length > 0 && { ids: [...restored.ids] }),
        ...(restored.trashed.length > 0 && { trashed: [...restored.trashed] }),
        ...(skipped > 0 && { skipped }),
      }
    }),

    handle(emptyTrash, async (_input, { actor }) => ({
      message: 'Your trash was successfully cleared.',
      count: await bulkChanges.run(actor, () => service.emptyTrash(services, actor.userId)),
    })),
  ]
}
