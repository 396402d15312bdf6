import { sql } from 'kysely'
import { countsByKind, recordEntryCounts, trashedCounts } from '../../infrastructure/db/recorded-entry-counts.ts'
import type { Db, Trx } from '../../infrastructure/db/transact.ts'
import { refuse } from '../../infrastructure/errors/refusal.ts'
import { countWrittenEntries } from '../entries/bulk-changes.ts'
import { nameKey } from '../entries/entry-name-rules.ts'
import { count, countsOf } from '../entries/entry-placement.store.ts'
import { withFreeNames } from '../entries/free-names.store.ts'
import { takenNames } from '../entries/selection.store.ts'
import type { Space } from '../entries/space.store.ts'
import { batches, countHidden } from '../entries/subtree.store.ts'
import { createTriedNumbers } from '../entries/tried-numbers.ts'
import { type Amount, charge, freed, type StorageLimits } from '../storage/quota.store.ts'

/** An entry that is to be copied. */
export interface PlannedCopy {
  /** Of the copy. */
  readonly id: string
  readonly sourceId: string
  readonly parentId: string
  /** Folders above it that are copied too. */
  readonly level: number
}

/** Rows of one statement: building it must not block. */
const COPIES_PER_STATEMENT = 400
/** A copy that has written nothing for this long was left by a process that ended. */
const COPY_TTL_MS = 15 * 60_000
const RETRY_AFTER_SECONDS = 5

/** Charges for all that a copy is to write. Until it ends, what it has written is hidden. */
export async function beginCopy(
  trx: Trx,
  copyId: string,
  { ownerId, amount, limits, now }: { ownerId: string; amount: Amount; limits: StorageLimits; now: number },
): Promise<void> {
  await charge(trx, ownerId, amount, limits)
  await trx
    .insertInto('copies')
    .values({ id: copyId, owner_id: ownerId, ...amount, renewed_at: now })
    .execute()
}

/** To be called by each transaction of a copy. Throws where the copy has stopped for so long that it is reverted. */
export async function renewCopy(trx: Trx, copyId: string, now: number): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('copies')
    .set({ renewed_at: now })
    .where('id', '=', copyId)
    .where('reverted_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw refuse('busy', { retryAfter: RETRY_AFTER_SECONDS })
}

/** What a transaction has written was charged before; where a source has grown, the difference is charged now. */
export async function settleCopied(trx: Trx, copyId: string, written: Amount, limits: StorageLimits): Promise<void> {
  const left = await trx
    .updateTable('copies')
    .set((eb) => ({ bytes: eb('bytes', '-', written.bytes), items: eb('items', '-', written.items) }))
    .where('id', '=', copyId)
    .returning(['owner_id', 'bytes'])
    .executeTakeFirstOrThrow()
  if (left.bytes >= 0) return
  await charge(trx, left.owner_id, { bytes: -left.bytes, items: 0 }, limits)
  await trx.updateTable('copies').set({ bytes: 0 }).where('id', '=', copyId).execute()
}

/** Shows what a copy has written, and gives back what it has charged and not used. */
export async function endCopy(trx: Trx, copyId: string): Promise<void> {
  const left = await trx.deleteFrom('copies').where('id', '=', copyId).returningAll().executeTakeFirstOrThrow()
  await freed(trx, left.owner_id, left)
}

/**
 * Gives back what a copy has charged and not used, and makes a deletion of what it has written. Returns false where the
 * copy has ended.
 */
export async function beginRevert(trx: Trx, copyId: string, now: number): Promise<boolean> {
  const copy = await trx.selectFrom('copies').selectAll().where('id', '=', copyId).executeTakeFirst()
  if (!copy) return false
  await freed(trx, copy.owner_id, copy)
  await trx.updateTable('copies').set({ bytes: 0, items: 0, reverted_at: now }).where('id', '=', copyId).execute()
  await trx
    .insertInto('deletions')
    .values({ batch_id: copyId, created_at: now, has_live: 1 })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return true
}

export async function endRevert(db: Db, copyId: string): Promise<void> {
  await db.deleteFrom('copies').where('id', '=', copyId).execute()
}

/** Copies that their process has left. */
export const abandonedCopies = (db: Db, now: number): Promise<{ id: string }[]> =>
  db
    .selectFrom('copies')
    .select('id')
    .where((eb) => eb.or([eb('renewed_at', '<', now - COPY_TTL_MS), eb('reverted_at', 'is not', null)]))
    .execute()

export interface InsertedCopies {
  readonly copyId: string
  /** Of the sources. */
  readonly from: Space
  readonly to: Space
  readonly toId: string
  readonly creatorId: string
  readonly now: number
}

/**
 * Inserts copies of entries that are still live in their space; copies of the selected entries are in the state of a trashed
 * one. Folders count what was inserted into them, but for the target. Returns what was written.
 */
export async function insertCopies(
  trx: Trx,
  copies: readonly PlannedCopy[],
  { copyId, from, to, toId, creatorId, now }: InsertedCopies,
): Promise<Amount> {
  const inserted: { parent_id: string; kind: string; size: number }[] = []
  for (const some of statementsOf(copies)) {
    const given = sql.join(some.map(({ id, sourceId, parentId }) => sql`(${sourceId}, ${id}, ${parentId})`))
    const { rows } = await sql<(typeof inserted)[number]>`
      with copies_of(source_id, id, parent_id) as (values ${given})
      insert into entries (
        id, space_id, owner_id, creator_id, parent_id, kind, name, name_key, color, emoji, size, mime, blob_id, sha256,
        modified_at, copy_id, trash_root_id, created_at, updated_at
      )
      select c.id, cast(${to.id} as text), cast(${to.owner_id} as text), cast(${creatorId} as text), p.id, e.kind,
        e.name, e.name_key, e.color, e.emoji, e.size, e.mime, e.blob_id, e.sha256,
        coalesce(e.modified_at, case when e.kind = 'file' then e.created_at end), cast(${copyId} as text),
        case when p.id = ${toId} then ${copyId} end, cast(${now} as bigint), cast(${now} as bigint)
      from copies_of c join entries e on e.id = c.source_id join entries p on p.id = c.parent_id
      where e.space_id = ${from.id} and e.trash_root_id is null
      returning parent_id, kind, size`.execute(trx)
    countWrittenEntries(rows.length)
    inserted.push(...rows)
  }
  const byFolder = new Map<string, typeof inserted>()
  for (const row of inserted) {
    const others = byFolder.get(row.parent_id)
    if (others) others.push(row)
    else byFolder.set(row.parent_id, [row])
  }
  recordEntryCounts(trx, to.id, countsByKind(inserted))
  recordEntryCounts(trx, to.id, trashedCounts(countsByKind(byFolder.get(toId) ?? [])))
  // The target counts what is shown.
  byFolder.delete(toId)
  await countHidden(
    trx,
    [...byFolder].map(([id, rows]) => ({ id, ...countsOf(rows) })),
  )
  return { bytes: inserted.reduce((sum, { size }) => sum + size, 0), items: inserted.length }
}

/** A folder is inserted by a statement before that of what is in it. */
function* statementsOf(copies: readonly PlannedCopy[]): Generator<readonly PlannedCopy[]> {
  let some: PlannedCopy[] = []
  for (const copy of copies) {
    if (some.length === COPIES_PER_STATEMENT || (some[0] && some[0].level !== copy.level)) {
      yield some
      some = []
    }
    some.push(copy)
  }
  if (some.length > 0) yield some
}

export interface ShownCopy {
  readonly id: string
  readonly name: string
  readonly kind: 'root' | 'folder' | 'file'
  readonly size: number
}

/** Shows copies of selected entries in the folder, under names that are free there. */
export async function showCopies(
  trx: Trx,
  ids: readonly string[],
  { copyId, space, toId }: { readonly copyId: string; readonly space: Space; readonly toId: string },
): Promise<readonly ShownCopy[]> {
  const shown: ShownCopy[] = []
  const numbers = createTriedNumbers()
  for (const some of batches(ids, COPIES_PER_STATEMENT)) {
    const hidden = await hiddenCopies(trx, some, copyId)
    const given = await takenNames(
      trx,
      toId,
      hidden.map((row) => row.name),
    )
    const clashing = hidden.filter((row) => {
      const isTaken = given.has(row.name)
      given.add(row.name)
      return isTaken
    })
    const renamed = new Map((await withFreeNames(trx, toId, clashing, { numbers, given })).map((row) => [row.id, row]))
    const named = hidden.map((row) => renamed.get(row.id) ?? row)
    await showNamed(trx, named)
    shown.push(...named)
  }
  await count(trx, toId, countsOf(shown))
  const { files, folders } = countsByKind(shown)
  recordEntryCounts(trx, space.id, trashedCounts({ files: -files, folders: -folders }))
  return shown
}

/** In the order of `ids`. */
async function hiddenCopies(trx: Trx, ids: readonly string[], copyId: string): Promise<readonly ShownCopy[]> {
  const rows = await trx
    .selectFrom('entries')
    .select(['id', 'name', 'kind', 'size'])
    .where('id', 'in', ids)
    .where('trash_root_id', '=', copyId)
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

async function showNamed(trx: Trx, named: readonly ShownCopy[]): Promise<void> {
  if (named.length === 0) return
  const rows = named.map(({ id, name }) => sql`(${id}, ${name}, ${nameKey(name)})`)
  await sql`
    with shown(id, name, name_key) as (values ${sql.join(rows)})
    update entries set trash_root_id = null, copy_id = null, name = s.name, name_key = s.name_key
    from shown s where entries.id = s.id`.execute(trx)
}

export interface ChildRow {
  readonly id: string
  readonly parent_id: string | null
  readonly kind: 'root' | 'folder' | 'file'
  readonly size: number
  readonly children_count: number
}

/** The live children of folders that have few. */
export function childrenOf(db: Db, folderIds: readonly string[]): Promise<ChildRow[]> {
  return db
    .selectFrom('entries')
    .select(['id', 'parent_id', 'kind', 'size', 'children_count'])
    .where('parent_id', 'in', folderIds)
    .where('trash_root_id', 'is', null)
    .execute()
}
