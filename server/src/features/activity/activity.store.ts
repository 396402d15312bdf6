import { MAX_ACTIVITIES, MAX_ACTIVITIES_OF_ENTRY } from '@holdall/api'
import { type Selectable, type SelectQueryBuilder, sql } from 'kysely'
import type { Item } from '../../access/target.store.ts'
import type { ActivitiesTable } from '../../infrastructure/db/activity-tables.ts'
import type { Database } from '../../infrastructure/db/schema.ts'
import type { Db } from '../../infrastructure/db/transact.ts'

export type ActivityRow = Selectable<ActivitiesTable>

interface Bounds {
  readonly offset: number
  readonly limit: number
}

interface ActivityPage {
  readonly rows: readonly ActivityRow[]
  /** Of all pages. */
  readonly total: number
}

type Ids = SelectQueryBuilder<Database, 'activities', { id: string }>

/** Each is the walk of one index, up to the end of the page. They may have rows in common. */
async function pageOf(db: Db, walks: readonly Ids[], max: number, { offset, limit }: Bounds): Promise<ActivityPage> {
  const upTo = Math.min(max, offset + limit)
  const found = await Promise.all(walks.map((walk) => walk.orderBy('id', 'desc').limit(upTo).execute()))
  const newest = [...new Set(found.flat().map(({ id }) => id))].toSorted().toReversed()
  const ids = newest.slice(offset, upTo)
  const rows = ids.length === 0 ? [] : await db.selectFrom('activities').selectAll().where('id', 'in', ids).execute()
  const total = newest.length < upTo ? newest.length : await countOf(db, walks, max)
  return { rows: rows.toSorted((a, b) => (a.id < b.id ? 1 : -1)), total }
}

async function countOf(db: Db, walks: readonly Ids[], max: number): Promise<number> {
  const [first, ...others] = walks.map((walk) => db.selectFrom(walk.limit(max).as('walk')).select('id'))
  if (!first) return 0
  const all = others.reduce((union, other) => union.union(other), first)
  const { n } = await db
    .selectFrom(all.as('found'))
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return Math.min(max, Number(n))
}

/** What happened in the spaces of a user, and what the user did in those of others. */
export const pageOfAccount = (db: Db, userId: string, bounds: Bounds): Promise<ActivityPage> => {
  const walk = db.selectFrom('activities').select('id')
  const elsewhere = walk.where('actor_id', '=', userId).where(sql<boolean>`actor_id <> owner_id`)
  return pageOf(db, [walk.where('owner_id', '=', userId), elsewhere], MAX_ACTIVITIES, bounds)
}

/** What happened to an entry, and directly in it. A member of its team folder sees what happened in that one. */
export const pageOfEntry = (db: Db, { id, owner_id, space_id }: Item, userId: string, bounds: Bounds) => {
  const walk = (column: 'entry_id' | 'folder_id' | 'from_folder_id') =>
    db
      .selectFrom('activities')
      .select('id')
      .where(column, '=', id)
      .$if(owner_id !== userId, (q) =>
        q
          .where((eb) => eb.or([eb('space_id', '=', space_id), eb('from_space_id', '=', space_id)]))
          .where('is_for_owner', '=', 0),
      )
  return pageOf(db, [walk('entry_id'), walk('folder_id'), walk('from_folder_id')], MAX_ACTIVITIES_OF_ENTRY, bounds)
}

/** The live ones among these entries, which a user may see. */
export const shownEntries = (db: Db, userId: string, ids: readonly string[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('entries')
        .innerJoin('spaces', 'spaces.id', 'entries.space_id')
        .leftJoin('team_members', (join) =>
          join.onRef('team_members.space_id', '=', 'spaces.id').on('team_members.user_id', '=', userId),
        )
        .select(['entries.id', 'entries.kind', 'entries.parent_id', 'spaces.root_id', 'spaces.kind as space_kind'])
        .where('entries.id', 'in', ids)
        .where('entries.trash_root_id', 'is', null)
        .where((eb) => eb.or([eb('spaces.owner_id', '=', userId), eb('team_members.user_id', 'is not', null)]))
        .execute()

export const shownUsers = (db: Db, ids: readonly string[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : db.selectFrom('users').select(['id', 'name', 'color']).where('id', 'in', ids).execute()

/** Tops of homes. */
export async function topsAmong(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('entries')
    .select('id')
    .where('id', 'in', ids)
    .where('kind', '=', 'root')
    .where('name', '=', '')
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Deletes the oldest activities, or events of links, before `before`; returns how many. */
export async function deleteOldest(
  db: Db,
  table: 'activities' | 'share_events',
  { before, limit }: { readonly before: number; readonly limit: number },
): Promise<number> {
  const old = db.selectFrom(table).select('id').where('created_at', '<', before).orderBy('created_at').limit(limit)
  const { numDeletedRows } = await db.deleteFrom(table).where('id', 'in', old).executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
