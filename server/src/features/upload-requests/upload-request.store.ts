import type { UploadRequestEnd } from '@holdall/api'
import { type Selectable, sql } from 'kysely'
import { restrictionColumns } from '../../access/restriction.store.ts'
import { recordUploadRequests } from '../../infrastructure/db/recorded-changes.ts'
import type { UploadRequestsTable } from '../../infrastructure/db/upload-request-tables.ts'
import type { Db, Trx } from '../../infrastructure/db/transact.ts'
import type { Picked } from '../entries/selection.store.ts'

export type UploadRequestRow = Selectable<UploadRequestsTable>

/** A request with what its state depends on. */
export type FoundRequest = Awaited<ReturnType<typeof findRequest>> & object

const withFolders = (db: Db) =>
  db
    .selectFrom('upload_requests as r')
    .leftJoin('entries as root', 'root.id', 'r.root_id')
    .leftJoin('entries as parent', 'parent.id', 'r.parent_id')
    .selectAll('r')
    .select([
      'root.id as live_root_id',
      'root.space_id as root_space_id',
      'root.trash_root_id as root_trash_id',
      'parent.space_id as parent_space_id',
      'parent.trash_root_id as parent_trash_id',
      'parent.kind as parent_kind',
      'parent.name as parent_name',
    ])

export const findRequest = (db: Db, id: string) => withFolders(db).where('r.id', '=', id).executeTakeFirst()

/** The request with this token, if it is this owner's. */
export const ownRequest = (db: Db, ownerId: string, token: string): Promise<FoundRequest | undefined> =>
  withFolders(db).where('r.token', '=', token).where('r.owner_id', '=', ownerId).executeTakeFirst()

/** A request with what decides whether visitors may use it. */
export const findRequestOfVisitor = (db: Db, token: string) =>
  withFolders(db)
    .innerJoin('users', 'users.id', 'r.owner_id')
    .select(['users.deleted_at', 'users.deletes_at', ...restrictionColumns])
    .where('r.token', '=', token)
    .executeTakeFirst()

/** A page of an owner's requests, the newest first, and how many there are. */
export async function pageOfRequests(
  db: Db,
  ownerId: string,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<{ readonly rows: FoundRequest[]; readonly total: number }> {
  const rows = await withFolders(db)
    .where('r.owner_id', '=', ownerId)
    .orderBy('r.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  const { total } = await db
    .selectFrom('upload_requests')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow()
  return { rows, total: Number(total) }
}

/** How many of an owner's requests are open, without the one with this id. */
export async function countOpen(trx: Trx, ownerId: string, now: number, besides = ''): Promise<number> {
  const { n } = await trx
    .selectFrom('upload_requests')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('owner_id', '=', ownerId)
    .where('ended_at', 'is', null)
    .where((eb) => eb.or([eb('closes_at', 'is', null), eb('closes_at', '>', now)]))
    .where('id', '!=', besides)
    .executeTakeFirstOrThrow()
  return Number(n)
}

export async function insertRequest(trx: Trx, row: UploadRequestRow): Promise<void> {
  recordUploadRequests(trx, row.owner_id)
  await trx.insertInto('upload_requests').values(row).execute()
}

/** Notes that visitors are uploading: the request stays open until `closesAt`. */
export async function keepOpen(
  trx: Trx,
  { id, owner_id: ownerId }: UploadRequestRow,
  { closesAt, now }: { readonly closesAt: number; readonly now: number },
): Promise<void> {
  recordUploadRequests(trx, ownerId)
  await trx
    .updateTable('upload_requests')
    .set({ closes_at: closesAt, updated_at: now })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute()
}

/** Notes that something came through a request: from now on it is being filled. `end`: where that moves its end. */
export async function noteReceived(
  trx: Trx,
  { id, owner_id: ownerId }: UploadRequestRow,
  {
    files,
    end,
    now,
  }: { readonly files: number; readonly end: Partial<Pick<UploadRequestRow, 'closes_at'>>; readonly now: number },
): Promise<void> {
  recordUploadRequests(trx, ownerId)
  await trx
    .updateTable('upload_requests')
    .set((eb) => ({
      status: 'filling',
      ...end,
      files_received: eb('files_received', '+', files),
      ...(files > 0 && { last_upload_at: now }),
      updated_at: now,
    }))
    .where('id', '=', id)
    .execute()
}

/** Changes when an open request closes. */
export async function setEnd(
  trx: Trx,
  { id, owner_id: ownerId }: UploadRequestRow,
  end: Pick<UploadRequestRow, 'closes_at' | 'closes_when_idle' | 'updated_at'>,
): Promise<void> {
  recordUploadRequests(trx, ownerId)
  await trx.updateTable('upload_requests').set(end).where('id', '=', id).where('ended_at', 'is', null).execute()
}

/** Ends a request; false where it has ended before. */
export async function setEnded(
  trx: Trx,
  { id, owner_id: ownerId }: UploadRequestRow,
  { endedBy, now }: { readonly endedBy: UploadRequestEnd; readonly now: number },
): Promise<boolean> {
  recordUploadRequests(trx, ownerId)
  const { numUpdatedRows } = await trx
    .updateTable('upload_requests')
    .set({ status: endedBy === 'unused' ? 'expired' : 'filled', ended_at: now, ended_by: endedBy, updated_at: now })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Opens a request again, or for longer. */
export async function setRenewed(
  trx: Trx,
  { id, owner_id: ownerId }: UploadRequestRow,
  change: Pick<UploadRequestRow, 'status' | 'closes_at' | 'closes_when_idle' | 'root_id' | 'parent_id' | 'updated_at'>,
): Promise<void> {
  recordUploadRequests(trx, ownerId)
  await trx
    .updateTable('upload_requests')
    .set({ ...change, ended_at: null, ended_by: null })
    .where('id', '=', id)
    .execute()
}

/** Requests that are due to end, after `afterId`: their time is over, or their folder was deleted for good. */
export async function dueRequests(db: Db, now: number, limit: number, afterId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('upload_requests as r')
    .select('r.id')
    .where('r.ended_at', 'is', null)
    .where('r.id', '>', afterId)
    .where((eb) =>
      eb.or([
        eb('r.closes_at', '<=', now),
        eb.and([
          eb.not(eb.exists(eb.selectFrom('entries').select('id').whereRef('entries.id', '=', 'r.root_id'))),
          eb.or([eb('r.status', '=', 'filling'), eb('r.parent_id', 'is', null)]),
        ]),
      ]),
    )
    .orderBy('r.id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Deletes requests that have ended before. What came through them stays. */
export async function deleteEndedRequests(trx: Trx, until: number): Promise<void> {
  const owners = await trx
    .selectFrom('upload_requests')
    .select('owner_id')
    .distinct()
    .where('ended_at', 'is not', null)
    .where('ended_at', '<=', until)
    .execute()
  if (owners.length === 0) return
  for (const { owner_id: ownerId } of owners) recordUploadRequests(trx, ownerId)
  await trx.deleteFrom('upload_requests').where('ended_at', 'is not', null).where('ended_at', '<=', until).execute()
}

/** Whether a live entry below the selected ones did not come through the request. */
export async function hasOthersBelow(trx: Trx, which: Picked, requestId: string): Promise<boolean> {
  const except = 'ids' in which || which.except.size === 0 ? sql`` : sql`and id not in (${sql.join([...which.except])})`
  const selected =
    'ids' in which
      ? sql`id in (${sql.join(which.ids)})`
      : sql`parent_id = ${which.parentId} and upload_request_id = ${requestId} ${except}`
  const { rows } = await sql`
    with recursive below(id, request_id) as (
      select id, upload_request_id from entries where ${selected} and trash_root_id is null
      union
      select e.id, e.upload_request_id from entries e join below on e.parent_id = below.id
      where e.trash_root_id is null and below.request_id = ${requestId}
    )
    select id from below where request_id is distinct from ${requestId} limit 1`.execute(trx)
  return rows.length > 0
}

export const ownerOfRequest = (db: Db, ownerId: string) =>
  db.selectFrom('users').select(['id', 'name', 'color']).where('id', '=', ownerId).executeTakeFirst()
