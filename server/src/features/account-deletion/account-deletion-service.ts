import type { TeamFolderChoice } from '@holdall/api'
import { day } from '../../infrastructure/clock.ts'
import { refuse } from '../../infrastructure/errors/refusal.ts'
import type { Trx } from '../../infrastructure/db/transact.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { deleteSessionsOf, requireLiveSession } from '../../infrastructure/sessions/session.store.ts'
import type { UserActor } from '../../infrastructure/sessions/session-actor.ts'
import { membersOf } from '../entries/space.store.ts'
import type { NewNotification, Notifications } from '../notifications/notification-service.ts'
import { quotaBytesOf, roomOf } from '../storage/quota.store.ts'
import { hasOtherAdministrator } from '../users/user.store.ts'
import { storedInSpaces } from './account-content.store.ts'
import { deletionMailJob, mailOf } from './account-deletion-mails.ts'
import { findAccount, heirsOf, ownTeamFolders, putDeletion, removeDeletion } from './account-deletion.store.ts'
import { deleteAccountsJob } from './delete-accounts.ts'

type Deps = Pick<Infrastructure, 'clock' | 'db' | 'jobs' | 'settings' | 'transact' | 'transactBulk'> & {
  readonly notifications: Notifications
}

interface Request {
  /** As the user has typed it. */
  readonly email: string
  readonly choices: readonly TeamFolderChoice[]
}

/**
 * Ends all other sessions, and begins the grace period. Throws `last-administrator`, and `conflict` where `choices` are not
 * about exactly the team folders of the account and their members, or the deletion was requested before. Throws
 * `heir-storage-full` where one of them has no storage left for what it would get.
 */
export async function requestDeletion(services: Deps, actor: UserActor, { email, choices }: Request): Promise<void> {
  const { userId, sessionId } = actor
  const { clock, jobs, notifications, settings, transactBulk } = services
  const { 'accounts.deletion_days': graceDays, 'storage.default_quota_bytes': defaultQuota } = await settings.all()
  const now = clock.now()
  const deletesAt = now + graceDays * day
  // Bulk, because each sign-in makes a session.
  await transactBulk(async (trx) => {
    await requireLiveSession(trx, actor, now)
    const user = await findAccount(trx, userId)
    if (!user || user.deleted_at !== null) throw refuse('unauthenticated')
    if (user.email !== email) throw refuse('validation', { fields: { email: 'field.email.other' } })
    if (user.role === 'admin' && !(await hasOtherAdministrator(trx, userId))) throw refuse('last-administrator')
    const folders = await ownTeamFolders(trx, userId)
    const chosen = new Map(choices.map(({ id, to }) => [id, to]))
    if (chosen.size !== choices.length || chosen.size !== folders.length) throw refuse('conflict')
    await refuseFullHeirs(trx, userId, { chosen, folders, defaultQuota })
    for (const { id: spaceId, root_id: rootId, name } of folders) {
      const to = chosen.get(rootId)
      if (to) {
        if (graceDays > 0) await notifications.notify(trx, to, promised(user.name, name))
        continue
      }
      for (const { user_id: memberId } of await membersOf(trx, spaceId)) {
        await notifications.notify(trx, memberId, {
          category: 'team-invitation',
          title: 'notification.team_ending.title',
          description: 'notification.team_ending.description',
          values: { owner: user.name, name },
        })
      }
    }
    if (!(await putDeletion(trx, user, { choices, deletesAt, nowMs: now }))) throw refuse('conflict')
    await deleteSessionsOf(trx, userId, sessionId)
    if (graceDays === 0) await jobs.enqueue(trx, deleteAccountsJob, {})
    else await jobs.enqueue(trx, deletionMailJob, await mailOf(trx, user, 'requested', deletesAt))
  })
}

interface Gifts {
  /** By root, the member who gets the folder; null where it is deleted. */
  readonly chosen: ReadonlyMap<string, string | null>
  readonly folders: readonly { readonly id: string; readonly root_id: string }[]
  readonly defaultQuota: number | null
}

/**
 * Throws `conflict` where a folder has no choice, or one that is no member, and `heir-storage-full` where somebody has no
 * storage left for all folders that are given to them.
 */
async function refuseFullHeirs(trx: Trx, userId: string, { chosen, folders, defaultQuota }: Gifts): Promise<void> {
  const spaceIds = folders.map(({ id }) => id)
  const heirs = await heirsOf(trx, spaceIds)
  const stored = await storedInSpaces(trx, userId, spaceIds)
  const left = new Map<string, number | null>()
  for (const { id: spaceId, root_id: rootId } of folders) {
    const to = chosen.get(rootId)
    if (to === undefined) throw refuse('conflict')
    if (to === null) continue
    const heir = heirs.find(({ space_id: space, user_id: id }) => space === spaceId && id === to)
    if (!heir) throw refuse('conflict')
    const before = left.get(to) ?? roomOf(heir, defaultQuota)
    if (before === null) continue
    const amount = stored.get(spaceId)
    const after = before - (amount ? quotaBytesOf(amount) : 0)
    if (after < 0) throw refuse('heir-storage-full')
    left.set(to, after)
  }
}

const promised = (owner: string, name: string): NewNotification => ({
  category: 'team-invitation',
  title: 'notification.team_promised.title',
  description: 'notification.team_promised.description',
  values: { owner, name },
})

/** The account stays; where its deletion was not requested, nothing happens. */
export async function cancelDeletion(services: Deps, userId: string): Promise<void> {
  const { clock, jobs, notifications, transact } = services
  await transact(async (trx) => {
    const user = await findAccount(trx, userId)
    // The job has begun.
    if (!user || user.deleted_at !== null) throw refuse('unauthenticated')
    if (!(await removeDeletion(trx, userId, clock.now()))) return
    await jobs.enqueue(trx, deletionMailJob, await mailOf(trx, user, 'canceled', user.deletes_at ?? 0))
    await notifications.notify(trx, userId, {
      category: 'security',
      title: 'notification.deletion_canceled.title',
      description: 'notification.deletion_canceled.description',
      isMailed: true,
    })
  })
}
