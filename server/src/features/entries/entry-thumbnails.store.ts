import { canHaveThumbnail, type ThumbnailSize } from '@holdall/api'
import type { Db } from '../../infrastructure/db/transact.ts'
import type { EntryRow } from './space.store.ts'

/** The sizes in which thumbnails of these files exist, by the id of their content. */
export async function thumbnailSizesOf(
  db: Db,
  rows: readonly EntryRow[],
): Promise<ReadonlyMap<string, ReadonlySet<ThumbnailSize>>> {
  const found = new Map<string, Set<ThumbnailSize>>()
  const ids = rows.flatMap(({ blob_id: id, mime }) => (id !== null && canHaveThumbnail(mime) ? [id] : []))
  if (ids.length === 0) return found
  const thumbnails = await db.selectFrom('thumbnails').select(['blob_id', 'size']).where('blob_id', 'in', ids).execute()
  for (const { blob_id: id, size } of thumbnails) found.set(id, (found.get(id) ?? new Set()).add(size))
  return found
}
