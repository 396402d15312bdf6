import { day } from '../clock.ts'
import { inSpace, type Space } from '../files/space.ts'
import { refuse } from '../http/refusal.ts'
import type { Services } from '../services.ts'
import { destroy, destroyTrash, overdue, restore } from './store.ts'

type Deps = Pick<Services, 'db' | 'transact' | 'clock' | 'ids'>

/** Brings entries of this space back, those that were put into the trash themselves before what lies in them. */
export function restoreEntries(
  { transact, clock }: Deps,
  space: Space,
  ids: readonly string[],
  toTop: boolean,
): Promise<number> {
  return inSpace(transact, space, async (trx) => {
    const trashed = () =>
      trx.selectFrom('entries').selectAll().where('space_id', '=', space.id).where('trash_root_id', 'is not', null)
    const rows = await trashed().where('id', 'in', ids).execute()
    if (rows.length < ids.length) throw refuse('not-found')
    const depth = (row: (typeof rows)[number]) => (row.trash_root_id === row.id ? 0 : 1)
    for (const { id } of rows.sort((a, b) => depth(a) - depth(b))) {
      // What lay in a folder that was restored a moment ago is live already.
      const row = await trashed().where('id', '=', id).executeTakeFirst()
      if (row) await restore(trx, space, row, toTop, clock.now())
    }
    return ids.length
  })
}

export function emptyTrash({ transact, clock, ids }: Deps, space: Space): Promise<number> {
  const mark = ids.next()
  return inSpace(transact, space, (trx) => destroyTrash(trx, space, mark, clock.now()))
}

/** Deletes for good what has lain in the trash for `trash.days`. */
export async function purgeTrash(services: Deps & Pick<Services, 'settings'>, signal?: AbortSignal): Promise<number> {
  const { db, transact, clock, ids, settings } = services
  const before = clock.now() - (await settings.get('trash.days')) * day
  for (let purged = 0; ;) {
    const due = await overdue(db, before, 200)
    if (due.length === 0) return purged
    signal?.throwIfAborted()
    for (const spaceId of new Set(due.map((row) => row.space_id))) {
      const space = await db.selectFrom('spaces').selectAll().where('id', '=', spaceId).executeTakeFirstOrThrow()
      const mark = ids.next()
      const roots = due.filter((row) => row.space_id === spaceId).map((row) => row.id)
      await inSpace(transact, space, async (trx) => {
        // Some may have been restored since they were read.
        const still = await trx
          .selectFrom('entries')
          .select('id')
          .where('id', 'in', roots)
          .whereRef('trash_root_id', '=', 'id')
          .execute()
        if (still.length === 0) return
        await destroy(
          trx,
          space,
          still.map((row) => row.id),
          mark,
          clock.now(),
        )
      })
    }
    purged += due.length
  }
}
