import { type FolderTotals, MAX_RECENT_FILES } from '@holdall/api'
import { sql } from 'kysely'
import { type Db, readInBackground } from '../../infrastructure/db/transact.ts'
import { isShown } from '../../access/unfinished-copies.store.ts'
import type { Page } from '../entries/listing.store.ts'
import type { EntryRow, Space } from '../entries/space.store.ts'

/**
 * A page of the newest live files of a user, at most `MAX_RECENT_FILES` on all pages: those of the home, whoever put them
 * there, and those that the user put into team folders. Of each space the newest `MAX_RECENT_FILES` files are looked
 * through, so that it is a short walk of an index for each.
 */
export async function pageOfRecentFiles(
  db: Db,
  { home, teams, userId }: { readonly home: Space; readonly teams: readonly Space[]; readonly userId: string },
  { offset, limit }: Pick<Page, 'offset' | 'limit'>,
): Promise<{ rows: EntryRow[]; totals: FolderTotals }> {
  if (teams.length > 0) return readInBackground(() => pageOfSpaces(db, [home, ...teams], userId, { offset, limit }))
  const newest = newestOf(db, home)
  const { files, filesize } = await db
    .selectFrom(newest.select('size').limit(MAX_RECENT_FILES).as('newest'))
    .select(({ fn }) => [fn.countAll<number>().as('files'), fn.sum<number | null>('size').as('filesize')])
    .executeTakeFirstOrThrow()
  const count = Math.min(limit, MAX_RECENT_FILES - offset)
  const rows = count > 0 ? await newest.selectAll().limit(count).offset(offset).execute() : []
  return { rows, totals: { folders: 0, files: Number(files), filesize: filesize ?? 0 } }
}

const newestOf = (db: Db, space: Space) =>
  db
    .selectFrom('entries')
    .where('space_id', '=', space.id)
    // Not a parameter: the index is a partial one.
    .where('kind', '=', sql.lit('file'))
    .where('trash_root_id', 'is', null)
    .where(isShown)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')

async function pageOfSpaces(
  db: Db,
  spaces: readonly Space[],
  userId: string,
  { offset, limit }: Pick<Page, 'offset' | 'limit'>,
): Promise<{ rows: EntryRow[]; totals: FolderTotals }> {
  const found: Pick<EntryRow, 'id' | 'created_at' | 'size'>[] = []
  // One after the other: those of many team folders would else keep all connections to the database.
  for (const space of spaces) {
    const newest = newestOf(db, space).select(['id', 'created_at', 'size', 'creator_id']).limit(MAX_RECENT_FILES)
    const own = db
      .selectFrom(newest.as('newest'))
      .select(['id', 'created_at', 'size'])
      .$if(space.kind === 'team', (q) => q.where('creator_id', '=', userId))
    found.push(...(await own.execute()))
  }
  const newest = found
    .toSorted((a, b) => b.created_at - a.created_at || (a.id < b.id ? 1 : -1))
    .slice(0, MAX_RECENT_FILES)
  const ids = newest.slice(offset, offset + limit).map(({ id }) => id)
  const rows =
    ids.length > 0
      ? await db.selectFrom('entries').selectAll().where('id', 'in', ids).where('trash_root_id', 'is', null).execute()
      : []
  const byId = new Map(rows.map((row) => [row.id, row]))
  return {
    rows: ids.flatMap((id) => byId.get(id) ?? []),
    totals: { folders: 0, files: newest.length, filesize: newest.reduce((sum, { size }) => sum + size, 0) },
  }
}
