import type { User } from '@holdall/api'
import type { Services } from '../services.ts'
import { presentUser } from './present.ts'

/** The account as its own person sees it. */
export async function readUser({ db, settings }: Services, id: string): Promise<User> {
  const user = await db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const own = await db.selectFrom('user_settings').selectAll().where('user_id', '=', id).executeTakeFirstOrThrow()
  return presentUser(user, own, user.quota_bytes ?? (await settings.get('storage.default_quota_bytes')))
}
