import { currentUser, updateSetting } from '@holdall/api'
import { handle, type Route, userIdOf } from '../http/handle.ts'
import type { Services } from '../services.ts'
import { presentUser } from './present.ts'

export function usersRoutes({ db, settings }: Services): Route[] {
  return [
    handle(currentUser, async (_input, call) => {
      const id = userIdOf(call)
      const user = await db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
      const own = await db.selectFrom('user_settings').selectAll().where('user_id', '=', id).executeTakeFirstOrThrow()
      return { data: presentUser(user, own, user.quota_bytes ?? (await settings.get('storage.default_quota_bytes'))) }
    }),

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
