import type { ExpressionBuilder, Selectable } from 'kysely'
import type { Database, RemoteFilesTable, RemoteUploadsTable } from '../../infrastructure/db/schema.ts'
import type { Db, Trx } from '../../infrastructure/db/transact.ts'
import type { LinkIds } from '../uploads/upload.store.ts'

export type RemoteUploadRow = Selectable<RemoteUploadsTable>
export type RemoteFileRow = Selectable<RemoteFilesTable>
export type RemoteFileKey = Pick<RemoteFileRow, 'remote_upload_id' | 'position'>

/** A remote upload with its files, in their order. */
export interface RemoteUploadWithFiles {
  readonly row: RemoteUploadRow
  readonly files: readonly RemoteFileRow[]
}

/** A user's own, or those of the visitors of a user's links: neither waits for the other. */
export interface RemoteUploadQueue {
  readonly userId: string
  readonly isByLink: boolean
}

export const queueOf = ({ user_id: userId, share_id: shareId }: RemoteUploadRow): RemoteUploadQueue => ({
  userId,
  isByLink: shareId !== null,
})

const isIn =
  ({ userId, isByLink }: RemoteUploadQueue) =>
  (eb: ExpressionBuilder<Database, 'remote_uploads'>) =>
    eb.and([eb('user_id', '=', userId), eb('share_id', isByLink ? 'is not' : 'is', null)])

export type NewRemoteUpload = Pick<
  RemoteUploadRow,
  'id' | 'user_id' | 'creator_id' | 'share_id' | 'visitor_id' | 'space_id' | 'parent_id' | 'status'
> & { readonly urls: readonly string[]; readonly now: number }

export async function insertRemoteUpload(trx: Trx, { urls, now, ...row }: NewRemoteUpload): Promise<void> {
  await trx
    .insertInto('remote_uploads')
    .values({ ...row, created_at: now, updated_at: now, finished_at: null })
    .execute()
  await trx
    .insertInto('remote_files')
    .values(
      urls.map((url, position) => ({
        remote_upload_id: row.id,
        position,
        url,
        status: 'waiting' as const,
        reason: null,
        http_status: null,
        name: null,
        size: null,
        entry_id: null,
      })),
    )
    .execute()
}

export function findRemoteUpload(db: Db, id: string): Promise<RemoteUploadRow | undefined> {
  return db.selectFrom('remote_uploads').selectAll().where('id', '=', id).executeTakeFirst()
}

export function filesOfRemoteUpload(db: Db, id: string): Promise<RemoteFileRow[]> {
  return db.selectFrom('remote_files').selectAll().where('remote_upload_id', '=', id).orderBy('position').execute()
}

/** A user's own, the newest first. */
export async function remoteUploadsOf(db: Db, userId: string): Promise<RemoteUploadWithFiles[]> {
  const rows = await db
    .selectFrom('remote_uploads')
    .selectAll()
    .where(isIn({ userId, isByLink: false }))
    .orderBy('id', 'desc')
    .execute()
  return withFiles(db, rows)
}

/** The browser of a visitor of a link. */
export interface LinkVisitor {
  readonly shareId: string
  readonly visitorId: string
}

/** Those that one browser has started by a link, the newest first. */
export async function remoteUploadsOfVisitor(
  db: Db,
  { shareId, visitorId }: LinkVisitor,
): Promise<RemoteUploadWithFiles[]> {
  const rows = await db
    .selectFrom('remote_uploads')
    .selectAll()
    .where('share_id', '=', shareId)
    .where('visitor_id', '=', visitorId)
    .orderBy('id', 'desc')
    .execute()
  return withFiles(db, rows)
}

async function withFiles(db: Db, rows: readonly RemoteUploadRow[]): Promise<RemoteUploadWithFiles[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const files = await db
    .selectFrom('remote_files')
    .selectAll()
    .where('remote_upload_id', 'in', ids)
    .orderBy('position')
    .execute()
  return rows.map((row) => ({ row, files: files.filter((file) => file.remote_upload_id === row.id) }))
}

/** Those that wait or run. */
export const unfinishedIn = (trx: Trx, queue: RemoteUploadQueue) =>
  trx
    .selectFrom('remote_uploads')
    .select(['share_id', 'visitor_id'])
    .where(isIn(queue))
    .where('status', '<>', 'finished')
    .execute()

/** Deletes the finished ones but the newest `kept`. */
export async function deleteOldFinished(trx: Trx, queue: RemoteUploadQueue, kept: number): Promise<void> {
  await trx
    .deleteFrom('remote_uploads')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('remote_uploads')
        .select('id')
        .where(isIn(queue))
        .where('status', '=', 'finished')
        .orderBy('id', 'desc')
        // SQLite has no offset without a limit.
        .limit(1000)
        .offset(kept),
    )
    .execute()
}

export async function deleteFinishedBefore(trx: Trx, before: number): Promise<void> {
  await trx.deleteFrom('remote_uploads').where('status', '=', 'finished').where('updated_at', '<', before).execute()
}

export async function deleteRemoteUpload(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('remote_uploads').where('id', '=', id).execute()
}

/** Running ones of which nothing was heard since `before`: their job was lost. */
export function staleRunning(db: Db, before: number): Promise<{ readonly id: string }[]> {
  return db
    .selectFrom('remote_uploads')
    .select('id')
    .where('status', '=', 'running')
    .where('updated_at', '<', before)
    .execute()
}

/** Keeps it from being taken for lost again at once. */
export async function postpone(trx: Trx, id: string, now: number): Promise<void> {
  await trx.updateTable('remote_uploads').set({ updated_at: now }).where('id', '=', id).execute()
}

/** Marks the one that has waited longest as running, and returns its id. */
export async function startNext(trx: Trx, queue: RemoteUploadQueue, now: number): Promise<string | undefined> {
  const next = await trx
    .selectFrom('remote_uploads')
    .select('id')
    .where(isIn(queue))
    .where('status', '=', 'waiting')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (!next) return undefined
  await trx
    .updateTable('remote_uploads')
    .set({ status: 'running', updated_at: now })
    .where('id', '=', next.id)
    .execute()
  return next.id
}

/** Ends it, with the files that were not begun; false when it had ended before. */
export async function finish(trx: Trx, id: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('remote_uploads')
    .set({ status: 'finished', updated_at: now, finished_at: now })
    .where('id', '=', id)
    .where('status', '<>', 'finished')
    .executeTakeFirst()
  await trx
    .updateTable('remote_files')
    .set({ status: 'canceled' })
    .where('remote_upload_id', '=', id)
    .where('status', 'in', ['waiting', 'receiving'])
    .execute()
  return numUpdatedRows === 1n
}

export async function markCanceled(trx: Trx, id: string, now: number): Promise<void> {
  await trx.updateTable('remote_uploads').set({ is_canceled: 1, updated_at: now }).where('id', '=', id).execute()
}

/** Ends those of visitors of links that have ended, or do not allow them any more. A running one notices within seconds. */
export async function endRemoteUploadsOfLinks(trx: Trx, shareIds: LinkIds, now: number): Promise<void> {
  await trx
    .updateTable('remote_uploads')
    .set({ is_canceled: 1, updated_at: now })
    .where('share_id', 'in', shareIds)
    .where('status', '=', 'running')
    .execute()
  await trx.deleteFrom('remote_uploads').where('share_id', 'in', shareIds).where('status', '<>', 'running').execute()
}

/** Records that it is still running; false once it was canceled, deleted or has finished. */
export async function touch(trx: Trx, id: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('remote_uploads')
    .set({ updated_at: now })
    .where('id', '=', id)
    .where('status', '=', 'running')
    .where('is_canceled', '=', 0)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

type FileChange = Partial<
  Pick<RemoteFileRow, 'status' | 'attempts' | 'reason' | 'http_status' | 'name' | 'size' | 'received' | 'entry_id'>
>

export async function updateFile(trx: Trx, { remote_upload_id, position }: RemoteFileKey, change: FileChange) {
  await trx
    .updateTable('remote_files')
    .set(change)
    .where('remote_upload_id', '=', remote_upload_id)
    .where('position', '=', position)
    .execute()
}
