import type { ConflictOptions } from '@holdall/api'
import { refuse } from '../../infrastructure/errors/refusal.ts'
import type { Db } from '../../infrastructure/db/transact.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { deleteBatch, markForDeletion, trash } from '../trash/trash.store.ts'
import { depthOf, refuseDepth } from '../entries/path-depth.ts'
import { type Copied, copyInto, type CopyTarget } from './copy-entries.ts'
import { type Moved, moveInto } from './move-entries.ts'
import { cleanName, nameFrom } from '../entries/entry-names.ts'
import { type Appearance, insertEntry, updateAppearance } from '../entries/entry.store.ts'
import { freeName } from '../entries/entry-placement.store.ts'
import { transactFor } from '../entries/change-size.store.ts'
import { childrenNamed, pagesOf, type Picked, type PickedRow } from '../entries/selection.store.ts'
import { type EntryRow, entryOf, inSpace, type Space } from '../entries/space.store.ts'

type Deps = Pick<Infrastructure, 'transact' | 'clock' | 'ids' | 'settings'>
export type BulkDeps = Deps & Pick<Infrastructure, 'db' | 'engine' | 'transactBulk'>

export async function createFolder(
  { transact, clock, ids, settings }: Deps,
  space: Space,
  creatorId: string | null,
  parentId: string,
  rawName: string,
  appearance: Appearance,
): Promise<EntryRow> {
  const requested = nameFrom(rawName)
  const maxDepth = await settings.get('files.max_depth')
  return inSpace(transact, space, async (trx) => {
    const parent = await entryOf(trx, space.id, parentId)
    if (!parent || parent.kind === 'file') throw refuse('not-found')
    refuseDepth(await depthOf(trx, parent.id), 1, maxDepth)
    const name = await freeName(trx, parent.id, requested, 'folder')
    return insertEntry(trx, {
      id: ids.next(),
      space,
      creatorId,
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
    return updateAppearance(trx, entry.id, {
      name,
      now: clock.now(),
      ...(kind === 'folder' && { color: appearance.color, emoji: appearance.emoji }),
    })
  })
}

export async function moveEntries(
  deps: BulkDeps,
  space: Space,
  which: Picked,
  toId: string,
  conflicts: ConflictOptions,
): Promise<Moved> {
  const { 'files.max_depth': maxDepth, 'storage.default_quota_bytes': defaultQuota } = await deps.settings.all()
  return inSpace(await transactFor(deps, which), space, (trx) =>
    moveInto(trx, space, which, { toId, conflicts, maxDepth, defaultQuota, now: deps.clock.now() }),
  )
}

export async function copyEntries(
  deps: BulkDeps,
  space: Space,
  which: Picked,
  { toId, creatorId, conflicts }: Pick<CopyTarget, 'toId' | 'creatorId' | 'conflicts'>,
): Promise<Copied> {
  const { 'files.max_depth': maxDepth, 'storage.default_quota_bytes': defaultQuota } = await deps.settings.all()
  const { ids, clock } = deps
  return inSpace(await transactFor(deps, which), space, (trx) =>
    copyInto(trx, space, which, { toId, creatorId, conflicts, ids, maxDepth, defaultQuota, now: clock.now() }),
  )
}

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
  space: Space,
  which: Picked,
  forced: (id: string) => boolean,
  state: 'live' | 'any' = 'any',
): Promise<string[]> {
  const batchId = deps.ids.next()
  return inSpace(await transactFor(deps, which), space, async (trx) => {
    const now = deps.clock.now()
    const removed: string[] = []
    let isDestroying = false
    if (state === 'live' && 'parentId' in which && !(await entryOf(trx, space.id, which.parentId))) {
      throw refuse('not-found')
    }
    for await (const rows of pagesOf(trx, space, which, state)) {
      const isForGood = (row: PickedRow) => row.trash_root_id !== null || forced(row.id)
      const [toDestroy, toTrash] = [rows.filter(isForGood), rows.filter((row) => !isForGood(row))]
      await markForDeletion(trx, toDestroy, batchId)
      await trash(trx, toTrash, now)
      isDestroying ||= toDestroy.length > 0
      for (const row of rows) removed.push(row.id)
    }
    if (isDestroying) await deleteBatch(trx, space, batchId, now)
    return removed
  })
}
