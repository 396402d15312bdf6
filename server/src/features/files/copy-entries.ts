import type { ConflictOptions } from '@holdall/api'
import { refuse } from '../../infrastructure/errors/refusal.ts'
import { MAX_TOLD, recordActivity } from '../../infrastructure/db/recorded-activity.ts'
import type { Trx } from '../../infrastructure/db/transact.ts'
import type { Ids } from '../../infrastructure/ids.ts'
import { nameKey, nthName } from '../entries/entry-name-rules.ts'
import { createNameConflicts } from '../entries/name-conflicts.ts'
import { count, countsOf, freeName } from '../entries/entry-placement.store.ts'
import { createTriedNumbers } from '../entries/tried-numbers.ts'
import { refuseSubtreeDepth } from '../entries/path-depth.ts'
import { childrenNamed, pagesOf, type Picked, type PickedRow, takenNames } from '../entries/selection.store.ts'
import { entryOf, type Space } from '../entries/space.store.ts'
import { batches, lineOf } from '../entries/subtree.store.ts'
import { charge, type StorageLimits } from '../storage/quota.store.ts'
import type { Replaced } from '../versions/version.store.ts'
import { type ChildRow, childrenOf, type EntryCopy, insertCopies } from './copy.store.ts'
import { replaceByCopy } from './replace-by-copy.ts'

/** Files and folders that one call copies at most, with all that is in the folders. */
export const MAX_COPIED = 100_000
/** Names that one query looks up. */
const NAMES_PER_QUERY = 1000
/** Children of several folders that are read together. */
const CHILDREN_PER_QUERY = 1000

export interface CopyTarget {
  /** The space of `toId`. */
  readonly space: Space
  readonly toId: string
  readonly conflicts: ConflictOptions
  readonly creatorId: string
  readonly ids: Ids
  readonly maxDepth: number
  readonly maxCopied?: number | undefined
  readonly limits: StorageLimits
  readonly now: number
}

export interface Copied {
  /** Of the copies of the selected entries. */
  readonly ids: readonly string[]
  /** Files at the target that got the content of a selected one. */
  readonly replaced: readonly Replaced[]
  readonly skipped: number
}

/**
 * Copies entries of a space, folders with all that is live in them, into a space that the caller has locked. No bytes are copied:
 * the copy of a file refers to the same blob, and counts as if it had its own. Links are not copied.
 */
export async function copyInto(trx: Trx, space: Space, which: Picked, target: CopyTarget): Promise<Copied> {
  const { ids, maxCopied = MAX_COPIED } = target
  const to = await entryOf(trx, target.space.id, target.toId)
  if (!to || to.kind === 'file') throw refuse('not-found')
  const line = new Set(await lineOf(trx, to.id))
  let bytes = 0
  let total = 0
  const refuseAbove = (items: number) => {
    if (items > maxCopied) throw refuse('too-many', { text: 'error.too-many.items', values: { items: maxCopied } })
  }
  const add = (rows: readonly { readonly size: number }[]) => {
    total += rows.length
    refuseAbove(total)
    for (const { size } of rows) bytes += size
  }

  // All of them first: where they are copied into their own folder, the copies would be read as well.
  const selected: PickedRow[] = []
  for await (const rows of pagesOf(trx, space, which, 'live')) {
    if (rows.some((row) => line.has(row.id))) throw refuse('copy-into-itself')
    selected.push(...rows)
    refuseAbove(selected.length)
  }
  const { tops, replacing, skipped } = await decide(trx, to.id, selected, target.conflicts)
  add(tops)
  const folders = tops.filter((row) => row.kind === 'folder').map((row) => row.id)
  for (const some of batches(folders)) await refuseSubtreeDepth(trx, line.size - 1, some, target.maxDepth)

  const copies = await copyTops(trx, to.id, tops, target)
  const told = copies.slice(0, MAX_TOLD)
  const toldIds = new Set(told.map(({ sourceId }) => sourceId))
  const sources = new Map(tops.flatMap((row) => (toldIds.has(row.id) ? [[row.id, row] as const] : [])))
  recordActivity(
    trx,
    'copied',
    told.map(({ id, sourceId, name }) => {
      const source = sources.get(sourceId)!
      return { ...source, id, name: name ?? source.name }
    }),
    { folderId: to.id, space: target.space, further: copies.length - told.length },
  )
  await count(trx, to.id, countsOf(tops))
  let copyIds = new Map(copies.map((copy) => [copy.sourceId, copy.id]))
  for (let level: readonly ChildRow[] = tops; level.length > 0;) {
    const folderCopies = new Map<string, string>()
    const next: ChildRow[] = []
    for await (const rows of childPages(trx, space, level)) {
      add(rows)
      const below: EntryCopy[] = []
      for (const row of rows) {
        const id = ids.next()
        below.push({ id, sourceId: row.id, parentId: copyIds.get(row.parent_id!)!, name: null, nameKey: null })
        if (row.kind !== 'folder') continue
        folderCopies.set(row.id, id)
        next.push(row)
      }
      await insertCopies(trx, below, target)
    }
    copyIds = folderCopies
    level = next
  }
  const replaced: Replaced[] = []
  for (const { row, existingId } of replacing) {
    add([row])
    replaced.push(
      (await replaceByCopy(trx, { space, id: row.id }, { space: target.space, id: existingId }, target.now)).replaced,
    )
  }
  await charge(trx, target.space.owner_id, { bytes, items: total }, target.limits)
  return { ids: copies.map((copy) => copy.id), replaced, skipped }
}

/** What becomes of each selected entry. In its own folder an entry is always kept beside its copy. */
async function decide(trx: Trx, toId: string, selected: readonly PickedRow[], options: ConflictOptions) {
  const conflicts = createNameConflicts(options)
  const tops: PickedRow[] = []
  const replacing: { row: PickedRow; existingId: string }[] = []
  let skipped = 0
  for (const some of batches(selected, NAMES_PER_QUERY)) {
    const existing = await childrenNamed(
      trx,
      toId,
      some.filter((row) => row.parent_id !== toId).map((row) => row.name),
    )
    for (const row of some) {
      const namesake = row.parent_id === toId ? undefined : existing.get(row.name)
      const choice = namesake ? conflicts.decide(row, namesake) : 'keep-both'
      if (choice === 'skip') skipped++
      else if (choice === 'replace' && namesake) replacing.push({ row, existingId: namesake.id })
      else tops.push(row)
    }
  }
  conflicts.refuseOpen()
  return { tops, replacing, skipped }
}

/** The live children of these folders, page by page. */
async function* childPages(trx: Trx, space: Space, level: readonly ChildRow[]): AsyncGenerator<readonly ChildRow[]> {
  let some: string[] = []
  let children = 0
  for (const { id, kind, children_count } of level) {
    if (kind !== 'folder' || children_count === 0) continue
    if (children_count > CHILDREN_PER_QUERY) {
      yield* pagesOf(trx, space, { parentId: id, except: new Set() }, 'live')
      continue
    }
    if (children + children_count > CHILDREN_PER_QUERY) {
      yield await childrenOf(trx, some)
      some = []
      children = 0
    }
    some.push(id)
    children += children_count
  }
  if (some.length > 0) yield await childrenOf(trx, some)
}

/** Inserts the copies of the selected entries themselves, under names that are free at the target. */
async function copyTops(
  trx: Trx,
  toId: string,
  tops: readonly PickedRow[],
  target: CopyTarget,
): Promise<readonly EntryCopy[]> {
  const copies: EntryCopy[] = []
  const numbers = createTriedNumbers()
  let inserted = 0
  const insert = async () => {
    await insertCopies(trx, copies.slice(inserted), target)
    inserted = copies.length
  }
  for (const some of batches(tops, NAMES_PER_QUERY)) {
    const second = (row: PickedRow) => nthName(row.name, 2, kindOf(row))
    const taken = await takenNames(
      trx,
      toId,
      some.flatMap((row) => [row.name, second(row)]),
    )
    for (const row of some) {
      let name = [row.name, second(row)].find((one) => !taken.has(one))
      if (name === undefined) {
        await insert()
        name = await freeName(trx, toId, row.name, kindOf(row), { numbers })
      }
      taken.add(name)
      const isSame = name === row.name
      copies.push({
        id: target.ids.next(),
        sourceId: row.id,
        parentId: toId,
        name: isSame ? null : name,
        nameKey: isSame ? null : nameKey(name),
      })
    }
    await insert()
  }
  return copies
}

const kindOf = ({ kind }: PickedRow) => (kind === 'folder' ? 'folder' : 'file')
