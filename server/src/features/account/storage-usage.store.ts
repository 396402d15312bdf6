import { readBySize } from '../../infrastructure/db/read-by-size.ts'
import type { Db } from '../../infrastructure/db/transact.ts'

/** More entries than this are not added up beside other requests. */
const MANY_ENTRIES = 5000

/** Bytes of the live and trashed files of an owner, by detected type: an index is read, and no rows. */
export async function usedByType(
  db: Db,
  ownerId: string,
  many = MANY_ENTRIES,
): Promise<readonly { readonly mime: string | null; readonly used: number }[]> {
  const own = db.selectFrom('entries').where('owner_id', '=', ownerId)
  const rows = await readBySize(db, own.select('owner_id as id'), many, () =>
    own
      .select(({ fn }) => ['mime', fn.sum<number>('size').as('used')])
      .groupBy('mime')
      .execute(),
  )
  return rows.map(({ mime, used }) => ({ mime, used: Number(used) }))
}
