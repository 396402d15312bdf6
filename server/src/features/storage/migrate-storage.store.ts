import type { Selectable } from 'kysely'
import type { BlobsTable } from '../../infrastructure/db/content-tables.ts'
import type { Db } from '../../infrastructure/db/transact.ts'

export type StoredBlob = Pick<Selectable<BlobsTable>, 'id' | 'size' | 'sha256'>

/** A page of all blobs, in the order of their ids. */
export function blobsAfter(db: Db, after: string, limit: number): Promise<StoredBlob[]> {
  return db
    .selectFrom('blobs')
    .select(['id', 'size', 'sha256'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
}

export async function hasBlob(db: Db, id: string): Promise<boolean> {
  return (await db.selectFrom('blobs').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}
