import type { User } from '@holdall/api'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import type { UserActor } from '../../infrastructure/sessions/session-actor.ts'
import { textIn } from '../../infrastructure/messages/text-in.ts'
import { readAvatars } from '../avatars/read-avatars.ts'
import type { FolderOrder } from '../entries/listing-order.store.ts'
import { readFavourites } from '../favourites/read-favourites.ts'
import { readNotificationsOf } from '../notifications/read-notifications.ts'
import { addressesOf } from '../team-invitations/invitation.store.ts'
import { readMemberLimit } from './member-limit.ts'
import { presentUser } from './present-user.ts'
import { accountOf } from './user.store.ts'

export type UserDeps = Pick<Infrastructure, 'clock' | 'config' | 'db' | 'secret' | 'settings'>

interface ReadOptions {
  /** The language that was chosen in the browser, where there is one. */
  readonly browserLocale: string | null
  /** The order of the favourites; null: in which they were added. */
  readonly order: FolderOrder | null
}

/** The account as its user sees it. */
export async function readUser(
  services: UserDeps,
  actor: UserActor,
  { browserLocale, order }: ReadOptions,
): Promise<User> {
  const { db, settings } = services
  const { user, settings: own } = await accountOf(db, actor.userId)
  const { 'app.locale': standard, 'storage.default_quota_bytes': defaultQuota } = await settings.all()
  const capacity = user.quota_bytes ?? defaultQuota
  const avatar = (await readAvatars(db, [user.id])).get(user.id) ?? null
  const notifications = await readNotificationsOf(services, user.id, [own.locale, browserLocale])
  const favourites = await readFavourites(services, actor, order)
  const text = textIn(own.locale, standard)
  const teamMembers = {
    addresses: await addressesOf(db, user.id, services.clock.now()),
    total: await readMemberLimit(settings),
  }
  return presentUser(user, own, { avatar, capacity, favourites, notifications, teamMembers, text })
}
