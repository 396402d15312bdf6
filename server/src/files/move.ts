import type { Trx } from '../db/transact.ts'
import { refuse } from '../http/refusal.ts'
import { nameKey } from './names.ts'
import { count, freeName } from './placing.ts'
import { type Picked, reparent, rowsOf, takenNames } from './selection.store.ts'
import { entryOf, type Space } from './space.ts'
import { lineOf, uncount } from './subtree.store.ts'

/** Moves within a space that the caller has locked; answers what. Names that are taken at the target become "name (2)". */
export async function moveInto(trx: Trx, space: Space, which: Picked, toId: string, now: number): Promise<string[]> {
  const to = await entryOf(trx, space.id, toId)
  if (!to || to.kind === 'file') throw refuse('not-found')
  const rows = await rowsOf(trx, space, which, 'live')
  if ('ids' in which && rows.length < which.ids.length) throw refuse('not-found')

  const line = new Set(await lineOf(trx, to.id))
  if (rows.some((row) => line.has(row.id))) throw refuse('move-into-itself')

  const coming = rows.filter((row) => row.parent_id !== to.id)
  await uncount(
    trx,
    coming.map((row) => row.id),
  )
  const taken = await takenNames(
    trx,
    to.id,
    coming.map((row) => row.name),
  )
  const free: string[] = []
  const clashing: typeof coming = []
  for (const row of coming) {
    if (taken.has(row.name)) clashing.push(row)
    else free.push(row.id)
    taken.add(row.name)
  }
  await reparent(trx, free, to.id, now)
  for (const row of clashing) {
    const name = await freeName(trx, to.id, row.name, row.kind === 'folder' ? 'folder' : 'file')
    await trx
      .updateTable('entries')
      .set({ parent_id: to.id, name, name_key: nameKey(name), updated_at: now })
      .where('id', '=', row.id)
      .execute()
  }
  await count(trx, to.id, { all: coming.length, folders: coming.filter((row) => row.kind === 'folder').length })
  return rows.map((row) => row.id)
}
