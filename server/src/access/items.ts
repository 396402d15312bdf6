import type { Selectable } from 'kysely'
import type { Db } from '../db/transact.ts'
import type { EntriesTable } from '../db/schema.ts'

/** An entry as `can` judges it. `path` runs from the entry up to its space's root, and is there for visitors only. */
export type Item = Selectable<EntriesTable> & { readonly path?: readonly string[] }

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

/** The root entry of a user's home. */
export async function homeRootId(db: Db, userId: string): Promise<string> {
  const home = await db
    .selectFrom('spaces')
    .select('root_id')
    .where('owner_id', '=', userId)
    .where('kind', '=', 'home')
    .executeTakeFirstOrThrow()
  return home.root_id
}
