import { activityOfEntry, browseActivity } from '@holdall/api'
import { handle, type Route } from '../../http/route.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { pageBounds } from '../entries/browse-folder.ts'
import { paginate } from '../entries/present-entry.ts'
import { pageOfAccount, pageOfEntry } from './activity.store.ts'
import { presentActivities } from './present-activity.ts'

export function activityRoutes({ db }: Pick<Infrastructure, 'db'>): Route[] {
  return [
    handle(browseActivity, async ({ query }, { actor }) => {
      const { page, perPage, ...bounds } = pageBounds(query)
      const { rows, total } = await pageOfAccount(db, actor.userId, bounds)
      return {
        data: await presentActivities(db, actor.userId, rows),
        meta: { paginate: paginate({ shown: rows.length, total, page, perPage }) },
      }
    }),

    handle(activityOfEntry, async ({ query }, { actor, entry }) => {
      const { page, perPage, ...bounds } = pageBounds(query)
      const { rows, total } = await pageOfEntry(db, entry, actor.userId, bounds)
      return {
        data: await presentActivities(db, actor.userId, rows, entry.space_id),
        meta: { paginate: paginate({ shown: rows.length, total, page, perPage }) },
      }
    }),
  ]
}
