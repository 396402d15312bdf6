import type { ThumbnailSize } from '@holdall/api'
import { type Insertable, sql } from 'kysely'
import { recordFiles } from '../../infrastructure/db/recorded-changes.ts'
import type { BlobsTable, ThumbnailsTable } from '../../infrastructure/db/schema.ts'
import type { Db, Trx } from '../../infrastructure/db/transact.ts'

export type ThumbnailState = 'made' | 'failed' | 'none' | 'no-ffmpeg'

export interface Content {
  readonly id: string
  readonly size: number
  readonly created_at: number
  /** The detected type; null where no file has this content. */
  readonly mime: string | null
}

const contents = (db: Db) =>
  db
    .selectFrom('blobs')
    .where('thumbnail_state', 'is', null)
    .select((eb) => [
      'id',
      'size',
      'created_at',
      eb.selectFrom('entries').select('mime').whereRef('blob_id', '=', 'blobs.id').limit(1).as('mime'),
    ])

/** A content without thumbnails; undefined when they were tried, and when it was deleted. */
export const contentToRender = (db: Db, id: string): Promise<Content | undefined> =>
  contents(db).where('id', '=', id).executeTakeFirst()

/** Contents without thumbnails, the newest first, following `after`. */
export function contentsToRender(
  db: Db,
  limit: number,
  after?: Pick<Content, 'id' | 'created_at'>,
): Promise<Content[]> {
  return contents(db)
    .$if(after !== undefined, (q) =>
      q.where((eb) => eb(eb.refTuple('created_at', 'id'), '<', eb.tuple(after?.created_at ?? 0, after?.id ?? ''))),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** Notes the outcome; false when the content was deleted or has thumbnails by now. */
export async function setThumbnailState(trx: Trx, ids: readonly string[], state: ThumbnailState): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('blobs')
    .set({ thumbnail_state: state })
    .where('id', 'in', ids)
    .where('thumbnail_state', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

export interface NewThumbnail {
  readonly row: Insertable<ThumbnailsTable>
  readonly blob: Insertable<BlobsTable>
}

/** Folders that are named to the users who see them; copies of a file share its content. */
const MAX_NAMED_FOLDERS = 50

/** Lists that show a file with this content show its thumbnail from now on. */
async function recordShown(trx: Trx, contentIds: readonly string[]): Promise<void> {
  const rows = await trx
    .selectFrom('entries')
    .innerJoin('spaces', 'spaces.id', 'entries.space_id')
    .leftJoin('team_members', 'team_members.space_id', 'spaces.id')
    .select(['spaces.kind', 'spaces.owner_id', 'spaces.root_id', 'entries.parent_id', 'team_members.user_id'])
    .where('entries.blob_id', 'in', contentIds)
    .limit(MAX_NAMED_FOLDERS)
    .execute()
  for (const { kind, owner_id: ownerId, root_id: rootId, parent_id: id, user_id: memberId } of rows) {
    recordFiles(trx, ownerId, [kind === 'home' && id === rootId ? null : id])
    if (memberId !== null) recordFiles(trx, memberId, [id])
  }
}

export async function insertThumbnails(trx: Trx, thumbnails: readonly NewThumbnail[]): Promise<void> {
  await trx
    .insertInto('blobs')
    .values(thumbnails.map(({ blob }) => blob))
    .execute()
  await trx
    .insertInto('thumbnails')
    .values(thumbnails.map(({ row }) => row))
    .execute()
  await recordShown(
    trx,
    thumbnails.map(({ row }) => row.blob_id),
  )
}

/** Contents that had none because FFmpeg was not installed are tried again. */
export async function retryWithFfmpeg(trx: Trx): Promise<void> {
  await trx
    .updateTable('blobs')
    .set({ thumbnail_state: null })
    // Not a parameter: the index is a partial one.
    .where('thumbnail_state', '=', sql.lit('no-ffmpeg'))
    .execute()
}

/** The image of one size of a content. */
export function thumbnailOf(db: Db, blobId: string, size: ThumbnailSize) {
  return db
    .selectFrom('thumbnails')
    .innerJoin('blobs', 'blobs.id', 'thumbnails.thumbnail_blob_id')
    .select(['blobs.id', 'blobs.size', 'blobs.sha256', 'blobs.created_at'])
    .where('thumbnails.blob_id', '=', blobId)
    .where('thumbnails.size', '=', size)
    .executeTakeFirst()
}
