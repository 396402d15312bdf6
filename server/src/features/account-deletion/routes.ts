import { type AccountDeletion, cancelAccountDeletion, requestAccountDeletion, showAccountDeletion } from '@holdall/api'
import { handle, type Route } from '../../http/route.ts'
import { refuse } from '../../infrastructure/errors/refusal.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { readInBackground } from '../../infrastructure/db/transact.ts'
import { hasRoomFor, quotaBytesOf } from '../storage/quota.store.ts'
import type { Notifications } from '../notifications/notification-service.ts'
import { hasOtherAdministrator } from '../users/user.store.ts'
import { storedInSpaces } from './account-content.store.ts'
import { cancelDeletion, requestDeletion } from './account-deletion-service.ts'
import { findAccount, heirsOf, ownTeamFolders } from './account-deletion.store.ts'

type Deps = Pick<Infrastructure, 'clock' | 'db' | 'jobs' | 'settings' | 'transact' | 'transactBulk'> & {
  readonly notifications: Notifications
}

const instant = (millis: number | null) => (millis === null ? null : new Date(millis).toISOString())

export function accountDeletionRoutes(services: Deps): Route[] {
  const { db, settings } = services
  return [
    handle(showAccountDeletion, async (_input, { actor }) => ({ data: await present(actor.userId) })),

    handle(requestAccountDeletion, async ({ body }, { actor }) => {
      await requestDeletion(services, actor, { email: body.email, choices: body.team_folders })
      return {}
    }),

    handle(cancelAccountDeletion, async (_input, { actor }) => {
      await cancelDeletion(services, actor.userId)
      return {}
    }),
  ]

  async function present(userId: string): Promise<AccountDeletion> {
    const user = await findAccount(db, userId)
    if (!user) throw refuse('unauthenticated')
    const folders = await ownTeamFolders(db, userId)
    const spaceIds = folders.map(({ id }) => id)
    const heirs = await heirsOf(db, spaceIds)
    const stored = await readInBackground(() => storedInSpaces(db, userId, spaceIds))
    const defaultQuota = await settings.get('storage.default_quota_bytes')
    const hasRoom = (heir: (typeof heirs)[number]) => {
      const amount = stored.get(heir.space_id)
      return hasRoomFor(heir, amount ? quotaBytesOf(amount) : 0, defaultQuota)
    }
    return {
      id: userId,
      type: 'account-deletion',
      attributes: {
        grace_days: await settings.get('accounts.deletion_days'),
        requested_at: instant(user.requested_at),
        deletes_at: instant(user.deletes_at),
        last_administrator: user.role === 'admin' && !(await hasOtherAdministrator(db, userId)),
        team_folders: folders.map(({ id: spaceId, root_id: id, name }) => ({
          id,
          name,
          size: stored.get(spaceId)?.bytes ?? 0,
          members: heirs
            .filter((heir) => heir.space_id === spaceId)
            .map((heir) => ({ id: heir.user_id, name: heir.name, email: heir.email, has_room: hasRoom(heir) })),
        })),
      },
    }
  }
}
