import { currentUser, updateSetting } from '@holdall/api'
import { handle, type Route, userIdOf } from '../http/handle.ts'
import type { Services } from '../services.ts'
import { readUser } from './current.ts'

export function usersRoutes(services: Services): Route[] {
  const { db } = services
  return [
    handle(currentUser, async (_input, call) => ({ data: await readUser(services, userIdOf(call)) })),

    handle(updateSetting, async ({ body }, call) => {
      // The name is one of the wire's closed list, which is a list of columns.
      await db
        .updateTable('user_settings')
        .set({ [body.name]: body.value })
        .where('user_id', '=', userIdOf(call))
        .execute()
      return {}
    }),
  ]
}
