import { restoreVersions } from '@holdall/api'
import { handle, type Route } from '../../http/route.ts'
import { bySpace } from '../entries/space.store.ts'
import * as service from './version-service.ts'

export function versionsRoutes(services: service.VersionDeps): Route[] {
  return [
    handle(restoreVersions, async ({ body }, { selected, spaces }) => {
      const from = bySpace(selected, spaces).map(({ space, entries }) => {
        const ids = new Set(entries.map((entry) => entry.id))
        return { space, chosen: body.items.filter(({ id }) => ids.has(id)) }
      })
      await service.restoreVersions(services, from)
      const count = body.items.length
      return { message: count === 1 ? 'The file was restored.' : 'The files were restored.', count }
    }),
  ]
}
