import * as z from 'zod/mini'
import { hour } from '../../infrastructure/clock.ts'
import { readInBackground, type Trx } from '../../infrastructure/db/transact.ts'
import { Refusal } from '../../infrastructure/errors/refusal.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { handleEach, pagesOf, rowsOf } from '../../infrastructure/jobs/handle-each.ts'
import { defineJob, handleJob, type JobHandler } from '../../infrastructure/jobs/job-definition.ts'
import { deleteSessionsOf } from '../../infrastructure/sessions/session.store.ts'
import type { Avatars } from '../avatars/avatar-service.ts'
import { entryOf, forOwner, inSpace, lockSpace, membersOf, type Space } from '../entries/space.store.ts'
import type { Notifications } from '../notifications/notification-service.ts'
import { followMovedEntries } from '../space-moves/follow-moved-entries.ts'
import { refuseUnfinishedMoves } from '../space-moves/space-move.store.ts'
import { available, hasRoomFor, quotaBytesOf } from '../storage/quota.store.ts'
import { endMembership } from '../teams/end-membership.ts'
import { withdrawAll } from '../teams/invite.ts'
import { abandonUpload, deleteUpload } from '../uploads/upload.store.ts'
import { hasOtherAdministrator } from '../users/user.store.ts'
import {
  storedInSpaces,
  deleteAccountRows,
  deleteSome,
  endRemoteUploads,
  membershipsOf,
  type OwnSpace,
  someUploadsOf,
  spacesOf,
} from './account-content.store.ts'
import { beginGiving, endGiving, type Gift, giveSlice } from './give-space.store.ts'
import { inheritedMailJob } from './inherited-folder-mail.ts'
import { deletionMailJob, mailOf } from './account-deletion-mails.ts'
import {
  type Account,
  choicesOf,
  type DueAccount,
  dueAccounts,
  findAccount,
  heirsOf,
  markDeleted,
  removeDeletion,
} from './account-deletion.store.ts'

/** Also enqueued where an account is deleted at once. */
export const deleteAccountsJob = defineJob('delete-accounts', z.object({}), { timeLimitMs: 6 * hour })

const ENTRIES_PER_TRANSACTION = 1000

type Deps = Pick<
  Infrastructure,
  'clock' | 'db' | 'ids' | 'jobs' | 'log' | 'realtime' | 'settings' | 'transact' | 'transactBulk'
> & {
  readonly avatars: Avatars
  readonly notifications: Notifications
  /** Entries that are deleted, or given away with their links and activities, in one transaction: 1000 by default. */
  readonly entriesPerTransaction?: number
}

export const deleteAccountsJobs = (services: Deps): readonly JobHandler[] => [
  handleJob(deleteAccountsJob, (_, { signal }) => deleteDueAccounts(services, signal), { everyMs: hour }),
]

const ACCOUNTS_PER_PAGE = 20

/** Deletes the accounts whose grace period is over. A run that was interrupted is continued by the next one. */
async function deleteDueAccounts(services: Deps, signal: AbortSignal): Promise<void> {
  const { clock, db, log } = services
  await handleEach(
    rowsOf(pagesOf<DueAccount>((after) => dueAccounts(db, clock.now(), { after, limit: ACCOUNTS_PER_PAGE }))),
    { log, signal, message: 'an account could not be deleted completely', fields: ({ id }) => ({ userId: id }) },
    ({ id }) => deleteAccount(services, id, signal),
  )
}

/**
 * Each step is a transaction of bounded size, outside of the main thread where it may touch many rows, and finds what the
 * steps before have left: so it continues after a crash.
 */
async function deleteAccount(services: Deps, userId: string, signal: AbortSignal): Promise<void> {
  const { avatars, clock, db, jobs, transact, transactBulk } = services
  const account = await begin(services, userId)
  if (!account) return
  await transact((trx) => endRemoteUploads(trx, userId, clock.now()))
  await endUploads(services, userId, signal)
  for (const space of await membershipsOf(db, userId)) {
    signal.throwIfAborted()
    await inSpace(transactBulk, space, (trx) => endMembership(services, trx, { space, userId, now: clock.now() }))
  }
  const choices = new Map(choicesOf(account).map(({ id, to }) => [id, to]))
  const followAll = async () => {
    const parts = (await spacesOf(db, userId)).map((space) => ({ space }))
    await followMovedEntries(services, parts, { signal })
  }
  await followAll()
  // Without those of team folders that were dissolved.
  for (const space of await spacesOf(db, userId)) {
    signal.throwIfAborted()
    // Members of team folders that are left may have moved entries since.
    await followAll()
    if (space.kind === 'team' && (await giveTo(services, space, choices.get(space.root_id) ?? null, signal))) continue
    if (space.kind === 'team') await endTeam(services, space)
    await deleteEntries(services, space, signal)
  }
  await avatars.remove(userId)
  await transactBulk(async (trx) => {
    const left = await findAccount(trx, userId)
    if (!left) return
    const { requested_email: email, name, deletes_at: deletesAt } = left
    if (email !== null) {
      await jobs.enqueue(trx, deletionMailJob, await mailOf(trx, { id: userId, email, name }, 'done', deletesAt ?? 0))
    }
    await deleteAccountRows(trx, userId)
  })
}

/** Ends all that the account can be used by. Null where it is not due (any more), or cannot be deleted. */
function begin({ clock, log, transactBulk }: Deps, userId: string): Promise<Account | null> {
  const now = clock.now()
  return transactBulk(async (trx) => {
    const account = await findAccount(trx, userId)
    if (account?.deletes_at == null || account.deletes_at > now) return null
    if (account.deleted_at !== null) return account
    if (account.role === 'admin' && !(await hasOtherAdministrator(trx, userId))) {
      log.warn({ userId }, 'an account is not deleted, because it is the last administrator by now')
      await removeDeletion(trx, userId, now)
      return null
    }
    await markDeleted(trx, userId, now)
    await deleteSessionsOf(trx, userId, null)
    return account
  })
}

async function endUploads({ clock, db, transact }: Deps, userId: string, signal: AbortSignal): Promise<void> {
  for (;;) {
    const some = await someUploadsOf(db, userId, 100)
    if (some.length === 0) return
    signal.throwIfAborted()
    for (const upload of some) {
      if (upload.status === 'done') await deleteUpload(db, upload)
      else await forOwner(transact, upload.owner_id, (trx) => abandonUpload(trx, upload, clock.now()))
    }
  }
}

/** Gives a team folder away in several transactions. Returns whether there was anyone who gets it. */
async function giveTo(services: Deps, space: OwnSpace, chosen: string | null, signal: AbortSignal): Promise<boolean> {
  try {
    const to = space.next_owner_id ?? (chosen === null ? null : await beginGivingTo(services, space, chosen))
    if (to !== null) await giveAll(services, { space, to }, signal)
    return to !== null
  } catch (error) {
    // Another process was faster.
    if (error instanceof Refusal && error.code === 'not-found') return true
    throw error
  }
}

/**
 * Chooses who gets a team folder: the member that its owner chose, also where there is no storage left for it by now: nobody
 * loses what they were promised. Where that one has left, the first who may edit and has the storage, or else the first.
 * From now on others change nothing in it. Returns null where there is nobody.
 */
async function beginGivingTo(
  { db, settings, transactBulk }: Deps,
  space: Space,
  chosen: string,
): Promise<string | null> {
  const defaultQuota = await settings.get('storage.default_quota_bytes')
  const stored = await readInBackground(() => storedInSpaces(db, space.owner_id, [space.id]))
  const needed = quotaBytesOf(stored.get(space.id) ?? { bytes: 0, items: 0 })
  return inSpace(transactBulk, space, async (trx) => {
    await refuseUnfinishedMoves(trx, [space])
    const heirs = await heirsOf(trx, [space.id])
    const hasRoom = (heir: (typeof heirs)[number]) => hasRoomFor(heir, needed, defaultQuota)
    const editors = heirs.filter(({ permission }) => permission === 'can_edit')
    const heir =
      heirs.find(({ user_id: id }) => id === chosen) ??
      editors.find(hasRoom) ??
      editors[0] ??
      heirs.find(hasRoom) ??
      heirs[0]
    if (!heir) return null
    await beginGiving(trx, { space, to: heir.user_id })
    return heir.user_id
  })
}

/** Continues where an earlier run has stopped. The last transaction gives the folder itself, and notifies its new owner. */
async function giveAll(services: Deps, gift: Gift, signal: AbortSignal): Promise<void> {
  const { db, entriesPerTransaction: limit = ENTRIES_PER_TRANSACTION, settings, transactBulk } = services
  const { space, to } = gift
  const storedOf = (ownerId: string) => readInBackground(() => storedInSpaces(db, ownerId, [space.id]))
  const stored = [await storedOf(space.owner_id), await storedOf(to)]
  const defaultQuota = await settings.get('storage.default_quota_bytes')
  const size = stored.reduce((sum, of) => sum + (of.get(space.id)?.bytes ?? 0), 0)
  for (let isComplete = false; !isComplete;) {
    signal.throwIfAborted()
    isComplete = await forOwner(transactBulk, space.owner_id, async (trx) => {
      await lockSpace(trx, space, { isGiving: true })
      if ((await giveSlice(trx, gift, limit)) === limit) return false
      // The former owner may have invited another address of their own.
      await withdrawAll(trx, space, services.clock.now())
      await endGiving(trx, gift)
      await notifyHeir(services, trx, { gift, size, defaultQuota })
      return true
    })
  }
}

async function notifyHeir(
  { jobs, notifications }: Deps,
  trx: Trx,
  {
    gift: { space, to },
    size,
    defaultQuota,
  }: { readonly gift: Gift; readonly size: number; readonly defaultQuota: number | null },
): Promise<void> {
  const name = (await entryOf(trx, space.id, space.root_id))?.name ?? ''
  await notifications.notify(trx, to, {
    category: 'team-invitation',
    title: 'notification.team_inherited.title',
    description: 'notification.team_inherited.description',
    values: { name },
    action: {
      type: 'route',
      params: { route: 'TeamFolders', id: space.root_id, button: 'notification.show_team_folder' },
    },
    isMailed: true,
  })
  const isFull = (await available(trx, to, defaultQuota)) === 0
  await jobs.enqueue(trx, inheritedMailJob, { userId: to, rootId: space.root_id, name, size, isFull })
}

/** Nobody sees it any more, and downloads under way end. */
const endTeam = (services: Deps, space: Space): Promise<void> =>
  inSpace(services.transactBulk, space, async (trx) => {
    await refuseUnfinishedMoves(trx, [space])
    const now = services.clock.now()
    for (const { user_id: userId } of await membersOf(trx, space.id)) {
      await endMembership(services, trx, { space, userId, now })
    }
    await withdrawAll(trx, space, now)
  })

/** Files first, then folders from the innermost ones. */
async function deleteEntries(
  { clock, entriesPerTransaction: limit = ENTRIES_PER_TRANSACTION, ids, transactBulk }: Deps,
  space: Space,
  signal: AbortSignal,
): Promise<void> {
  for (const kind of ['file', 'folder'] as const) {
    for (;;) {
      signal.throwIfAborted()
      const batch = { batchId: ids.next(), nowMs: clock.now(), limit }
      if ((await inSpace(transactBulk, space, (trx) => deleteSome(trx, space, kind, batch))) === 0) break
    }
  }
}
