import type { Selectable } from 'kysely'
import type { EntriesTable } from '../../infrastructure/db/schema.ts'
import { setAudience } from '../../infrastructure/db/recorded-changes.ts'
import type { Db, Transact, Trx } from '../../infrastructure/db/transact.ts'
import type { Space } from '../../access/target.store.ts'
import { withLock } from './keyed-lock.ts'

export type EntryRow = Selectable<EntriesTable>
export type { Space }

export function spaceOf(db: Db, id: string): Promise<Space> {
  return db.selectFrom('spaces').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

/** A transaction on an owner's data. Within this process they run one after the other, so that they do not conflict. */
export function forOwner<T>(transact: Transact, ownerId: string, work: (trx: Trx) => Promise<T>): Promise<T> {
  return withLock(ownerId, () => transact(work))
}

/**
 * A transaction that changes the tree of a space. It locks the row of the space first, so that such changes happen one
 * after the other: a move of A into B and one of B into A see each other, and nothing is put into a folder that is being
 * trashed.
 */
export function inSpace<T>(transact: Transact, space: Space, work: (trx: Trx) => Promise<T>): Promise<T> {
  return forOwner(transact, space.owner_id, async (trx) => {
    await lockSpace(trx, space)
    return work(trx)
  })
}

/**
 * Other transactions on the tree of this space wait until this one has ended. What it changes is published to those who
 * see the space.
 */
export async function lockSpace(trx: Trx, space: Space): Promise<void> {
  await trx
    .updateTable('spaces')
    .set((eb) => ({ root_id: eb.ref('root_id') }))
    .where('id', '=', space.id)
    .execute()
  setAudience(trx, { userId: space.owner_id, rootId: space.root_id })
}

/** An entry of this space, by default a live one. */
export function entryOf(
  db: Db,
  spaceId: string,
  id: string,
  state: 'live' | 'trashed' | 'any' = 'live',
): Promise<EntryRow | undefined> {
  return db
    .selectFrom('entries')
    .selectAll()
    .where('id', '=', id)
    .where('space_id', '=', spaceId)
    .$if(state === 'live', (q) => q.where('trash_root_id', 'is', null))
    .$if(state === 'trashed', (q) => q.where('trash_root_id', 'is not', null))
    .executeTakeFirst()
}
