import { browseUnfinishedUploads, endUnfinishedUpload, endUnfinishedUploads } from '@holdall/api'
import { handle, type Route } from '../../http/route.ts'
import { pageBounds } from '../entries/browse-folder.ts'
import { paginate } from '../entries/present-entry.ts'
import { presentUnfinishedUpload } from './present-unfinished-upload.ts'
import { pageOfUnfinished } from './unfinished-upload.store.ts'
import { endAllUploads, endUpload, type UnfinishedUploadDeps } from './unfinished-upload-service.ts'

/** The unfinished uploads that take the quota of the caller. */
export const unfinishedUploadRoutes = (services: UnfinishedUploadDeps): Route[] => [
  handle(browseUnfinishedUploads, async ({ query }, { actor }) => {
    const { page, perPage, ...bounds } = pageBounds(query)
    const { rows, total } = await pageOfUnfinished(services.db, actor.userId, bounds)
    return {
      data: rows.map(presentUnfinishedUpload),
      meta: { paginate: paginate({ shown: rows.length, total, page, perPage }) },
    }
  }),

  handle(endUnfinishedUpload, async ({ params }, { actor }) => {
    await endUpload(services, actor.userId, params.id)
    return {}
  }),

  handle(endUnfinishedUploads, async (_input, { actor }) => {
    await endAllUploads(services, actor.userId)
    return {}
  }),
]
