import type { Selectable } from 'kysely'
import type { Db } from '../infrastructure/db/transact.ts'
import type { EntriesTable, SpacesTable } from '../infrastructure/db/schema.ts'

/** An entry as `can` judges it. `path` runs from the entry up to its space's root, and is there for visitors only. */
export type Item = Selectable<EntriesTable> & { readonly path?: readonly string[] }

export type Space = Selectable<SpacesTable>

/** What a request names. Read before the handler runs: a transaction that writes reads it again. */
export interface Authorised {
  /** The entry; the root where its id was absent, null where the rule skips that. */
  readonly entry: Item | null
  /** The entries of the selection, each once, or the folder that all of them are in. */
  readonly selected: readonly Item[]
  /** The home of the user, where the rule is about entries. */
  readonly space: Space | null
}

/** Those of the ids that exist, in any order. `withPath` walks up the parents, in one query. */
export async function loadItems(db: Db, ids: readonly string[], withPath = false): Promise<Item[]> {
  if (ids.length === 0) return []
  const items = await db.selectFrom('entries').selectAll().where('id', 'in', ids).execute()
  if (!withPath) return items
  const paths = await loadPaths(db, ids)
  return items.map((item) => ({ ...item, path: paths.get(item.id) ?? [item.id] }))
}

async function loadPaths(db: Db, ids: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await db
    .withRecursive('up(start, id, parent_id)', (cte) =>
      cte
        .selectFrom('entries')
        .select(['id as start', 'id', 'parent_id'])
        .where('id', 'in', ids)
        .unionAll((and) =>
          and
            .selectFrom('entries')
            .innerJoin('up', 'up.parent_id', 'entries.id')
            .select(['up.start', 'entries.id', 'entries.parent_id']),
        ),
    )
    .selectFrom('up')
    .select(['start', 'id'])
    .execute()
  const paths = new Map<string, string[]>()
  for (const { start, id } of rows) {
    const path = paths.get(start)
    if (path) path.push(id)
    else paths.set(start, [id])
  }
  return paths
}

/** The entries that these links lead to, one for each link that exists. */
export function loadSharedItems(db: Db, tokens: readonly string[]): Promise<Item[]> {
  return db
    .selectFrom('shares')
    .innerJoin('entries', 'entries.id', 'shares.entry_id')
    .selectAll('entries')
    .where('token', 'in', tokens)
    .execute()
}

/** Whether this upload is one of the user's. */
export async function hasUpload(db: Db, userId: string, uploadId: string): Promise<boolean> {
  const upload = await db
    .selectFrom('uploads')
    .select('upload_id')
    .where('actor', '=', `u:${userId}`)
    .where('upload_id', '=', uploadId)
    .executeTakeFirst()
  return upload !== undefined
}

/** Everybody has exactly one home. */
export function homeOf(db: Db, userId: string): Promise<Space> {
  return db
    .selectFrom('spaces')
    .selectAll()
    .where('owner_id', '=', userId)
    .where('kind', '=', 'home')
    .executeTakeFirstOrThrow()
}
