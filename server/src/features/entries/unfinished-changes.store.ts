import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../infrastructure/db/transact.ts'

/** Of roots of the trash: they are not being restored, and no part of them is becoming a root of its own, nor are they. */
export const isSettledRoot = sql<SqlBool>`(
  id not in (select root_id from unfinished_trash where renewed_at is not null or from_root_id is not null)
  and id not in (select from_root_id from unfinished_trash where from_root_id is not null)
)`

/** Of entries in any state: not those whose deletion has begun. What is below such an entry can still be restored. */
export const isNotBeingDeleted = sql<SqlBool>`
  (trash_root_id is null or trash_root_id not in (select batch_id from deletions))`

/**
 * Those of these live entries that are below a folder whose deletion has begun: what is put into them would be deleted
 * with it.
 */
export async function belowDeletions(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    with recursive up(id, above) as (
      select id, parent_id from entries where id in (${sql.join(ids)})
      union all
      select up.id, e.parent_id from up cross join entries e where e.id = up.above
    )
    select distinct up.id from up cross join entries e
    where e.id = up.above and e.trash_root_id in (select batch_id from deletions)`.execute(db)
  return new Set(rows.map((row) => row.id))
}
