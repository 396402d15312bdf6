import type { Space } from '../../access/target.store.ts'
import { type Db, readInBackground } from '../../infrastructure/db/transact.ts'
import { zipColumns, type ZipRow } from '../zip/zip.store.ts'

const PAGE = 250

/** The home of a user, and the team folders that the user owns. */
export const ownSpaces = (db: Db, userId: string): Promise<Space[]> =>
  db.selectFrom('spaces').selectAll().where('owner_id', '=', userId).orderBy('kind').orderBy('id').execute()

/** Bytes of all files of a user, those in the trash too. */
export async function bytesOfFiles(db: Db, userId: string): Promise<number> {
  const row = await readInBackground(() =>
    db
      .selectFrom('entries')
      .select(({ fn }) => fn.sum<number | string | null>('size').as('bytes'))
      .where('owner_id', '=', userId)
      .where('kind', '=', 'file')
      .executeTakeFirstOrThrow(),
  )
  return Number(row.bytes ?? 0)
}

/** What was put into the trash of a space, page by page. */
export async function* trashedPages(db: Db, spaceId: string): AsyncGenerator<readonly ZipRow[]> {
  for (let after: { trashed_at: number | null; id: string } = { trashed_at: 0, id: '' }; ;) {
    const rows = await db
      .selectFrom('entries')
      .select([...zipColumns, 'trashed_at'])
      .where('space_id', '=', spaceId)
      .whereRef('trash_root_id', '=', 'id')
      .where((eb) => eb(eb.refTuple('trashed_at', 'id'), '>', eb.tuple(after.trashed_at, after.id)))
      .orderBy('trashed_at')
      .orderBy('id')
      .limit(PAGE)
      .execute()
    yield rows
    const last = rows.at(PAGE - 1)
    if (!last) return
    after = last
  }
}

export const rootNameOf = async (db: Db, rootId: string): Promise<string> =>
  (await db.selectFrom('entries').select('name').where('id', '=', rootId).executeTakeFirst())?.name ?? ''

/** The largest image of the profile picture, if there is one. */
export const pictureOf = (db: Db, userId: string) =>
  db
    .selectFrom('avatars')
    .innerJoin('blobs', 'blobs.id', 'avatars.blob_id')
    .select(['blobs.id', 'blobs.size'])
    .where('avatars.user_id', '=', userId)
    .orderBy('blobs.size', 'desc')
    .limit(1)
    .executeTakeFirst()
