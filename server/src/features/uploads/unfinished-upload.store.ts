import { MAX_LISTED_UPLOADS } from '@holdall/api'
import { sql } from 'kysely'
import { recordUser } from '../../infrastructure/db/recorded-changes.ts'
import type { Db, Trx } from '../../infrastructure/db/transact.ts'
import { refuse } from '../../infrastructure/errors/refusal.ts'
import type { UploadRequest } from './parse-upload-request.ts'
import { abandonUploads, RECEIVING, type UploadKey, type UploadRow } from './upload.store.ts'

/** By anyone, into the files of an owner. */
const openOf = (db: Db, ownerId: string) =>
  db.selectFrom('uploads').where('uploads.owner_id', '=', ownerId).where('uploads.status', '=', RECEIVING)

export type FoundUpload = Awaited<ReturnType<typeof pageOfUnfinished>>['rows'][number]

/** A page of the unfinished uploads that take the quota of an owner, the newest first. */
export async function pageOfUnfinished(
  db: Db,
  ownerId: string,
  { offset, limit }: { readonly offset: number; readonly limit: number },
) {
  const rows = await openOf(db, ownerId)
    .leftJoin('entries as parent', (join) =>
      join.onRef('parent.id', '=', 'uploads.parent_id').on('parent.owner_id', '=', ownerId),
    )
    .leftJoin('users as sender', 'sender.id', 'uploads.creator_id')
    .leftJoin('shares', 'shares.id', 'uploads.share_id')
    .leftJoin('entries as shared', 'shared.id', 'shares.entry_id')
    .leftJoin('upload_requests as request', 'request.id', 'uploads.upload_request_id')
    .selectAll('uploads')
    .select([
      'parent.name as parent_name',
      'parent.trash_root_id as parent_trash_root_id',
      'sender.name as sender_name',
      'shared.name as shared_name',
      'request.name as request_name',
    ])
    .orderBy('uploads.id', 'desc')
    .limit(Math.min(limit, Math.max(0, MAX_LISTED_UPLOADS - offset)))
    .offset(Math.min(offset, MAX_LISTED_UPLOADS))
    .execute()
  const listed = openOf(db, ownerId).select('uploads.id').limit(MAX_LISTED_UPLOADS)
  const { total } = await db
    .selectFrom(listed.as('listed'))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { rows, total: Number(total) }
}

/** Unfinished uploads of an owner, the oldest first, at most `limit`: one by its id, or all up to the id `until`. */
export const unfinishedOf = (
  db: Db,
  ownerId: string,
  { id, until, limit }: { readonly id?: string; readonly until?: string; readonly limit: number },
): Promise<UploadRow[]> =>
  openOf(db, ownerId)
    .selectAll()
    .$if(id !== undefined, (q) => q.where('uploads.id', '=', id ?? ''))
    .$if(until !== undefined, (q) => q.where('uploads.id', '<=', until ?? ''))
    .orderBy('uploads.id')
    .limit(limit)
    .execute()

/** The newest unfinished upload of an owner. */
export async function newestUnfinished(db: Db, ownerId: string): Promise<string | null> {
  const row = await openOf(db, ownerId).select('uploads.id').orderBy('uploads.id', 'desc').limit(1).executeTakeFirst()
  return row?.id ?? null
}

/** Ends unfinished uploads of an owner, and keeps their keys, so that their uploaders learn of it. */
export async function endUploadsOf(trx: Trx, ownerId: string, ids: readonly string[], now: number): Promise<void> {
  recordUser(trx, ownerId)
  const keys = openOf(trx, ownerId)
    .select(['actor', 'upload_id', 'owner_id', sql<number>`cast(${now} as bigint)`.as('ended_at')])
    .where('uploads.id', 'in', ids)
  await trx
    .insertInto('ended_uploads')
    .columns(['actor', 'upload_id', 'owner_id', 'ended_at'])
    .expression(keys)
    .onConflict((c) => c.columns(['actor', 'upload_id']).doUpdateSet({ ended_at: now }))
    .execute()
  await abandonUploads(trx, (eb) => eb.and([eb('owner_id', '=', ownerId), eb('id', 'in', ids)]), now)
}

/**
 * Throws `upload-ended` where the owner of the folder has ended this upload. A request without an offset may also be the
 * first one of another attempt: it is refused once.
 */
export async function refuseEnded(db: Db, key: UploadKey, form: UploadRequest['form']): Promise<void> {
  const found = await db
    .selectFrom('ended_uploads')
    .select('ended_at')
    .where('actor', '=', key.actor)
    .where('upload_id', '=', key.upload_id)
    .executeTakeFirst()
  if (!found) return
  if (form !== 'offset') {
    await db.deleteFrom('ended_uploads').where('actor', '=', key.actor).where('upload_id', '=', key.upload_id).execute()
  }
  throw refuse('upload-ended')
}

/** Deletes the keys of uploads that were ended before `before`. */
export async function deleteEndedBefore(db: Db, before: number): Promise<void> {
  await db.deleteFrom('ended_uploads').where('ended_at', '<', before).execute()
}
