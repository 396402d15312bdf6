import type { TeamPermission } from '@holdall/api'
import type { Selectable } from 'kysely'
import type { Db } from '../infrastructure/db/transact.ts'
import type { Actor } from './actor.ts'
import type { EntriesTable, SpacesTable } from '../infrastructure/db/schema.ts'
import { isShown } from './unfinished-copies.store.ts'

/** The team folder that an entry is in, for one user. */
interface ItemTeam {
  /** The user, where that is a member; null for the owner and for everybody else. */
  readonly memberId: string | null
  readonly permission: TeamPermission | null
  readonly membersCanShare: boolean
}

/** An entry as `can` needs it. */
export type Item = Selectable<EntriesTable> & {
  /**
   * The ids from the entry up to its space's root, or as far as folders came through the upload request of the caller;
   * loaded for those who hold a link only.
   */
  readonly path?: readonly string[]
  /** Loaded for users only; null outside of team folders. */
  readonly team?: ItemTeam | null
}

export type Space = Omit<Selectable<SpacesTable>, 'next_owner_id' | 'file_count' | 'folder_count' | 'trashed_count'> & {
  /** The member who acts: each change of the tree checks in its transaction that this one may still edit. */
  readonly memberId?: string
}

/** What the targets of a request name. Read before the handler runs: a transaction that writes reads it again. */
export interface Authorised {
  /** The root when the id is absent; null when the rule skips an absent id, or the root does not exist yet. */
  readonly entry: Item | null
  /** The selected entries, each once; for a selection of all, the folder that they are in. */
  readonly selected: readonly Item[]
  /** Of the entry, or else of the first selected one, for a user; null where the rule has no entries as targets. */
  readonly space: Space | null
  /** The user's home space, where there is a `space`. */
  readonly home: Space | null
  /** Those of the entry and of all selected ones, by id. */
  readonly spaces: ReadonlyMap<string, Space>
}

/** The entries that exist, with what `can` needs to know about them for this actor, in any order. */
export async function loadItemsFor(db: Db, actor: Actor, ids: readonly string[]): Promise<Item[]> {
  const items = await loadItems(db, ids, pathFor(actor))
  if (actor.kind !== 'user' || items.length === 0) return items
  return inTeams(items, await spacesFor(db, actor.userId, items))
}

export function inTeams(items: readonly Item[], spaces: ReadonlyMap<string, SpaceFor>): Item[] {
  return items.map((item) => {
    const space = spaces.get(item.space_id)
    if (space?.kind !== 'team') return { ...item, team: null }
    const { memberId = null, permission, members_can_share } = space
    return { ...item, team: { memberId, permission, membersCanShare: members_can_share === 1 } }
  })
}

/** A space, and what a user who is a member of it may do there. */
export type SpaceFor = Space & { readonly permission: TeamPermission | null }

/** The spaces that these entries are in, by id, for one user. */
export async function spacesFor(
  db: Db,
  userId: string,
  entries: readonly Pick<Item, 'space_id'>[],
): Promise<ReadonlyMap<string, SpaceFor>> {
  const ids = [...new Set(entries.map((entry) => entry.space_id))]
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('spaces')
    .leftJoin('team_members', (join) =>
      join
        .onRef('team_members.space_id', '=', 'spaces.id')
        .on('team_members.user_id', '=', userId)
        // An owner has all rights, also with a membership of an earlier time.
        .on('spaces.owner_id', '!=', userId),
    )
    .selectAll('spaces')
    .select('team_members.permission as permission')
    .where('spaces.id', 'in', ids)
    .execute()
  return new Map(rows.map((row) => [row.id, row.permission === null ? row : { ...row, memberId: userId }]))
}

/** What the items of an actor are loaded with. */
export interface PathOptions {
  /** Adds the ids of their ancestors, with one query. */
  readonly withPath?: boolean
  /** Ends the path at the first folder that did not come through this upload request. */
  readonly uploadRequestId?: string
}

export const pathFor = (actor: Actor): PathOptions =>
  actor.kind === 'request-visitor'
    ? { withPath: true, uploadRequestId: actor.requestId }
    : { withPath: actor.kind === 'visitor' }

/** The entries that exist, in any order, without what an unfinished copy has written: nobody may change that yet. */
export async function loadItems(
  db: Db,
  ids: readonly string[],
  { withPath = false, uploadRequestId }: PathOptions = {},
): Promise<Item[]> {
  if (ids.length === 0) return []
  const items = await db.selectFrom('entries').selectAll().where('id', 'in', ids).where(isShown).execute()
  if (!withPath) return items
  const paths = await loadPaths(db, ids, uploadRequestId)
  return items.map((item) => ({ ...item, path: paths.get(item.id) ?? [item.id] }))
}

async function loadPaths(
  db: Db,
  ids: readonly string[],
  uploadRequestId: string | undefined,
): Promise<Map<string, string[]>> {
  const rows = await db
    .withRecursive('up(id, parent_id)', (cte) =>
      cte
        .selectFrom('entries')
        .select(['id', 'parent_id'])
        .where('id', 'in', ids)
        // Each folder once, however many of the entries are in it.
        .union((and) =>
          and
            .selectFrom('entries')
            .innerJoin('up', 'up.parent_id', 'entries.id')
            .select(['entries.id', 'entries.parent_id'])
            .$if(uploadRequestId !== undefined, (q) =>
              q.where('entries.upload_request_id', '=', uploadRequestId ?? ''),
            ),
        ),
    )
    .selectFrom('up')
    .select(['id', 'parent_id'])
    .execute()
  const parents = new Map(rows.map(({ id, parent_id }) => [id, parent_id]))
  return new Map(
    ids.map((start) => {
      const path: string[] = []
      for (let id: string | null = start; id !== null && parents.has(id); id = parents.get(id) ?? null) path.push(id)
      return [start, path]
    }),
  )
}

/** The shared entry of a link, and the member who made it. */
export type SharedItem = Item & { readonly link_creator_id: string | null }

/** The shared entries of these links, one for each link that exists. */
export function loadSharedItems(db: Db, tokens: readonly string[]): Promise<SharedItem[]> {
  return db
    .selectFrom('shares')
    .innerJoin('entries', 'entries.id', 'shares.entry_id')
    .selectAll('entries')
    .select('shares.creator_id as link_creator_id')
    .where('token', 'in', tokens)
    .execute()
}

/** Whether this user has an upload request with this token. */
export async function hasUploadRequest(db: Db, userId: string, token: string): Promise<boolean> {
  const found = await db
    .selectFrom('upload_requests')
    .select('id')
    .where('token', '=', token)
    .where('owner_id', '=', userId)
    .executeTakeFirst()
  return found !== undefined
}

/** Whether this uploader (`uploaderOf`) has an upload with this id. */
export async function hasUpload(db: Db, uploader: string, uploadId: string): Promise<boolean> {
  const upload = await db
    .selectFrom('uploads')
    .select('upload_id')
    .where('actor', '=', uploader)
    .where('upload_id', '=', uploadId)
    .executeTakeFirst()
  return upload !== undefined
}

/** Spaces of which a search reads the matches: the home, and so many team folders. */
const MAX_SEEN_SPACES = 201

/** The home of a user, the team folders that the user has, and those that the user is a member of. */
export function spacesSeenBy(db: Db, userId: string): Promise<Space[]> {
  return db
    .selectFrom('spaces')
    .selectAll()
    .where((eb) =>
      eb.or([
        eb('owner_id', '=', userId),
        eb('id', 'in', eb.selectFrom('team_members').select('space_id').where('user_id', '=', userId)),
      ]),
    )
    .orderBy('kind')
    .orderBy('id', 'desc')
    .limit(MAX_SEEN_SPACES)
    .execute()
}

/** Every user has exactly one home space. */
export function homeOf(db: Db, userId: string): Promise<Space> {
  return db
    .selectFrom('spaces')
    .selectAll()
    .where('owner_id', '=', userId)
    .where('kind', '=', 'home')
    .executeTakeFirstOrThrow()
}
