import { deleteVersion, listVersions, restoreVersions } from '@holdall/api'
import { handle, type Route } from '../../http/route.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { pageBounds } from '../entries/browse-folder.ts'
import { paginate } from '../entries/present-entry.ts'
import { bySpace } from '../entries/space.store.ts'
import { presentVersions } from './present-version.ts'
import { pageOfVersions } from './version-list.store.ts'
import * as service from './version-service.ts'

type Deps = service.VersionDeps & Pick<Infrastructure, 'config' | 'secret'>

export function versionsRoutes(services: Deps): Route[] {
  return [
    handle(listVersions, async ({ query }, { actor, entry }) => {
      const { page, perPage, ...bounds } = pageBounds(query)
      const { rows, total, bytes } = await pageOfVersions(services.db, entry.id, bounds)
      return {
        data: await presentVersions(services, actor, entry, rows),
        meta: { paginate: paginate({ shown: rows.length, total, page, perPage }), filesize: bytes },
      }
    }),

    handle(deleteVersion, async ({ params }, { entry, space }) => {
      await service.deleteVersion(services, space, { entry_id: entry.id, version: params.version })
      return { message: 'The version was deleted.', count: 1 }
    }),

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
