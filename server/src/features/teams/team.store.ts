import { type FolderTotals, MAX_TEAM_FOLDERS, type TeamPermission } from '@holdall/api'
import { sql } from 'kysely'
import {
  actingParty,
  recordActivity,
  recordActivityOf,
  recordNoActivity,
} from '../../infrastructure/db/recorded-activity.ts'
import { recordEntryCounts } from '../../infrastructure/db/recorded-entry-counts.ts'
import { recordAllFiles, recordFavourites, recordFiles, recordTeams } from '../../infrastructure/db/recorded-changes.ts'
import type { Flag } from '../../infrastructure/db/schema.ts'
import type { Db, Trx } from '../../infrastructure/db/transact.ts'
import type { Appearance } from '../entries/entry.store.ts'
import { nameKey } from '../entries/entry-name-rules.ts'
import { folderColumnOf } from '../entries/listing-order.store.ts'
import type { Page } from '../entries/listing.store.ts'
import type { EntryRow, Space } from '../entries/space.store.ts'
import type { UploadRow } from '../uploads/upload.store.ts'

export async function countOwnTeamFolders(trx: Trx, ownerId: string): Promise<number> {
  const { n } = await trx
    .selectFrom('spaces')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('owner_id', '=', ownerId)
    .where('kind', '=', 'team')
    .executeTakeFirstOrThrow()
  return Number(n)
}

export async function countMemberships(trx: Trx, userId: string): Promise<number> {
  const { n } = await trx
    .selectFrom('team_members')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(n)
}

export async function insertTeamSpace(trx: Trx, space: Space): Promise<void> {
  await trx.insertInto('spaces').values(space).execute()
}

export async function setMembersCanShare(trx: Trx, spaceId: string, value: Flag): Promise<void> {
  await trx.updateTable('spaces').set({ members_can_share: value }).where('id', '=', spaceId).execute()
}

/** A folder becomes the root of a team folder. */
export async function makeRoot(trx: Trx, id: string, now: number): Promise<void> {
  recordActivityOf(trx, 'team-converted', { entryId: id })
  const { space_id: spaceId } = await trx
    .updateTable('entries')
    .set({ kind: 'root', parent_id: null, updated_at: now })
    .where('id', '=', id)
    .returning('space_id')
    .executeTakeFirstOrThrow()
  recordEntryCounts(trx, spaceId, { folders: -1 })
}

/** The root of a team folder becomes a folder in another one. */
export async function makeFolder(
  trx: Trx,
  id: string,
  { parentId, name, now }: { readonly parentId: string; readonly name: string; readonly now: number },
): Promise<EntryRow> {
  recordActivityOf(trx, 'team-dissolved', { entryId: id })
  const folder = await trx
    .updateTable('entries')
    .set({ kind: 'folder', parent_id: parentId, name, name_key: nameKey(name), updated_at: now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  recordEntryCounts(trx, folder.space_id, { folders: 1 })
  return folder
}

export async function updateTeamRoot(
  trx: Trx,
  id: string,
  { name, color, emoji, now }: Appearance & { readonly name?: string | undefined; readonly now: number },
): Promise<void> {
  const before = await trx.selectFrom('entries').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const details = { previousName: before.name }
  if (name === undefined || name === before.name) recordNoActivity(trx)
  else recordActivity(trx, 'renamed', [{ ...before, name }], { details })
  await trx
    .updateTable('entries')
    .set({ ...(name !== undefined && { name, name_key: nameKey(name) }), color, emoji, updated_at: now })
    .where('id', '=', id)
    .execute()
}

export async function insertMember(
  trx: Trx,
  row: { readonly space_id: string; readonly user_id: string; readonly permission: TeamPermission; created_at: number },
): Promise<void> {
  await trx.insertInto('team_members').values(row).execute()
  const { space_id: rootOf, user_id: id, permission } = row
  const told = { by: { kind: 'user', id }, details: { memberId: id, permission } } as const
  recordActivityOf(trx, 'member-joined', { rootOf }, told)
  recordAllFiles(trx, row.user_id)
}

export async function setPermission(
  trx: Trx,
  spaceId: string,
  userId: string,
  permission: TeamPermission,
): Promise<void> {
  recordActivityOf(trx, 'member-changed', { rootOf: spaceId }, { details: { memberId: userId, permission } })
  await trx
    .updateTable('team_members')
    .set({ permission })
    .where('space_id', '=', spaceId)
    .where('user_id', '=', userId)
    .execute()
}

/** Returns whether the user was one. */
export async function deleteMember(trx: Trx, spaceId: string, userId: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('team_members')
    .where('space_id', '=', spaceId)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  if (numDeletedRows === 0n) return false
  const kind = actingParty.getStore()?.id === userId ? 'member-left' : 'member-removed'
  recordActivityOf(trx, kind, { rootOf: spaceId }, { details: { memberId: userId } })
  recordTeams(trx, [userId])
  recordAllFiles(trx, userId)
  return true
}

export async function deleteFavouritesIn(trx: Trx, spaceId: string, userId: string): Promise<void> {
  const { numDeletedRows } = await trx
    .deleteFrom('favourites')
    .where('user_id', '=', userId)
    .where('entry_id', 'in', (eb) =>
      eb
        .selectFrom('favourites')
        .innerJoin('entries', 'entries.id', 'favourites.entry_id')
        .select('entries.id')
        .where('favourites.user_id', '=', userId)
        .where('entries.space_id', '=', spaceId),
    )
    .executeTakeFirstOrThrow()
  if (numDeletedRows > 0n) recordFavourites(trx, userId)
}

/** Unfinished uploads of a member into a team folder. */
export const uploadsInto = (trx: Trx, spaceId: string, userId: string): Promise<UploadRow[]> =>
  trx
    .selectFrom('uploads')
    .innerJoin('entries', 'entries.id', 'uploads.parent_id')
    .selectAll('uploads')
    .where('uploads.actor', '=', `u:${userId}`)
    .where('uploads.status', '=', 'receiving')
    .where('entries.space_id', '=', spaceId)
    .execute()

/** The top of a home changed: a folder came to it or left it. */
export const recordHome = (trx: Trx, userId: string): void => recordFiles(trx, userId, [null])

export interface TeamFolderRow extends EntryRow {
  readonly members_can_share: Flag
  /** Of the member whose list it is; null for the owner. */
  readonly permission: TeamPermission | null
}

/** A page of the team folders that a user owns, or is a member of: at most `MAX_TEAM_FOLDERS` on all pages. */
export async function pageOfTeamFolders(
  db: Db,
  userId: string,
  relation: 'owner' | 'member',
  { sort, direction, offset, limit }: Page,
): Promise<{ rows: TeamFolderRow[]; totals: FolderTotals }> {
  const way = direction === 'ASC' ? 'asc' : 'desc'
  const column = folderColumnOf(sort)
  const roots = db
    .selectFrom('entries')
    .innerJoin('spaces', 'spaces.root_id', 'entries.id')
    // Not of one that was dissolved, and whose content has not followed yet.
    .where('entries.kind', '=', 'root')
    .leftJoin('team_members', (join) =>
      join.onRef('team_members.space_id', '=', 'spaces.id').on('team_members.user_id', '=', userId),
    )
    .$if(relation === 'owner', (q) =>
      q.where('spaces.owner_id', '=', userId).where('spaces.kind', '=', sql.lit('team')),
    )
    .$if(relation === 'member', (q) =>
      q.where('spaces.id', 'in', (eb) =>
        eb.selectFrom('team_members').select('space_id').where('user_id', '=', userId),
      ),
    )
  const rows = await roots
    .selectAll('entries')
    .select(['spaces.members_can_share', 'team_members.permission'])
    .orderBy(`entries.${column}`, way)
    .orderBy('entries.id', way)
    .limit(Math.max(0, Math.min(limit, MAX_TEAM_FOLDERS - offset)))
    .offset(offset)
    .execute()
  const { n } = await db
    .selectFrom(roots.select('entries.id').limit(MAX_TEAM_FOLDERS).as('found'))
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return { rows, totals: { folders: Number(n), files: 0, filesize: 0 } }
}

/** A member of a team folder with what is shown of the account; the owner is none. */
export interface ShownMember {
  readonly space_id: string
  readonly user_id: string
  readonly permission: TeamPermission
  readonly name: string
  readonly email: string
  readonly color: string
  /** Members of the team folder. */
  readonly total: number
}

/** Of each team folder at most `max`, those who joined first. */
export async function shownMembers(db: Db, spaceIds: readonly string[], max: number): Promise<ShownMember[]> {
  if (spaceIds.length === 0) return []
  const members = db
    .selectFrom('team_members')
    .innerJoin('users', 'users.id', 'team_members.user_id')
    .select([
      'team_members.space_id',
      'team_members.user_id',
      'team_members.permission',
      'team_members.created_at',
      'users.name',
      'users.email',
      'users.color',
      sql<number>`row_number() over (partition by space_id order by team_members.created_at, users.id)`.as('place'),
      sql<number>`count(*) over (partition by space_id)`.as('total'),
    ])
    .where('team_members.space_id', 'in', spaceIds)
  return db
    .selectFrom(members.as('members'))
    .selectAll()
    .where('place', '<=', max)
    .orderBy('created_at')
    .orderBy('user_id')
    .execute()
}

export const shownOwners = (db: Db, userIds: readonly string[]) =>
  userIds.length === 0
    ? Promise.resolve([])
    : db.selectFrom('users').select(['id', 'name', 'email', 'color']).where('id', 'in', userIds).execute()
