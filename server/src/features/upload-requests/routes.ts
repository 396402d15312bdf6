import { browseUploadRequests, closeUploadRequest, createUploadRequest, renewUploadRequest } from '@holdall/api'
import { refuseRestricted } from '../../access/restrictions.ts'
import { handle, type Route } from '../../http/route.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { pageBounds } from '../entries/browse-folder.ts'
import { paginate } from '../entries/present-entry.ts'
import { linkOrigin } from '../entries/present-owned-entries.ts'
import { refuseMails } from '../share-links/share-link-mails.ts'
import { presentUploadRequest } from './present-upload-request.ts'
import * as service from './upload-request-service.ts'
import { type FoundRequest, pageOfRequests } from './upload-request.store.ts'

type Deps = service.RequestDeps & Pick<Infrastructure, 'config'>

/** What owners do with their upload requests. */
export function uploadRequestRoutes(services: Deps): Route[] {
  const { clock, db } = services
  const present = (request: FoundRequest) =>
    presentUploadRequest(request, { origin: linkOrigin(services), now: clock.now() })

  return [
    handle(createUploadRequest, async ({ body }, { actor, entry: parent }) => {
      await refuseRestricted(db, actor, 'create-folder')
      if (body.email) await refuseMails(services, actor.userId, [body.email], 'email')
      return { data: present(await service.createRequest(services, parent, body)) }
    }),

    handle(browseUploadRequests, async ({ query }, { actor }) => {
      const { page, perPage, ...bounds } = pageBounds(query)
      const { rows, total } = await pageOfRequests(db, actor.userId, bounds)
      return { data: rows.map(present), meta: { paginate: paginate({ shown: rows.length, total, page, perPage }) } }
    }),

    handle(closeUploadRequest, async ({ params }, { actor }) => ({
      data: present(await service.closeRequest(services, actor.userId, params.token)),
    })),

    handle(renewUploadRequest, async ({ params }, { actor }) => {
      await refuseRestricted(db, actor, 'create-folder')
      return { data: present(await service.renewRequest(services, actor.userId, params.token)) }
    }),
  ]
}
