import type { Kysely } from 'kysely'
import type { Database } from './schema.ts'

/** What a transaction has changed of what one user sees. It carries ids only. */
export interface UserChanges {
  /** Folders whose children changed; null is the top of the user's space. `all` where they are too many to name. */
  files: Set<string | null> | 'all'
  trash: boolean
  /** Entries whose public links changed. */
  shares: Set<string> | 'all'
  favourites: boolean
  /** Name, picture, settings or used storage. */
  user: boolean
  /** Team folders that the user has or sees, their members and invitations. */
  teams: boolean
  /** What the user's notifications offer to do. New ones have an event of their own. */
  notifications: boolean
  /** The user's upload requests. */
  uploadRequests: boolean
  /** Some of the user's sessions ended. */
  sessions: boolean
}

/** By user id. */
export type RecordedChanges = ReadonlyMap<string, UserChanges>

/** Ids of one kind that a message names; with more of them it says `all`. */
export const MAX_CHANGED_IDS = 50

export const noChanges = (): UserChanges => ({
  files: new Set(),
  trash: false,
  shares: new Set(),
  favourites: false,
  user: false,
  teams: false,
  notifications: false,
  uploadRequests: false,
  sessions: false,
})

function union<T>(a: Set<T> | 'all', b: Iterable<T> | 'all'): Set<T> | 'all' {
  if (a === 'all' || b === 'all') return 'all'
  for (const id of b) {
    a.add(id)
    if (a.size > MAX_CHANGED_IDS) return 'all'
  }
  return a
}

/** Adds `from` to `to`. */
export function mergeChanges(to: UserChanges, from: Readonly<UserChanges>): void {
  to.files = union(to.files, from.files)
  to.shares = union(to.shares, from.shares)
  to.trash ||= from.trash
  to.favourites ||= from.favourites
  to.user ||= from.user
  to.teams ||= from.teams
  to.notifications ||= from.notifications
  to.uploadRequests ||= from.uploadRequests
  to.sessions ||= from.sessions
}

/** Whose lists show a space. */
export interface Audience {
  readonly spaceId: string
  readonly ownerId: string
  /** Of a team folder. */
  readonly memberIds: readonly string[]
  /** The folder that the lists of the owner call the top; null in a team folder. */
  readonly topId: string | null
}

interface Recorded {
  audience: Audience | null
  readonly byUser: Map<string, UserChanges>
}

type On = Kysely<Database>
const recorded = new WeakMap<On, Recorded>()

function recordOf(trx: On): Recorded {
  const found = recorded.get(trx)
  if (found) return found
  const created = { audience: null, byUser: new Map<string, UserChanges>() }
  recorded.set(trx, created)
  return created
}

function changesOf(trx: On, userId: string): UserChanges {
  const { byUser } = recordOf(trx)
  const found = byUser.get(userId) ?? noChanges()
  byUser.set(userId, found)
  return found
}

/**
 * Sets who sees the tree that this transaction changes. The `record…` functions below note what a store writes; the
 * notes are published after the commit (`transactor`), and dropped with a rollback.
 */
export function setAudience(trx: On, audience: Audience): void {
  recordOf(trx).audience = audience
}

/** The children of these folders changed, or what a list shows of them. Needs `setAudience`. */
export function recordFolders(trx: On, folderIds: Iterable<string | null>): void {
  const { audience } = recordOf(trx)
  if (!audience) return
  const shown = Array.from(folderIds, (id) => (id === audience.topId ? null : id))
  for (const userId of [audience.ownerId, ...audience.memberIds]) recordFiles(trx, userId, shown)
}

/** Entries were put into the trash, restored from it, or deleted for good. Needs `setAudience`. */
export function recordTrash(trx: On): void {
  const { audience } = recordOf(trx)
  if (audience) changesOf(trx, audience.ownerId).trash = true
}

/** As `recordFolders`, for one user; null is the top. */
export function recordFiles(trx: On, userId: string, folderIds: Iterable<string | null>): void {
  const changes = changesOf(trx, userId)
  changes.files = union(changes.files, folderIds)
}

/** Everything that a user sees in file lists may have changed. */
export function recordAllFiles(trx: On, userId: string): void {
  changesOf(trx, userId).files = 'all'
}

export function recordTeams(trx: On, userIds: Iterable<string>): void {
  for (const userId of userIds) changesOf(trx, userId).teams = true
}

export function recordNotifications(trx: On, userId: string): void {
  changesOf(trx, userId).notifications = true
}

export function recordShares(trx: On, userId: string, entryIds: Iterable<string> | 'all'): void {
  const changes = changesOf(trx, userId)
  changes.shares = union(changes.shares, entryIds)
}

export function recordFavourites(trx: On, userId: string): void {
  changesOf(trx, userId).favourites = true
}

export function recordUser(trx: On, userId: string): void {
  changesOf(trx, userId).user = true
}

export function recordUploadRequests(trx: On, userId: string): void {
  changesOf(trx, userId).uploadRequests = true
}

/** Sockets of sessions that ended are closed. */
export function recordEndedSessions(trx: On, userId: string): void {
  changesOf(trx, userId).sessions = true
}

/** The space whose tree this transaction changes. */
export function audienceOf(trx: On): { readonly id: string; readonly owner_id: string } | null {
  const audience = recorded.get(trx)?.audience
  return audience ? { id: audience.spaceId, owner_id: audience.ownerId } : null
}

/** What a transaction has recorded; undefined for none. */
export const recordedChanges = (trx: On): RecordedChanges | undefined => recorded.get(trx)?.byUser
