import type { Selectable } from 'kysely'
import type { Db } from '../infrastructure/db/transact.ts'
import type { EntriesTable, SpacesTable } from '../infrastructure/db/schema.ts'

/**
 * An entry as `can` needs it. `path` has the ids from the entry up to its space's root; it is loaded for visitors only.
 */
export type Item = Selectable<EntriesTable> & { readonly path?: readonly string[] }

export type Space = Selectable<SpacesTable>

/** What the targets of a request name. Read before the handler runs: a transaction that writes reads it again. */
export interface Authorised {
  /** The root when the id is absent; null when the rule skips an absent id. */
  readonly entry: Item | null
  /** The selected entries, each once; for a selection of all, the folder that they are in. */
  readonly selected: readonly Item[]
  /** The user's home space, when the rule has entries as targets. */
  readonly space: Space | null
}

/** The entries that exist, in any order. `withPath` adds the ids of their ancestors, with one query. */
export async function loadItems(db: Db, ids: readonly string[], withPath = false): Promise<Item[]> {
  if (ids.length === 0) return []
  const items = await db.selectFrom('entries').selectAll().where('id', 'in', ids).execute()
  if (!withPath) return items
  const paths = await loadPaths(db, ids)
  return items.map((item) => ({ ...item, path: paths.get(item.id) ?? [item.id] }))
}

async function loadPaths(db: Db, ids: readonly string[]): Promise<Map<string, string[]>> {
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
            .select(['entries.id', 'entries.parent_id']),
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

/** The shared entries of these links, one for each link that exists. */
export function loadSharedItems(db: Db, tokens: readonly string[]): Promise<Item[]> {
  return db
    .selectFrom('shares')
    .innerJoin('entries', 'entries.id', 'shares.entry_id')
    .selectAll('entries')
    .where('token', 'in', tokens)
    .execute()
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

/** Every user has exactly one home space. */
export function homeOf(db: Db, userId: string): Promise<Space> {
  return db
    .selectFrom('spaces')
    .selectAll()
    .where('owner_id', '=', userId)
    .where('kind', '=', 'home')
    .executeTakeFirstOrThrow()
}
