import { publicSearch, searchEntries, suggestEntries } from '@holdall/api'
import { homeOf, spacesSeenBy } from '../../access/target.store.ts'
import { handle, type Route } from '../../http/route.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import type { OwnerSlots } from '../../infrastructure/owner-slots.ts'
import { locationsBelow } from '../entries/listing.store.ts'
import { presentEntry, presentListing } from '../entries/present-entry.ts'
import { ownerViewWithLocations } from '../entries/present-owned-entries.ts'
import { visitorView } from '../entries/present-shared-entries.ts'
import { search, suggest } from './search-entries.ts'

type Deps = Pick<Infrastructure, 'clock' | 'config' | 'db' | 'engine' | 'secret'> & {
  readonly searchSlots: OwnerSlots
}

export function searchRoutes(services: Deps): Route[] {
  return [
    handle(suggestEntries, async ({ query }, { actor }) => {
      const { root_id: topId } = await homeOf(services.db, actor.userId)
      const rows = await suggest(services, await spacesSeenBy(services.db, actor.userId), query.query)
      const view = await ownerViewWithLocations(services, actor, topId, rows)
      return { data: rows.map((row) => presentEntry(row, view)) }
    }),

    handle(searchEntries, async ({ query }, { actor, entry, space, home }) => {
      const within = entry.id === home.root_id ? null : entry
      const spaces = within ? [space] : await spacesSeenBy(services.db, actor.userId)
      const { found, truncated } = await search(services, { spaces, within, userId: actor.userId }, query)
      const view = await ownerViewWithLocations(services, actor, home.root_id, found.rows)
      const { data, meta } = presentListing(found, null, [], view)
      return { data, meta: { ...meta, truncated } }
    }),

    handle(publicSearch, ({ query }, { actor: visitor, entry: within }) =>
      services.searchSlots.hold(visitor.ownerId, async () => {
        const space = { id: within.space_id, owner_id: within.owner_id }
        const { found, truncated } = await search(services, { spaces: [space], within, userId: null }, query)
        const parents = found.rows.map(({ parent_id: id }) => id ?? '')
        const locations = await locationsBelow(services.db, parents, visitor.rootId)
        // What was moved out of the shared folder in the meantime has no location in it.
        const rows = found.rows.filter(({ parent_id: id }) => locations.has(id ?? ''))
        const view = { ...(await visitorView(services, visitor, rows)), locations }
        const { data, meta } = presentListing({ ...found, rows }, null, [], view)
        return { data, meta: { ...meta, truncated } }
      }),
    ),
  ]
}
