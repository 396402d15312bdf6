import { type Insertable, type Selectable, type SelectQueryBuilder, sql } from 'kysely'
import type { BlobsTable, GarbageTable } from '../../infrastructure/db/content-tables.ts'
import type { Database } from '../../infrastructure/db/schema.ts'
import type { Db, Trx } from '../../infrastructure/db/transact.ts'

/** How long the bytes of a deleted file stay at least, so that a snapshot of the database finds its blobs. */
export const GARBAGE_DELAY_MS = 24 * 60 * 60 * 1000

export async function insertBlob(trx: Trx, blob: Insertable<BlobsTable>): Promise<void> {
  await trx.insertInto('blobs').values(blob).execute()
}

/**
 * Records contents that nothing refers to any more, and returns what has not been recorded before: the caller counts it
 * for their owner.
 */
export async function insertGarbage(
  db: Db,
  rows: readonly Insertable<GarbageTable>[],
): Promise<{ readonly bytes: number; readonly items: number }> {
  if (rows.length === 0) return { bytes: 0, items: 0 }
  const inserted = await db
    .insertInto('garbage')
    .values(rows)
    .onConflict((c) => c.doNothing())
    .returning('size')
    .execute()
  return { bytes: inserted.reduce((sum, { size }) => sum + size, 0), items: inserted.length }
}

/** The same for what a query finds. */
export async function insertGarbageFrom(
  trx: Trx,
  found: SelectQueryBuilder<
    Database,
    'uploads',
    Pick<Selectable<GarbageTable>, 'blob_id'> & { owner_id: string; size: number }
  >,
  collectAt: number,
): Promise<void> {
  await trx
    .insertInto('garbage')
    .columns(['blob_id', 'owner_id', 'size', 'collect_at'])
    .expression(found.select(sql<number>`cast(${collectAt} as bigint)`.as('collect_at')))
    .onConflict((c) => c.doNothing())
    .execute()
}

/**
 * Deletes the rows of a blob and of its thumbnails unless something refers to it, and returns the ids of all of them.
 * Without the row, nothing can refer to the blob any more.
 */
export async function deleteUnusedBlob(trx: Trx, id: string): Promise<readonly string[]> {
  if ((await referencedBlobs(trx, [id])).size > 0) return []
  const thumbnails = await trx
    .deleteFrom('thumbnails')
    .where('blob_id', '=', id)
    .returning('thumbnail_blob_id as id')
    .execute()
  const ids = [id, ...thumbnails.map((thumbnail) => thumbnail.id)]
  await trx.deleteFrom('blobs').where('id', 'in', ids).execute()
  return ids
}

/** Those of the blobs that are the content of an entry or of a version. */
export async function referencedBlobs(trx: Trx, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await trx
    .selectFrom('blobs')
    .select('id')
    .where('id', 'in', ids)
    .where((eb) =>
      eb.or([
        eb.exists(eb.selectFrom('entries').select('entries.id').whereRef('entries.blob_id', '=', 'blobs.id')),
        eb.exists(eb.selectFrom('file_versions').select('version').whereRef('file_versions.blob_id', '=', 'blobs.id')),
      ]),
    )
    .execute()
  return new Set(rows.map((row) => row.id))
}

interface DueGarbage {
  readonly collect_at: number
  readonly blob_id: string
}

/** Garbage that is due, in a fixed order, following `after`. */
export function dueGarbage(db: Db, now: number, limit: number, after?: DueGarbage): Promise<DueGarbage[]> {
  return db
    .selectFrom('garbage')
    .select(['collect_at', 'blob_id'])
    .where('collect_at', '<=', now)
    .$if(after !== undefined, (q) =>
      q.where((eb) =>
        eb(eb.refTuple('collect_at', 'blob_id'), '>', eb.tuple(after?.collect_at ?? 0, after?.blob_id ?? '')),
      ),
    )
    .orderBy('collect_at')
    .orderBy('blob_id')
    .limit(limit)
    .execute()
}

/** Those of the blobs that a row refers to. */
export async function knownBlobs(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const known = await db
    .selectFrom('blobs')
    .select('id')
    .where('id', 'in', ids)
    .union(db.selectFrom('uploads').select('blob_id as id').where('blob_id', 'in', ids))
    .union(db.selectFrom('garbage').select('blob_id as id').where('blob_id', 'in', ids))
    .execute()
  return new Set(known.map((row) => row.id))
}

/** Those of the blobs that an upload is written to, or that are about to be deleted. */
export async function openUploadsOf(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const open = await db
    .selectFrom('uploads')
    .select('blob_id as id')
    .where('blob_id', 'in', ids)
    .where('status', '=', 'receiving')
    .union(db.selectFrom('garbage').select('blob_id as id').where('blob_id', 'in', ids))
    .execute()
  return new Set(open.map((row) => row.id))
}
