import { recordFavourites } from '../../infrastructure/db/recorded-changes.ts'
import type { Db, Trx } from '../../infrastructure/db/transact.ts'
import type { FolderOrder } from '../entries/listing-order.store.ts'
import type { EntryRow } from '../entries/space.store.ts'

/** The favourites that are not in the trash: in this order, otherwise in the order in which they were added. */
export function favouritesOf(db: Db, userId: string, order: FolderOrder | null): Promise<EntryRow[]> {
  return (
    db
      .selectFrom('favourites')
      .innerJoin('entries', 'entries.id', 'favourites.entry_id')
      .selectAll('entries')
      .where('favourites.user_id', '=', userId)
      .where('entries.trash_root_id', 'is', null)
      // Those in team folders are deleted together with the membership; this holds whatever else is forgotten.
      .where((eb) =>
        eb.or([
          eb('entries.owner_id', '=', userId),
          eb.exists(
            eb
              .selectFrom('team_members')
              .select('team_members.user_id')
              .whereRef('team_members.space_id', '=', 'entries.space_id')
              .where('team_members.user_id', '=', userId),
          ),
        ]),
      )
      .$call((q) =>
        order === null
          ? q.orderBy('favourites.position')
          : q.orderBy(`entries.${order.column}`, order.way).orderBy('entries.id', order.way),
      )
      .execute()
  )
}

/** How many of these are live folders of the space. */
export async function countLiveFolders(trx: Trx, spaceId: string, ids: readonly string[]): Promise<number> {
  const { n } = await trx
    .selectFrom('entries')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('id', 'in', ids)
    .where('space_id', '=', spaceId)
    .where('kind', '!=', 'file')
    .where('trash_root_id', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** The favourites of the user, trashed ones among them, in the order in which they were added. */
export function favouriteRows(trx: Trx, userId: string) {
  return trx
    .selectFrom('favourites')
    .select(['entry_id', 'position'])
    .where('user_id', '=', userId)
    .orderBy('position')
    .execute()
}

export async function insertFavourites(
  trx: Trx,
  userId: string,
  entryIds: readonly string[],
  { firstPosition, now }: { readonly firstPosition: number; readonly now: number },
): Promise<void> {
  recordFavourites(trx, userId)
  await trx
    .insertInto('favourites')
    .values(
      entryIds.map((entryId, index) => ({
        user_id: userId,
        entry_id: entryId,
        position: firstPosition + index,
        created_at: now,
      })),
    )
    .execute()
}

/** How many were removed: one or none. */
export async function deleteFavourite(trx: Trx, userId: string, entryId: string): Promise<number> {
  recordFavourites(trx, userId)
  const removed = await trx
    .deleteFrom('favourites')
    .where('user_id', '=', userId)
    .where('entry_id', '=', entryId)
    .returning('entry_id')
    .execute()
  return removed.length
}
