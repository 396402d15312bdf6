import { sql } from 'kysely'
import type { Db } from '../db/transact.ts'
import type { EntryRow } from './space.ts'

export interface Page {
  readonly sort: 'name' | 'created_at' | 'size'
  readonly direction: 'ASC' | 'DESC'
  readonly offset: number
  readonly limit: number
}

const columns = { name: 'name_key', created_at: 'created_at', size: 'size' } as const

/**
 * A page of the live children: folders first, then files. The folder's own counts say where the files begin, so that a
 * page is one or two short walks of an index, whichever page it is.
 */
export async function pageOfFolder(db: Db, folder: EntryRow, page: Page): Promise<EntryRow[]> {
  const folders = await walk(db, folder, 'folder', page, page.offset, page.limit)
  if (folders.length === page.limit) return folders
  const skipped = Math.max(0, page.offset - folder.folders_count)
  return [...folders, ...(await walk(db, folder, 'file', page, skipped, page.limit - folders.length))]
}

async function walk(
  db: Db,
  folder: EntryRow,
  kind: 'folder' | 'file',
  page: Page,
  offset: number,
  limit: number,
): Promise<EntryRow[]> {
  const total = kind === 'folder' ? folder.folders_count : folder.children_count - folder.folders_count
  const rows = Math.min(limit, total - offset)
  if (rows <= 0) return []
  // Folders have no size of their own.
  const column = kind === 'folder' && page.sort === 'size' ? 'name_key' : columns[page.sort]
  // Skipping costs: the second half of a long folder is walked from its end.
  const fromEnd = offset > total / 2
  const skip = fromEnd ? total - offset - rows : offset
  const way = (page.direction === 'ASC') !== fromEnd ? 'asc' : 'desc'
  const ids = db
    .selectFrom('entries')
    .select('id')
    .where('parent_id', '=', folder.id)
    .where('kind', '=', kind)
    .where('trash_root_id', 'is', null)
    .orderBy(column, way)
    .orderBy('id', way)
    .limit(rows)
    .offset(skip)
  const order = page.direction === 'ASC' ? 'asc' : 'desc'
  return db
    .selectFrom('entries')
    .selectAll()
    .where('id', 'in', ids)
    .orderBy(column, order)
    .orderBy('id', order)
    .execute()
}

/** From the top of the space (or from `topId`, which is left out, as is everything above it) down to the parent of `folder`. */
export async function ancestorsOf(db: Db, folder: EntryRow, topId: string): Promise<{ id: string; name: string }[]> {
  const found = await sql<{ id: string; name: string }>`
    with recursive up(id, name, parent_id, depth) as (
      select id, name, parent_id, 1 from entries where id = ${folder.parent_id}
      union all
      select e.id, e.name, e.parent_id, up.depth + 1 from entries e join up on e.id = up.parent_id where up.id <> ${topId}
    )
    select id, name from up where parent_id is not null and id <> ${topId} order by depth desc`.execute(db)
  return found.rows
}

/** The folders of one level by name, and whether each has folders of its own. */
export function foldersOf(db: Db, parentId: string): Promise<EntryRow[]> {
  return db
    .selectFrom('entries')
    .selectAll()
    .where('parent_id', '=', parentId)
    .where('kind', '=', 'folder')
    .where('trash_root_id', 'is', null)
    .orderBy('name_key')
    .orderBy('id')
    .execute()
}
