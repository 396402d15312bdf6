import type { User } from '@holdall/api'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { presentUser } from './present-user.ts'
import { accountOf } from './user.store.ts'

/** The account as its user sees it. */
export async function readUser({ db, settings }: Pick<Infrastructure, 'db' | 'settings'>, id: string): Promise<User> {
  const { user, settings: own } = await accountOf(db, id)
  return presentUser(user, own, user.quota_bytes ?? (await settings.get('storage.default_quota_bytes')))
}
