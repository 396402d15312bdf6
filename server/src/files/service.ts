import type { FolderColor } from '@holdall/api'
import type { Trx } from '../db/transact.ts'
import { refuse } from '../http/refusal.ts'
import type { Services } from '../services.ts'
import { deleteBatch, markForDeletion, trash } from '../trash/store.ts'
import { depthOf, refuseDepth } from './depth.ts'
import { type Moved, moveInto } from './move.ts'
import { cleanName, nameKey } from './names.ts'
import { count, countsOf, freeName } from './placing.ts'
import { pagesOf, type Picked, type PickedRow, transactFor } from './selection.store.ts'
import { type EntryRow, entryOf, inSpace, type Space } from './space.ts'

type Deps = Pick<Services, 'transact' | 'clock' | 'ids' | 'settings'>
type BulkDeps = Deps & Pick<Services, 'db' | 'engine' | 'transactBulk'>

export interface Dress {
  readonly color?: FolderColor | null | undefined
  readonly emoji?: string | null | undefined
}

/** The stored form of a name, or the refusal that says what is wrong with it. */
export function nameFrom(raw: string): string {
  const cleaned = cleanName(raw)
  if ('problem' in cleaned) {
    throw refuse('bad-name', { message: cleaned.message, errors: { name: [cleaned.message] } })
  }
  return cleaned.name
}

export async function createFolder(
  { transact, clock, ids, settings }: Deps,
  space: Space,
  creatorId: string | null,
  parentId: string,
  rawName: string,
  dress: Dress,
): Promise<EntryRow> {
  const wanted = nameFrom(rawName)
  const maxDepth = await settings.get('files.max_depth')
  return inSpace(transact, space, async (trx) => {
    const parent = await entryOf(trx, space.id, parentId)
    if (!parent || parent.kind === 'file') throw refuse('not-found')
    refuseDepth(await depthOf(trx, parent.id), 1, maxDepth)
    const name = await freeName(trx, parent.id, wanted, 'folder')
    return insertEntry(trx, {
      id: ids.next(),
      space,
      creatorId,
      parentId: parent.id,
      kind: 'folder',
      name,
      dress,
      now: clock.now(),
    })
  })
}

interface NewEntry {
  readonly id: string
  readonly space: Space
  readonly creatorId: string | null
  readonly parentId: string
  readonly kind: 'folder' | 'file'
  readonly name: string
  readonly now: number
  readonly dress?: Dress
  readonly content?: {
    readonly size: number
    readonly mime: string
    readonly blob_id: string
    readonly sha256: string
  }
}

/** A row under a name that is free, counted in its folder. */
export async function insertEntry(trx: Trx, entry: NewEntry): Promise<EntryRow> {
  await count(trx, entry.parentId, countsOf([{ kind: entry.kind, size: entry.content?.size ?? 0 }]))
  return trx
    .insertInto('entries')
    .values({
      id: entry.id,
      space_id: entry.space.id,
      owner_id: entry.space.owner_id,
      creator_id: entry.creatorId,
      parent_id: entry.parentId,
      kind: entry.kind,
      name: entry.name,
      name_key: nameKey(entry.name),
      color: entry.dress?.color ?? null,
      emoji: entry.dress?.emoji ?? null,
      ...(entry.content ?? { mime: null, blob_id: null, sha256: null }),
      trash_root_id: null,
      trashed_at: null,
      created_at: entry.now,
      updated_at: entry.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function renameEntry(
  { transact, clock }: Deps,
  space: Space,
  id: string,
  rawName: string | undefined,
  dress: Dress,
): Promise<EntryRow> {
  const wanted = rawName === undefined ? undefined : nameFrom(rawName)
  return inSpace(transact, space, async (trx) => {
    const entry = await entryOf(trx, space.id, id)
    if (!entry || entry.kind === 'root' || entry.parent_id === null) throw refuse('not-found')
    const { kind } = entry
    const name =
      wanted === undefined || wanted === entry.name
        ? entry.name
        : await freeName(trx, entry.parent_id, wanted, kind, entry.id)
    return trx
      .updateTable('entries')
      .set({
        name,
        name_key: nameKey(name),
        updated_at: clock.now(),
        ...(kind === 'folder' && dress.color !== undefined && { color: dress.color }),
        ...(kind === 'folder' && dress.emoji !== undefined && { emoji: dress.emoji }),
      })
      .where('id', '=', entry.id)
      .returningAll()
      .executeTakeFirstOrThrow()
  })
}

export async function moveEntries(deps: BulkDeps, space: Space, which: Picked, toId: string): Promise<Moved> {
  const maxDepth = await deps.settings.get('files.max_depth')
  return inSpace(await transactFor(deps, which), space, (trx) =>
    moveInto(trx, space, which, { toId, maxDepth, now: deps.clock.now() }),
  )
}

/**
 * Into the trash; for good what is there already and what `forced` names. `state` live refuses when one of them is in
 * the trash already: a request that is sent again must not destroy what its first run put there.
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
      const goes = (row: PickedRow) => row.trash_root_id !== null || forced(row.id)
      const [toDestroy, toTrash] = [rows.filter(goes), rows.filter((row) => !goes(row))]
      if (toDestroy.length > 0) await markForDeletion(trx, toDestroy, batchId)
      if (toTrash.length > 0) await trash(trx, toTrash, now)
      isDestroying ||= toDestroy.length > 0
      for (const row of rows) removed.push(row.id)
    }
    if (isDestroying) await deleteBatch(trx, space, batchId, now)
    return removed
  })
}
