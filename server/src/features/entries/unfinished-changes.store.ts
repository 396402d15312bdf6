import { type SqlBool, sql } from 'kysely'

/** Of roots of the trash: they are not being restored, and no part of them is becoming a root of its own, nor are they. */
export const isSettledRoot = sql<SqlBool>`(
  id not in (select root_id from unfinished_trash where renewed_at is not null or from_root_id is not null)
  and id not in (select from_root_id from unfinished_trash where from_root_id is not null)
)`

/** Of entries in any state: not those whose deletion has begun. What is below such an entry can still be restored. */
export const isNotBeingDeleted = sql<SqlBool>`
  (trash_root_id is null or trash_root_id not in (select batch_id from deletions))`

/**
 * Leaves out which of the live entries with these ids are below a trashed folder. While such a folder is trashed, restored
 * or deleted in several transactions, something below it is live; what is put there could be purged with the folder.
 */
export const isNotBelowTrash = (ids: readonly string[]) => sql<SqlBool>`
  id not in (
    with recursive up(id, above, trash_root_id) as (
      select id, parent_id, trash_root_id from entries where id in (${sql.join(ids)})
      union all
      select up.id, e.parent_id, e.trash_root_id from up cross join entries e where e.id = up.above
    )
    select id from up where trash_root_id is not null
  )`
