import type { ThumbnailSize } from '@holdall/api'
import { type Insertable, sql } from 'kysely'
import { MAX_CHANGED_IDS, recordAllFiles, recordFiles } from '../../infrastructure/db/recorded-changes.ts'
import type { BlobsTable } from '../../infrastructure/db/content-tables.ts'
import type { ThumbnailsTable } from '../../infrastructure/db/thumbnail-tables.ts'
import type { Db, Trx } from '../../infrastructure/db/transact.ts'

export type ThumbnailState = 'made' | 'failed' | 'none' | 'no-ffmpeg'

export interface Content {
  readonly id: string
  readonly size: number
  readonly sha256: string
  readonly created_at: number
  /** The detected type; null where no file has this content. */
  readonly mime: string | null
}

/** A content of before, with the owner of a file that has it. */
export interface EarlierContent extends Content {
  readonly owner_id: string | null
}

const contents = (db: Db) =>
  db
    .selectFrom('blobs')
    .where('thumbnail_state', 'is', null)
    .select((eb) => [
      'id',
      'size',
      'sha256',
      'created_at',
      eb.selectFrom('entries').select('mime').whereRef('blob_id', '=', 'blobs.id').limit(1).as('mime'),
    ])

/** A content without thumbnails; undefined when they were tried, and when it was deleted. */
export const contentToRender = (db: Db, id: string): Promise<Content | undefined> =>
  contents(db).where('id', '=', id).executeTakeFirst()

/** Contents without thumbnails that are not scheduled, the newest first, following `after`. */
export function contentsToRender(
  db: Db,
  limit: number,
  after?: Pick<Content, 'id' | 'created_at'>,
): Promise<EarlierContent[]> {
  return contents(db)
    .select((eb) =>
      eb.selectFrom('entries').select('owner_id').whereRef('blob_id', '=', 'blobs.id').limit(1).as('owner_id'),
    )
    .where('id', 'not in', (eb) => eb.selectFrom('thumbnail_queue').select('blob_id'))
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

/** Files with one content, copies of each other, whose folders are named to the users who see them. */
const MAX_NAMED_FILES = MAX_CHANGED_IDS
/** Files among which more users are looked for: those are told that any list may have changed. */
const MAX_SEARCHED_FILES = 1000

/**
 * Lists that show a file with this content show its thumbnail from now on. Copies beyond the first 1,000 show it when
 * their list is next opened.
 */
async function recordShown(trx: Trx, contentIds: readonly string[]): Promise<void> {
  const files = await trx
    .selectFrom('entries')
    .select(['space_id', 'parent_id'])
    .where('blob_id', 'in', contentIds)
    .limit(MAX_SEARCHED_FILES)
    .execute()
  const spaceIds = [...new Set(files.map((file) => file.space_id))]
  if (spaceIds.length === 0) return
  const spaces = await trx
    .selectFrom('spaces')
    .select(['id', 'kind', 'owner_id', 'root_id'])
    .where('id', 'in', spaceIds)
    .execute()
  const members = await trx
    .selectFrom('team_members')
    .select(['space_id', 'user_id'])
    .where('space_id', 'in', spaceIds)
    .execute()
  for (const { id: spaceId, kind, owner_id: ownerId, root_id: rootId } of spaces) {
    const memberIds = members.filter((member) => member.space_id === spaceId).map((member) => member.user_id)
    if (files.length > MAX_NAMED_FILES) {
      for (const userId of [ownerId, ...memberIds]) recordAllFiles(trx, userId)
      continue
    }
    const folderIds = files.filter((file) => file.space_id === spaceId).map((file) => file.parent_id)
    recordFiles(
      trx,
      ownerId,
      folderIds.map((id) => (kind === 'home' && id === rootId ? null : id)),
    )
    for (const userId of memberIds) recordFiles(trx, userId, folderIds)
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
