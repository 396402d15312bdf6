import type { DataExportReason } from '@holdall/api'
import type { Insertable, Selectable } from 'kysely'
import type { BlobsTable } from '../../infrastructure/db/content-tables.ts'
import type { DataExportsTable } from '../../infrastructure/db/data-export-tables.ts'
import type { Db, Trx } from '../../infrastructure/db/transact.ts'
import { insertBlob, insertGarbage } from '../storage/garbage.store.ts'

export type DataExportRow = Selectable<DataExportsTable>

/** The copy of a user, if there is one. */
export const findExportOf = (db: Db, userId: string) =>
  db.selectFrom('data_exports').selectAll().where('user_id', '=', userId).executeTakeFirst()

export const findExport = (db: Db, id: string) =>
  db.selectFrom('data_exports').selectAll().where('id', '=', id).executeTakeFirst()

/** The zip of a user, where it is ready and has not expired. */
export const findReadyBlob = (db: Db, userId: string, nowMs: number) =>
  db
    .selectFrom('data_exports')
    .innerJoin('blobs', 'blobs.id', 'data_exports.blob_id')
    .select(['blobs.id', 'blobs.size', 'blobs.sha256', 'blobs.created_at'])
    .where('data_exports.user_id', '=', userId)
    .where('data_exports.status', '=', 'ready')
    .where('data_exports.expires_at', '>', nowMs)
    .executeTakeFirst()

/** Of no owner, because copies count against no quota; at once, because backups do not contain them. */
async function discard(trx: Trx, blobId: string | null, nowMs: number): Promise<void> {
  if (blobId !== null) await insertGarbage(trx, [{ blob_id: blobId, collect_at: nowMs }])
}

/** Deletes the copy of a user, also one that is being made: what makes it notices that. */
export async function deleteExportOf(trx: Trx, userId: string, nowMs: number): Promise<void> {
  const rows = await trx.deleteFrom('data_exports').where('user_id', '=', userId).returning('blob_id').execute()
  for (const { blob_id } of rows) await discard(trx, blob_id, nowMs)
}

export async function insertExport(trx: Trx, userId: string, id: string, nowMs: number): Promise<void> {
  const times = { created_at: nowMs, updated_at: nowMs, finished_at: null, expires_at: null }
  await trx
    .insertInto('data_exports')
    .values({ user_id: userId, id, status: 'queued', reason: null, blob_id: null, size: null, ...times })
    .execute()
}

/** Begins it, or begins it again: what was written before is discarded. Returns false where it is not wanted any more. */
export async function beginExport(
  trx: Trx,
  { id, blob_id, attempts }: DataExportRow,
  next: { readonly blobId: string; readonly total: number; readonly nowMs: number },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('data_exports')
    .set({
      status: 'working',
      attempts: attempts + 1,
      blob_id: next.blobId,
      processed: 0,
      total: next.total,
      updated_at: next.nowMs,
    })
    .where('id', '=', id)
    .where('status', 'in', ['queued', 'working'])
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) return false
  await discard(trx, blob_id, next.nowMs)
  return true
}

/** Stores how far it is. Returns false where it is not wanted any more. */
export async function touchExport(trx: Trx, id: string, processed: number, nowMs: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('data_exports')
    .set({ processed, updated_at: nowMs })
    .where('id', '=', id)
    .where('status', '=', 'working')
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Commits a copy that was written. Returns false where it is not wanted any more. */
export async function finishExport(
  trx: Trx,
  id: string,
  blob: Insertable<BlobsTable> & { readonly id: string },
  end: { readonly missing: number; readonly nowMs: number; readonly expiresAt: number },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('data_exports')
    .set(({ ref }) => ({
      status: 'ready',
      size: blob.size,
      missing: end.missing,
      processed: ref('total'),
      finished_at: end.nowMs,
      updated_at: end.nowMs,
      expires_at: end.expiresAt,
    }))
    .where('id', '=', id)
    .where('status', '=', 'working')
    .where('blob_id', '=', blob.id)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) return false
  await insertBlob(trx, blob)
  return true
}

/** Ends one that cannot be made. Returns false where it is not wanted any more. */
export async function failExport(trx: Trx, id: string, reason: DataExportReason, nowMs: number): Promise<boolean> {
  const row = await findExport(trx, id)
  if (row?.status !== 'queued' && row?.status !== 'working') return false
  await trx
    .updateTable('data_exports')
    .set({ status: 'failed', reason, blob_id: null, finished_at: nowMs, updated_at: nowMs })
    .where('id', '=', id)
    .execute()
  await discard(trx, row.blob_id, nowMs)
  return true
}

/** Those that nothing was heard of since `beforeMs`. */
export const lostExports = (db: Db, beforeMs: number) =>
  db
    .selectFrom('data_exports')
    .select('id')
    .where('status', 'in', ['queued', 'working'])
    .where('updated_at', '<', beforeMs)
    .limit(100)
    .execute()

/** Notes that one of them is begun again. */
export const postponeExport = (trx: Trx, id: string, nowMs: number) =>
  trx.updateTable('data_exports').set({ updated_at: nowMs }).where('id', '=', id).execute()

/** Removes the bytes of copies that have expired, and everything of users that were deleted. */
export async function discardExpired(trx: Trx, nowMs: number): Promise<void> {
  const expired = await trx
    .selectFrom('data_exports')
    .select(['id', 'blob_id'])
    .where('status', '=', 'ready')
    .where('expires_at', '<=', nowMs)
    .limit(100)
    .execute()
  for (const { id, blob_id } of expired) {
    await trx.updateTable('data_exports').set({ status: 'expired', blob_id: null }).where('id', '=', id).execute()
    await discard(trx, blob_id, nowMs)
  }
  const orphaned = await trx
    .selectFrom('data_exports')
    .leftJoin('users', (join) => join.onRef('users.id', '=', 'data_exports.user_id').on('users.deleted_at', 'is', null))
    .select('data_exports.user_id')
    .where('users.id', 'is', null)
    .limit(100)
    .execute()
  for (const { user_id } of orphaned) await deleteExportOf(trx, user_id, nowMs)
}
