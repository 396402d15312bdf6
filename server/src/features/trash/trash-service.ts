import type { ConflictOptions } from '@holdall/api'
import { day } from '../../infrastructure/clock.ts'
import { transactFor } from '../entries/change-size.store.ts'
import { createNameConflicts } from '../entries/name-conflicts.ts'
import { type EntryRow, inSpace, type Space, spaceOf } from '../entries/space.store.ts'
import { refuse } from '../../infrastructure/errors/refusal.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import {
  deleteBatch,
  destroyTrash,
  markForDeletion,
  overdue,
  restore,
  stillTrashed,
  trashedEntries,
} from './trash.store.ts'

export type TrashDeps = Pick<
  Infrastructure,
  'db' | 'engine' | 'transact' | 'transactBulk' | 'clock' | 'ids' | 'settings'
>

export interface Restored {
  readonly ids: readonly string[]
  /** Files that they have replaced. */
  readonly trashed: readonly string[]
}

/** Restores entries of this space: those that were trashed themselves first, then what is in them. */
export async function restoreEntries(
  deps: TrashDeps,
  space: Space,
  ids: readonly string[],
  { toTop, ...options }: ConflictOptions & { readonly toTop: boolean },
): Promise<Restored> {
  const maxDepth = await deps.settings.get('files.max_depth')
  return inSpace(await transactFor(deps, { ids }), space, async (trx) => {
    const rows = await trashedEntries(trx, space, ids)
    if (rows.length < ids.length) throw refuse('not-found')
    const conflicts = createNameConflicts(options)
    const order = (row: EntryRow) => (row.trash_root_id === row.id ? 0 : 1)
    const restored = new Set<string>()
    const trashed: string[] = []
    for (const { id } of rows.sort((a, b) => order(a) - order(b))) {
      // What is in a folder that was restored just before is live already.
      const [row] = await trashedEntries(trx, space, [id])
      const { isRestored, trashedId } = row
        ? await restore(trx, space, row, { toTop, conflicts, restored, maxDepth, now: deps.clock.now() })
        : { isRestored: true, trashedId: null }
      if (isRestored) restored.add(id)
      if (trashedId !== null) trashed.push(trashedId)
    }
    conflicts.refuseOpen()
    return { ids: [...restored], trashed }
  })
}

export function emptyTrash({ transactBulk, clock, ids }: TrashDeps, space: Space): Promise<number> {
  const batchId = ids.next()
  return inSpace(transactBulk, space, (trx) => destroyTrash(trx, space, batchId, clock.now()))
}

/** Deletes for good what has been in the trash for `trash.days`. */
export async function purgeTrash(services: TrashDeps, signal?: AbortSignal): Promise<number> {
  const { db, transactBulk, clock, ids, settings } = services
  const before = clock.now() - (await settings.get('trash.days')) * day
  for (let purged = 0; ;) {
    const due = await overdue(db, before, 200)
    if (due.length === 0) return purged
    signal?.throwIfAborted()
    for (const spaceId of new Set(due.map((row) => row.space_id))) {
      const space = await spaceOf(db, spaceId)
      const batchId = ids.next()
      const roots = due.filter((row) => row.space_id === spaceId).map((row) => row.id)
      await inSpace(transactBulk, space, async (trx) => {
        // Some may have been restored since they were read.
        const still = await stillTrashed(trx, roots)
        if (still.length === 0) return
        await markForDeletion(trx, still, batchId)
        await deleteBatch(trx, space, batchId, clock.now())
      })
    }
    purged += due.length
  }
}
