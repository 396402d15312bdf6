import { type FolderTotals, MAX_RECENT_FILES } from '@holdall/api'
import { sql } from 'kysely'
import type { Db } from '../../infrastructure/db/transact.ts'
import type { Page } from '../entries/listing.store.ts'
import type { EntryRow, Space } from '../entries/space.store.ts'

/** A page of the newest live files of a space, at most `MAX_RECENT_FILES` on all pages: a short walk of an index. */
export async function pageOfRecentFiles(
  db: Db,
  space: Space,
  { offset, limit }: Pick<Page, 'offset' | 'limit'>,
): Promise<{ rows: EntryRow[]; totals: FolderTotals }> {
  const newest = db
    .selectFrom('entries')
    .where('space_id', '=', space.id)
    // Not a parameter: the index is a partial one.
    .where('kind', '=', sql.lit('file'))
    .where('trash_root_id', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
  const { files, filesize } = await db
    .selectFrom(newest.select('size').limit(MAX_RECENT_FILES).as('newest'))
    .select(({ fn }) => [fn.countAll<number>().as('files'), fn.sum<number | null>('size').as('filesize')])
    .executeTakeFirstOrThrow()
  const count = Math.min(limit, MAX_RECENT_FILES - offset)
  const rows = count > 0 ? await newest.selectAll().limit(count).offset(offset).execute() : []
  return { rows, totals: { folders: 0, files: Number(files), filesize: filesize ?? 0 } }
}
