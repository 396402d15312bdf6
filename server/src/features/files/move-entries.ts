import type { Trx } from '../../infrastructure/db/transact.ts'
import { refuse } from '../../infrastructure/errors/refusal.ts'
import { refuseSubtreeDepth } from '../entries/path-depth.ts'
import { nameKey } from '../entries/entry-names.ts'
import { count, countsOf, freeName } from '../entries/entry-placement.store.ts'
import { pagesOf, type Picked, type PickedRow, renameInto, reparent, takenNames } from '../entries/selection.store.ts'
import { entryOf, type Space } from '../entries/space.store.ts'
import { lineOf, uncount } from '../entries/subtree.store.ts'

export interface MoveTarget {
  readonly toId: string
  readonly maxDepth: number
  readonly now: number
}

export interface Moved {
  readonly ids: readonly string[]
  /** Those whose names were taken at the target, with the names they had. */
  readonly renamed: readonly { readonly id: string; readonly name: string }[]
}

/** Moves entries within a space that the caller has locked. Names that are taken at the target become "name (2)". */
export async function moveInto(trx: Trx, space: Space, which: Picked, target: MoveTarget): Promise<Moved> {
  const to = await entryOf(trx, space.id, target.toId)
  if (!to || to.kind === 'file') throw refuse('not-found')
  const line = new Set(await lineOf(trx, to.id))
  const moved: string[] = []
  const renamed: Moved['renamed'][number][] = []
  for await (const rows of pagesOf(trx, space, which, 'live')) {
    if (rows.some((row) => line.has(row.id))) throw refuse('move-into-itself')
    const coming = rows.filter((row) => row.parent_id !== to.id)
    const ids = coming.map((row) => row.id)
    if (ids.length > 0) {
      await refuseSubtreeDepth(trx, line.size - 1, ids, target.maxDepth)
      const clashing = await movePage(trx, coming, to.id, target.now)
      for (const { id, name } of clashing) renamed.push({ id, name })
    }
    for (const row of rows) moved.push(row.id)
  }
  return { ids: moved, renamed }
}

/** Returns the renamed entries, as they were before. */
async function movePage(
  trx: Trx,
  coming: readonly PickedRow[],
  toId: string,
  now: number,
): Promise<readonly PickedRow[]> {
  await uncount(
    trx,
    coming.map((row) => row.id),
  )
  const taken = await takenNames(
    trx,
    toId,
    coming.map((row) => row.name),
  )
  const free: string[] = []
  const clashing: PickedRow[] = []
  for (const row of coming) {
    if (taken.has(row.name)) clashing.push(row)
    else free.push(row.id)
    taken.add(row.name)
  }
  await reparent(trx, free, toId, now)
  for (const row of clashing) {
    const name = await freeName(trx, toId, row.name, row.kind === 'folder' ? 'folder' : 'file')
    await renameInto(trx, row.id, { parent_id: toId, name, name_key: nameKey(name), updated_at: now })
  }
  await count(trx, toId, countsOf(coming))
  return clashing
}
