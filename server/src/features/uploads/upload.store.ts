import {
  type Expression,
  type ExpressionBuilder,
  type Selectable,
  type SelectQueryBuilder,
  sql,
  type SqlBool,
} from 'kysely'
import type { Database, UploadsTable } from '../../infrastructure/db/schema.ts'
import type { Db, Trx } from '../../infrastructure/db/transact.ts'
import type { EntryRow } from '../entries/space.store.ts'
import type { SenderIds } from './sending-link.ts'
import { insertGarbageFrom } from '../storage/garbage.store.ts'
import { discard, discardReserved, release } from '../storage/quota.store.ts'

export type UploadRow = Selectable<UploadsTable>
export type UploadKey = Pick<UploadRow, 'actor' | 'upload_id'>

/** As a literal: indexes are of these only. */
export const RECEIVING = sql.lit<UploadRow['status']>('receiving')

/** What an upload has become. */
export interface Uploaded {
  readonly entry: EntryRow
  /** The version of the file that has the content which it replaced; null where it replaced none. */
  readonly replacedVersion: number | null
  /** Ids of the folders of its path, outermost first; absent for an upload that was finished before. */
  readonly folderIds?: readonly string[]
}

/** Calls with the same key run one after the other. */
export const lockKeyOf = ({ actor, upload_id }: UploadKey): string => `upload ${actor} ${upload_id}`

/** The upload of this actor; another actor's with the same id is another upload. */
export function findUpload(db: Db, key: UploadKey): Promise<UploadRow | undefined> {
  return db
    .selectFrom('uploads')
    .selectAll()
    .where('actor', '=', key.actor)
    .where('upload_id', '=', key.upload_id)
    .executeTakeFirst()
}

export async function insertUpload(trx: Trx, upload: UploadRow): Promise<void> {
  await trx.insertInto('uploads').values(upload).execute()
}

/** Advances the offset, if it is still the one at which the chunk began. */
export async function advance(
  db: Db,
  upload: UploadRow,
  change: Pick<UploadRow, 'offset' | 'updated_at' | 'expires_at'>,
): Promise<boolean> {
  const result = await atOffset(db, upload).set(change).executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Whether the upload is still at this offset. It is locked first: a transaction that changes it ends before the answer. */
export async function isAtOffset(trx: Trx, upload: UploadRow): Promise<boolean> {
  const result = await atOffset(trx, upload)
    .set((eb) => ({ updated_at: eb.ref('updated_at') }))
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Marks the upload as done, if its offset is still the one at which the last chunk began. */
export async function close(
  trx: Trx,
  upload: UploadRow,
  { entry, replacedVersion }: Uploaded,
  now: number,
): Promise<boolean> {
  const result = await atOffset(trx, upload)
    .set({
      status: 'done',
      offset: entry.size,
      reserved: 0,
      entry_id: entry.id,
      replaced_version: replacedVersion,
      updated_at: now,
    })
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

export async function deleteUpload(db: Db, key: UploadKey): Promise<void> {
  await db.deleteFrom('uploads').where('actor', '=', key.actor).where('upload_id', '=', key.upload_id).execute()
}

/** Ends an upload that did not become a file: its quota is free at once, its bytes are garbage. */
export async function abandonUpload(trx: Trx, upload: UploadRow, now: number): Promise<void> {
  const gone = await trx
    .deleteFrom('uploads')
    .where('actor', '=', upload.actor)
    .where('upload_id', '=', upload.upload_id)
    .where('blob_id', '=', upload.blob_id)
    .where('status', '=', 'receiving')
    .returning('reserved')
    .executeTakeFirst()
  if (!gone) return
  await release(trx, upload.owner_id, { bytes: gone.reserved, items: 1 })
  // No more than the reserved bytes are on the disk.
  await discard(trx, { blob_id: upload.blob_id, owner_id: upload.owner_id, size: gone.reserved, collect_at: now })
}

/** Uploads that one account or link may have unfinished at the same time. */
export const MAX_OPEN_UPLOADS = 100

/**
 * Whether the upload holds its whole size from its beginning: only those into the own space do. Members and visitors hold
 * what has arrived, so that announcing sizes takes nobody's quota.
 */
export const holdsWholeSize = ({ size, creator_id, owner_id }: Pick<UploadRow, 'size' | 'creator_id' | 'owner_id'>) =>
  size !== null && creator_id === owner_id

/**
 * Whether an actor or a link may begin one more upload. `room`: bytes that the owner has free, null for no limit; the
 * unfinished uploads of a link may hold half of what would be free without them.
 */
export async function canBegin(
  trx: Trx,
  actor: string,
  link: SenderIds | undefined,
  room: number | null,
): Promise<boolean> {
  const { open, bytes } = await trx
    .selectFrom('uploads')
    .select(({ fn }) => [
      fn.countAll<number | string>().as('open'),
      fn.sum<number | string | null>('reserved').as('bytes'),
    ])
    .$if(link === undefined, (q) => q.where('actor', '=', actor))
    .$if(link?.share_id != null, (q) => q.where('share_id', '=', link!.share_id))
    .$if(link?.upload_request_id != null, (q) => q.where('upload_request_id', '=', link!.upload_request_id))
    .where('status', '=', 'receiving')
    .executeTakeFirstOrThrow()
  const isWithinShare = link === undefined || room === null || Number(bytes) <= room
  return Number(open) < MAX_OPEN_UPLOADS && isWithinShare
}

/** Ids of links, or a query for them. */
export type LinkIds = readonly string[] | SelectQueryBuilder<Database, 'ended_shares' | 'shares', { id: string }>

/** Ends the uploads of links by which visitors may not upload any more. */
export const abandonUploadsOfLinks = (trx: Trx, shareIds: LinkIds, now: number): Promise<void> =>
  abandonUploads(trx, (eb) => eb('share_id', 'in', shareIds), now)

/** Ends the uploads of an upload request that visitors may not use any more. */
export const abandonUploadsOfRequest = (trx: Trx, requestId: string, now: number): Promise<void> =>
  abandonUploads(trx, (eb) => eb('upload_request_id', '=', requestId), now)

/** Ends the unfinished uploads that a condition selects. */
export async function abandonUploads(
  trx: Trx,
  which: (eb: ExpressionBuilder<Database, 'uploads'>) => Expression<SqlBool>,
  now: number,
): Promise<void> {
  const open = trx.selectFrom('uploads').where(which).where('status', '=', RECEIVING)
  const reserved = await open
    .select(({ fn }) => [
      'owner_id',
      fn.sum<number | string>('reserved').as('bytes'),
      fn.countAll<number | string>().as('items'),
    ])
    .groupBy('owner_id')
    .execute()
  if (reserved.length === 0) return
  await insertGarbageFrom(trx, open.select(['blob_id', 'owner_id', 'reserved as size']), now)
  await trx.deleteFrom('uploads').where(which).where('status', '=', RECEIVING).execute()
  for (const { owner_id: ownerId, bytes, items } of reserved) {
    await discardReserved(trx, ownerId, { bytes: Number(bytes), items: Number(items) })
  }
}

/** In the order of their keys, following `after`. */
const following =
  (after: UploadKey | undefined) =>
  <O>(uploads: SelectQueryBuilder<Database, 'uploads', O>) =>
    uploads
      .$if(after !== undefined, (q) =>
        q.where((eb) =>
          eb(eb.refTuple('actor', 'upload_id'), '>', eb.tuple(after?.actor ?? '', after?.upload_id ?? '')),
        ),
      )
      .orderBy('actor')
      .orderBy('upload_id')

/** Unfinished uploads by links that have ended, are expired or suspended, or do not allow them. */
export function uploadsOfClosedLinks(db: Db, now: number, limit: number, after?: UploadKey): Promise<UploadRow[]> {
  return db
    .selectFrom('uploads')
    .selectAll()
    .where('share_id', 'is not', null)
    .where('status', '=', 'receiving')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('shares')
            .innerJoin('entries', 'entries.id', 'shares.entry_id')
            .select('shares.id')
            .where('entries.trash_root_id', 'is', null)
            .whereRef('shares.id', '=', 'uploads.share_id')
            .where('shares.permission', '=', 'editor')
            .where((eb) => eb.or([eb('shares.expires_at', 'is', null), eb('shares.expires_at', '>', now)])),
        ),
      ),
    )
    .$call(following(after))
    .limit(limit)
    .execute()
}

/** Unfinished uploads through requests that have ended, whose folder is in the trash, or whose owner may not upload. */
export function uploadsOfClosedRequests(db: Db, now: number, limit: number, after?: UploadKey): Promise<UploadRow[]> {
  return db
    .selectFrom('uploads')
    .selectAll()
    .where('upload_request_id', 'is not', null)
    .where('status', '=', 'receiving')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('upload_requests as r')
            .innerJoin('users', 'users.id', 'r.owner_id')
            .leftJoin('entries as root', 'root.id', 'r.root_id')
            .leftJoin('entries as parent', 'parent.id', 'r.parent_id')
            .select('r.id')
            .where('users.upload_restricted', '=', 0)
            .whereRef('r.id', '=', 'uploads.upload_request_id')
            .where('r.ended_at', 'is', null)
            .where((eb) => eb.or([eb('r.closes_at', 'is', null), eb('r.closes_at', '>', now)]))
            .where((eb) =>
              eb.or([
                eb.and([eb('root.id', 'is not', null), eb('root.trash_root_id', 'is', null)]),
                eb.and([
                  eb('root.id', 'is', null),
                  eb('parent.id', 'is not', null),
                  eb('parent.trash_root_id', 'is', null),
                ]),
              ]),
            ),
        ),
      ),
    )
    .$call(following(after))
    .limit(limit)
    .execute()
}

/** Records that the upload holds `bytes` more of its owner's quota, unless it has ended. */
export async function hold(trx: Trx, upload: UploadRow, bytes: number): Promise<boolean> {
  const result = await trx
    .updateTable('uploads')
    .set((eb) => ({ reserved: eb('reserved', '+', bytes) }))
    .where('actor', '=', upload.actor)
    .where('upload_id', '=', upload.upload_id)
    .where('blob_id', '=', upload.blob_id)
    .where('status', '=', 'receiving')
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Where an upload is among those that expire, which is the order of an index. */
type ExpiryKey = Pick<UploadRow, 'expires_at' | 'actor' | 'upload_id'>

const FIRST_KEY: ExpiryKey = { expires_at: 0, actor: '', upload_id: '' }

/** Expired uploads, the oldest first, following `after`. */
export function expired(db: Db, now: number, limit: number, after = FIRST_KEY): Promise<UploadRow[]> {
  return db
    .selectFrom('uploads')
    .selectAll()
    .where('expires_at', '<=', now)
    .where((eb) =>
      eb(
        eb.refTuple('expires_at', 'actor', 'upload_id'),
        '>',
        eb.tuple(after.expires_at, after.actor, after.upload_id),
      ),
    )
    .orderBy('expires_at')
    .orderBy('actor')
    .orderBy('upload_id')
    .limit(limit)
    .execute()
}

/** Adds to the uploaded bytes of a day. */
export async function countUploaded(trx: Trx, userId: string, day: string, bytes: number): Promise<void> {
  await trx
    .insertInto('traffic')
    .values({ user_id: userId, day, uploaded: bytes, downloaded: 0 })
    .onConflict((c) =>
      c.columns(['user_id', 'day']).doUpdateSet({ uploaded: sql`traffic.uploaded + excluded.uploaded` }),
    )
    .execute()
}

function atOffset(db: Db, upload: UploadRow) {
  return db
    .updateTable('uploads')
    .where('actor', '=', upload.actor)
    .where('upload_id', '=', upload.upload_id)
    .where('blob_id', '=', upload.blob_id)
    .where('status', '=', 'receiving')
    .where('offset', '=', upload.offset)
}
