import { sql } from 'kysely'
import { recordNoActivity } from '../../infrastructure/db/recorded-activity.ts'
import { recordTrash } from '../../infrastructure/db/recorded-changes.ts'
import type { Db, Trx } from '../../infrastructure/db/transact.ts'
import type { Space } from '../entries/space.store.ts'
import { uncount } from '../entries/subtree.store.ts'

/** Of these entries of a space, the parts of trashed folders. */
export const partsAmong = async (db: Db, space: Space, ids: readonly string[]): Promise<readonly string[]> => {
  const rows = await db
    .selectFrom('entries')
    .select('id')
    .where('space_id', '=', space.id)
    .where('id', 'in', ids)
    .where('trash_root_id', 'is not', null)
    .whereRef('trash_root_id', '!=', 'id')
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * Parts of trashed folders become roots of the trash; `separateSome` takes what was trashed with them below them. Returns
 * how many. A part of a folder that is being deleted is left out.
 */
export async function beginSeparating(
  trx: Trx,
  space: Space,
  { changeId, ids }: { readonly changeId: string; readonly ids: readonly string[] },
): Promise<number> {
  recordNoActivity(trx)
  const parts = await trx
    .selectFrom('entries')
    .innerJoin('entries as root', 'root.id', 'entries.trash_root_id')
    .select(['entries.id', 'root.id as root_id'])
    .where('entries.space_id', '=', space.id)
    .where('entries.id', 'in', ids)
    .whereRef('root.id', '!=', 'entries.id')
    .whereRef('root.trash_root_id', '=', 'root.id')
    .execute()
  if (parts.length === 0) return 0
  const partIds = parts.map(({ id }) => id)
  recordTrash(trx)
  await uncount(trx, partIds)
  await trx
    .updateTable('entries')
    .set((eb) => ({ trash_root_id: eb.ref('id') }))
    .where('id', 'in', partIds)
    .execute()
  const rows = parts.map((part) => ({ root_id: part.id, from_root_id: part.root_id, change_id: changeId }))
  await trx
    .insertInto('unfinished_trash')
    .values(rows.map((row) => ({ ...row, renewed_at: null })))
    .execute()
  return parts.length
}

/** Takes what was trashed with the parts of a change, and is below them, to these: level by level, at most `limit`. */
export async function separateSome(trx: Trx, changeId: string, limit: number): Promise<number> {
  let separated = 0
  while (separated < limit) {
    const more = await separateLevel(trx, changeId, limit - separated)
    if (more === 0) break
    separated += more
  }
  return separated
}

/**
 * `is not distinct from`: with `=` PostgreSQL, whose statistics may be from before the folder was trashed, reads all that
 * were trashed with it again for each folder.
 */
async function separateLevel(trx: Trx, changeId: string, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    with parts as (
      select root_id, from_root_id from unfinished_trash
      where change_id = ${changeId} and renewed_at is null and from_root_id is not null
    ),
    separated as (
      select e.id, p.root_id, p.from_root_id from parts p cross join entries e
      where e.trash_root_id = p.root_id and e.kind = 'folder'
    ),
    found as (
      select e.id, s.root_id from separated s cross join entries e
      where e.parent_id = s.id and e.trash_root_id is not distinct from s.from_root_id limit ${limit}
    )
    update entries set trash_root_id = f.root_id from found f where entries.id = f.id`.execute(trx)
  return Number(numAffectedRows ?? 0)
}
