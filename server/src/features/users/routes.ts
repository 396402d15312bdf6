import { currentUser, updateSetting } from '@holdall/api'
import { browserLocale } from '../../http/browser-locale.ts'
import { handle, type Route } from '../../http/route.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { orderOf } from '../entries/browse-folder.ts'
import { folderOrder } from '../entries/listing-order.store.ts'
import { readUser, type UserDeps } from './current-user.ts'
import { joinNameParts, updateUserSetting } from './user.store.ts'

export function usersRoutes(services: UserDeps & Pick<Infrastructure, 'transact'>): Route[] {
  return [
    handle(currentUser, async ({ query }, { actor, request }) => {
      const isSorted = query.sort !== undefined || query.direction !== undefined
      const order = isSorted ? folderOrder(orderOf(query)) : null
      return { data: await readUser(services, actor, { browserLocale: browserLocale(request), order }) }
    }),

    handle(updateSetting, async ({ body }, { actor }) => {
      const isNamePart = body.name === 'first_name' || body.name === 'last_name'
      await services.transact(async (trx) => {
        await updateUserSetting(trx, actor.userId, body.name, body.value)
        if (isNamePart) await joinNameParts(trx, actor.userId, services.clock.now())
      })
      return {}
    }),
  ]
}
