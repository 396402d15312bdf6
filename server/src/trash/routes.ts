import { browseTrash, emptyTrash, restoreEntries } from '@holdall/api'
import { stretchOf } from '../files/browse.ts'
import { ancestorsOf, locationsOf } from '../files/listing.store.ts'
import { presentListing } from '../files/present.ts'
import { entryOf, homeOf } from '../files/space.ts'
import { ownerView } from '../files/view.ts'
import { handle, type Route, userIdOf, userOf } from '../http/handle.ts'
import { refuse } from '../http/refusal.ts'
import type { Services } from '../services.ts'
import * as service from './service.ts'
import { pageOfTrash } from './store.ts'

export function trashRoutes(services: Services): Route[] {
  const { db } = services
  return [
    handle(browseTrash, async ({ params, query }, call) => {
      const space = await homeOf(db, userIdOf(call))
      const folder = params.id === 'all' ? null : ((await entryOf(db, space.id, params.id, 'trashed')) ?? null)
      if (params.id !== 'all' && folder?.kind !== 'folder') throw refuse('not-found')
      const { page, perPage, offset, limit } = stretchOf(query)
      const { rows, totals } = await pageOfTrash(db, space, folder, {
        sort: query.sort ?? 'trashed_at',
        direction: query.direction ?? (query.sort === 'name' ? 'ASC' : 'DESC'),
        offset,
        limit,
      })
      // Inside the trash the way up ends at what was put there.
      const topId = folder?.trash_root_id ?? space.root_id
      const above = folder && folder.id !== topId ? await ancestorsOf(db, folder, topId) : []
      const top = folder && folder.id !== topId ? await entryOf(db, space.id, topId, 'trashed') : undefined
      const view = {
        ...(await ownerView(services, userOf(call), space.root_id, rows)),
        // What lies in a trashed folder comes back with it.
        ...(!folder && {
          locations: await locationsOf(
            db,
            rows.flatMap((row) => row.parent_id ?? []),
          ),
        }),
      }
      const ancestors = top ? [{ id: top.id, name: top.name }, ...above] : above
      return presentListing({ rows, totals, page, perPage }, folder, ancestors, view)
    }),

    handle(restoreEntries, async ({ body }, call) => {
      const space = await homeOf(db, userIdOf(call))
      const ids = [...new Set(body.items.map((item) => item.id))]
      const count = await service.restoreEntries(services, space, ids, body.to_home ?? false)
      return { message: count === 1 ? 'The item was restored.' : 'The items were restored.', count }
    }),

    handle(emptyTrash, async (_input, call) => {
      const space = await homeOf(db, userIdOf(call))
      return { message: 'Your trash was successfully cleared.', count: await service.emptyTrash(services, space) }
    }),
  ]
}
