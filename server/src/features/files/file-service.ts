import type { ConflictOptions } from '@holdall/api'
import { refuse } from '../../infrastructure/errors/refusal.ts'
import { type Db, readInBackground, type Trx } from '../../infrastructure/db/transact.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { beginDeletion } from '../trash/deletion.store.ts'
import { beginLiveDeletions, finishDeletion } from '../trash/trash-service.ts'
import { separateParts, settleTrash, trashInSlices } from '../trash/trash-slices.ts'
import { deleteBatch, markForDeletion, topsOf, trash } from '../trash/trash.store.ts'
import { refuseBusy } from '../trash/unfinished-trash.store.ts'
import { depthOf, refuseDepth } from '../entries/path-depth.ts'
import { type Moved, moveInto } from './move-entries.ts'
import { planMove, unplannedMove } from './plan-move.ts'
import { cleanName, nameFrom } from '../entries/entry-name-rules.ts'
import { type Appearance, insertEntry, updateAppearance } from '../entries/entry.store.ts'
import { freeName } from '../entries/entry-placement.store.ts'
import { ROWS_PER_SLICE } from '../entries/bulk-changes.ts'
import { changeSizeOf } from '../entries/change-size.store.ts'
import { childrenNamed, idsOf, pagesOf, type PickedIn, type PickedRow } from '../entries/selection.store.ts'
import { followMovedEntries } from '../space-moves/follow-moved-entries.ts'
import { refuseUnfinishedMoves } from '../space-moves/space-move.store.ts'
import { charge, storageLimits } from '../storage/quota.store.ts'
import { type EntryRow, entryOf, inSpace, inSpaces, publishTo, type Space } from '../entries/space.store.ts'

type Deps = Pick<Infrastructure, 'transact' | 'clock' | 'ids' | 'settings'>
export type BulkDeps = Deps & Pick<Infrastructure, 'db' | 'engine' | 'transactBulk'>

export async function createFolder(
  { transact, clock, ids, settings }: Deps,
  space: Space,
  creatorId: string | null,
  parentId: string,
  rawName: string,
  appearance: Appearance,
  uploadRequestId: string | null = null,
): Promise<EntryRow> {
  const requested = nameFrom(rawName)
  const maxDepth = await settings.get('files.max_depth')
  const limits = await storageLimits(settings)
  return inSpace(transact, space, async (trx) => {
    const parent = await entryOf(trx, space.id, parentId)
    if (!parent || parent.kind === 'file') throw refuse('not-found')
    refuseDepth(await depthOf(trx, parent.id), 1, maxDepth)
    const name = await freeName(trx, parent.id, requested, 'folder')
    await charge(trx, space.owner_id, { bytes: 0, items: 1 }, limits)
    return insertEntry(trx, {
      id: ids.next(),
      space,
      creatorId,
      uploadRequestId,
      parentId: parent.id,
      kind: 'folder',
      name,
      appearance,
      now: clock.now(),
    })
  })
}

export async function renameEntry(
  { transact, clock }: Deps,
  space: Space,
  id: string,
  rawName: string | undefined,
  appearance: Appearance,
): Promise<EntryRow> {
  const requested = rawName === undefined ? undefined : nameFrom(rawName)
  return inSpace(transact, space, async (trx) => {
    const entry = await entryOf(trx, space.id, id)
    // Only the top of a space has no parent.
    if (!entry || entry.parent_id === null) throw refuse('not-found')
    const kind = entry.kind === 'folder' ? 'folder' : 'file'
    const name =
      requested === undefined
        ? entry.name
        : await freeName(trx, entry.parent_id, requested, kind, { besides: entry.id })
    return updateAppearance(trx, entry, {
      name,
      now: clock.now(),
      ...(kind === 'folder' && { color: appearance.color, emoji: appearance.emoji }),
    })
  })
}

export interface Destination {
  readonly space: Space
  readonly toId: string
  /** Who acts; null for a visitor. */
  readonly userId: string | null
}

export async function moveEntries(
  deps: BulkDeps,
  from: readonly PickedIn[],
  to: Destination,
  conflicts: ConflictOptions,
  { perSlice = ROWS_PER_SLICE }: { readonly perSlice?: number } = {},
): Promise<Moved> {
  const maxDepth = await deps.settings.get('files.max_depth')
  const limits = await storageLimits(deps.settings)
  const spaces = [...from.map(({ space }) => space), to.space]
  await followMovedEntries(deps, [...entriesIn(from), { space: to.space, ids: [to.toId] }])
  const { isLarge: isSliced, transact } = await sizeOfAll(deps, from)
  const { slices, skipped } = isSliced
    ? await planMove(deps.db, from, { ...to, conflicts, maxDepth }, Math.ceil(perSlice / 2))
    : unplannedMove(from, conflicts)
  const movedBefore = new Set<string>()
  const parts: Moved[] = []
  for (const slice of slices) {
    const some = await inSpaces(transact, spaces, async (trx) => {
      await refuseUnfinishedMoves(trx, spaces)
      const options = { conflicts: slice.conflicts, maxDepth, limits, now: deps.clock.now(), isSliced, movedBefore }
      const found: Moved[] = []
      for (const { space, which } of slice.from) {
        await publishTo(trx, space)
        found.push(await moveInto(trx, space, which, { ...to, ...options }))
      }
      return found
    })
    parts.push(...some)
    for (const { ids } of some) for (const id of ids) movedBefore.add(id)
    if (isSliced) await followMovedEntries(deps, [{ space: to.space }], { limit: perSlice })
  }
  return {
    ids: parts.flatMap((part) => part.ids),
    folders: parts.flatMap((part) => part.folders),
    renamed: parts.flatMap((part) => part.renamed),
    replaced: parts.flatMap((part) => part.replaced),
    trashed: parts.flatMap((part) => part.trashed),
    skipped: parts.reduce((sum, part) => sum + part.skipped, skipped),
  }
}

const entriesIn = (from: readonly PickedIn[]) => from.map(({ space, which }) => ({ space, ids: idsOf(which) }))

/** One transaction for all of them: in the background where one part needs that. */
const sizeOfAll = (deps: BulkDeps, parts: readonly PickedIn[]) =>
  changeSizeOf(
    deps,
    parts.map(({ which }) => which),
  )

/** The live children of a folder that have one of these names. Names that are not allowed are not taken. */
export async function takenBy(db: Db, folderId: string, rawNames: readonly string[]): Promise<EntryRow[]> {
  const names = rawNames.flatMap((raw) => {
    const cleaned = cleanName(raw)
    return 'name' in cleaned ? [cleaned.name] : []
  })
  return [...(await childrenNamed(db, folderId, [...new Set(names)])).values()]
}

/**
 * Moves entries to the trash; deletes for good those that are there already or that `forced` selects. With the `state`
 * `live` it refuses when one of them is in the trash already: a request that is sent twice must not delete for good what
 * it trashed the first time.
 */
export async function removeEntries(
  deps: BulkDeps,
  from: readonly PickedIn[],
  {
    forced,
    state = 'any',
    userId,
    perSlice,
  }: {
    readonly forced: (id: string) => boolean
    readonly state?: 'live' | 'any'
    /** Null for a visitor. */
    readonly userId: string | null
    /** Entries that one transaction of a large deletion writes. */
    readonly perSlice?: number
  },
): Promise<string[]> {
  const spaces = from.map(({ space }) => space)
  const { isLarge, transact } = await sizeOfAll(deps, from)
  await followMovedEntries(deps, entriesIn(from))
  for (const { space, which } of from) {
    if (!('ids' in which)) continue
    await settleTrash(deps, which.ids)
    // Members delete nothing of the trash, and a call for live entries is refused below.
    if (isLarge && state === 'any' && space.memberId === undefined) {
      await separateParts(deps, space, which.ids, { limit: perSlice })
    }
  }
  let begun: string[] = []
  let sliced: readonly SlicedRemoval[] = []
  const removed = await inSpaces(transact, spaces, async (trx) => {
    await refuseUnfinishedMoves(trx, spaces)
    const when = { now: deps.clock.now(), by: userId }
    const ids: string[] = []
    // Also where it is run again.
    begun = []
    sliced = from.map(({ space }) => ({ space, toDelete: [], toTrash: [] }))
    for (const [at, { space, which }] of from.entries()) {
      const { toDelete, toTrash: toTrashLater } = sliced[at]!
      await publishTo(trx, space)
      const batchId = deps.ids.next()
      let isDestroying = false
      if (state === 'live' && 'parentId' in which && !(await entryOf(trx, space.id, which.parentId))) {
        throw refuse('not-found')
      }
      for await (const rows of pagesOf(trx, space, which, state)) {
        const isForGood = (row: PickedRow) => row.trash_root_id !== null || forced(row.id)
        const [toDestroy, toTrash] = [rows.filter(isForGood), rows.filter((row) => !isForGood(row))]
        // The trash is the owner's: what another one put there meanwhile is not deleted by a member.
        if (toDestroy.length > 0 && space.memberId !== undefined) throw refuse('not-found')
        const roots = toDestroy.filter((row) => row.trash_root_id === row.id)
        if (roots.length > 0) begun.push(await beginDeletionOf(trx, space, roots))
        const isSliced = (row: PickedRow) => isLarge && row.trash_root_id === null
        const others = toDestroy.filter((row) => row.trash_root_id !== row.id && !isSliced(row))
        await markForDeletion(trx, others, batchId)
        if (!isLarge) await trash(trx, toTrash, when)
        isDestroying ||= others.length > 0
        for (const row of toDestroy) if (isSliced(row)) toDelete.push(row.id)
        for (const row of isLarge ? toTrash : []) toTrashLater.push(row)
        for (const row of rows) ids.push(row.id)
      }
      if (isDestroying) await deleteBatch(trx, batchId, when.now)
    }
    return ids
  })
  for (const { space, toDelete } of sliced) begun.push(...(await beginLiveDeletions(deps, space, toDelete, perSlice)))
  for (const { space, toTrash } of sliced) {
    const topIds = await readInBackground(() => topsOf(deps.db, toTrash))
    await trashInSlices(deps, space, topIds, { when: { now: deps.clock.now(), by: userId }, limit: perSlice })
  }
  for (const batchId of begun) await finishDeletion(deps, batchId, { limit: perSlice })
  return removed

  async function beginDeletionOf(trx: Trx, space: Space, roots: readonly PickedRow[]): Promise<string> {
    const batchId = deps.ids.next()
    const rootIds = roots.map(({ id }) => id)
    const options = { batchId, ids: rootIds, limit: rootIds.length, now: deps.clock.now() }
    // Another call restores one of them.
    if ((await beginDeletion(trx, space, options)) < rootIds.length) throw refuseBusy()
    return batchId
  }
}

/** Live entries of a space that are deleted or trashed in several transactions. */
interface SlicedRemoval {
  readonly space: Space
  readonly toDelete: string[]
  readonly toTrash: PickedRow[]
}
