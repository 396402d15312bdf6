import { currentUser, updateSetting } from '@holdall/api'
import { handle, type Route } from '../../http/route.ts'
import { readUser, type UserDeps } from './current-user.ts'
import { updateUserSetting } from './user.store.ts'

export function usersRoutes(services: UserDeps): Route[] {
  return [
    handle(currentUser, async (_input, { actor }) => ({ data: await readUser(services, actor) })),

    handle(updateSetting, async ({ body }, { actor }) => {
      await updateUserSetting(services.db, actor.userId, body.name, body.value)
      return {}
    }),
  ]
}
