import { type SqlBool, sql } from 'kysely'

/** Of roots of the trash. */
export const isNotBeingRestored = sql<SqlBool>`
  id not in (select root_id from unfinished_trash where renewed_at is not null)`

/** Of entries in any state: not those whose deletion has begun. What is below such an entry can still be restored. */
export const isNotBeingDeleted = sql<SqlBool>`
  (trash_root_id is null or trash_root_id not in (select batch_id from deletions))`
