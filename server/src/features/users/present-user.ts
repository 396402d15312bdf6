import type { AvatarImages, Entry, Notification, User } from '@holdall/api'
import type { Selectable } from 'kysely'
import { DEMO_USER_ID } from '../../access/demo.ts'
import { restrictionsOf } from '../../access/restrictions.ts'
import type { Text } from '../../infrastructure/messages/text-in.ts'
import type { UserSettingsTable, UsersTable } from '../../infrastructure/db/schema.ts'
import { usedBytesOf } from '../storage/quota.store.ts'

const instant = (millis: number) => new Date(millis).toISOString()

/** What an account is presented with beside its own rows. */
interface Presented {
  readonly avatar: AvatarImages | null
  /** Bytes; null where storage is unlimited. */
  readonly capacity: number | null
  readonly favourites: readonly Entry[]
  readonly notifications: { readonly read: Notification[]; readonly unread: Notification[] }
  /** Of those in the team folders of the account; `total` is null where that is unlimited. */
  readonly teamMembers: { readonly addresses: readonly string[]; readonly total: number | null }
  /** In the language of the account. */
  readonly text: Text
}

export function presentUser(
  user: Selectable<UsersTable>,
  settings: Selectable<UserSettingsTable>,
  { avatar, capacity, favourites, notifications, teamMembers, text }: Presented,
): User {
  const used = usedBytesOf(user)
  const { reason, ...restrictions } = restrictionsOf(user, { used, capacity })
  const cause = user.id === DEMO_USER_ID ? 'demo' : restrictions.cause
  return {
    id: user.id,
    type: 'user',
    attributes: {
      name: user.name,
      email: user.email,
      role: user.role,
      avatar,
      color: user.color,
      two_factor_confirmed_at: user.two_factor_confirmed_at === null ? null : instant(user.two_factor_confirmed_at),
      has_password: user.password_hash !== '',
      verified: user.verified_at !== null,
      storage: { used, capacity },
      created_at: instant(user.created_at),
      deletes_at: user.deletes_at === null ? null : instant(user.deletes_at),
    },
    relationships: {
      settings: {
        data: {
          id: user.id,
          type: 'settings',
          attributes: {
            first_name: settings.first_name,
            last_name: settings.last_name,
            theme_mode: settings.theme_mode,
            emoji_type: settings.emoji_type,
            locale: settings.locale,
            timezone: settings.timezone,
            notification_mails: settings.notification_mails,
          },
        },
      },
      favourites: { data: [...favourites] },
      readNotifications: { data: notifications.read },
      unreadNotifications: { data: notifications.unread },
    },
    meta: {
      restrictions: {
        ...restrictions,
        cause,
        reason: cause && (reason ?? text(`restriction.${cause}`)),
      },
      limitations: { max_team_members: presentTeamMembers(teamMembers) },
      allowed_emails: [...teamMembers.addresses],
    },
  }
}

const presentTeamMembers = ({ addresses, total }: Presented['teamMembers']) => ({
  use: addresses.length,
  total: total ?? -1,
  percentage: total === null ? 0 : total === 0 ? 100 : Math.min(100, (addresses.length / total) * 100),
})
