import { restoreVersions } from '@holdall/api'
import { handle, type Route } from '../../http/route.ts'
import * as service from './version-service.ts'

export function versionsRoutes(services: service.VersionDeps): Route[] {
  return [
    handle(restoreVersions, async ({ body }, { space }) => {
      await service.restoreVersions(services, space, body.items)
      const count = body.items.length
      return { message: count === 1 ? 'The file was restored.' : 'The files were restored.', count }
    }),
  ]
}
