import { addFavourites, removeFavourite } from '@holdall/api'
import { handle, type Route } from '../../http/route.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { bySpace } from '../entries/space.store.ts'
import * as service from './favourite-service.ts'

type Deps = Pick<Infrastructure, 'clock' | 'transact'>

export function favouritesRoutes(services: Deps): Route[] {
  return [
    handle(addFavourites, async ({ body }, { selected, home, spaces }) => {
      const from = bySpace(selected, spaces).map(({ space, entries }) => ({ space, ids: entries.map(({ id }) => id) }))
      const count = await service.addFavourites(services, home, body.ids, from)
      return { message: count === 1 ? 'The folder is a favorite.' : 'The folders are favorites.', count }
    }),

    handle(removeFavourite, async ({ params }, { actor }) => {
      const count = await service.removeFavourite(services, actor.userId, params.id)
      return { message: 'The folder is no favorite.', count }
    }),
  ]
}
