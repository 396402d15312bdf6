import { searchEntries, suggestEntries } from '@holdall/api'
import { homeOf } from '../../access/target.store.ts'
import { handle, type Route } from '../../http/route.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { presentEntry, presentListing } from '../entries/present-entry.ts'
import { ownerViewWithLocations } from '../entries/present-owned-entries.ts'
import { search, suggest } from './search-entries.ts'

type Deps = Pick<Infrastructure, 'clock' | 'config' | 'db' | 'engine' | 'secret'>

export function searchRoutes(services: Deps): Route[] {
  return [
    handle(suggestEntries, async ({ query }, { actor }) => {
      const space = await homeOf(services.db, actor.userId)
      const rows = await suggest(services, space, query.query)
      const view = await ownerViewWithLocations(services, actor, space.root_id, rows)
      return { data: rows.map((row) => presentEntry(row, view)) }
    }),

    handle(searchEntries, async ({ query }, { actor, entry: within, space }) => {
      const { found, truncated } = await search(services, { space, within, userId: actor.userId }, query)
      const view = await ownerViewWithLocations(services, actor, space.root_id, found.rows)
      const { data, meta } = presentListing(found, null, [], view)
      return { data, meta: { ...meta, truncated } }
    }),
  ]
}
