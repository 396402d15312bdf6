import { type SqlBool, sql } from 'kysely'

/** Of entries in any state: not those whose deletion has begun. What is below such an entry can still be restored. */
export const isNotBeingDeleted = sql<SqlBool>`
  (trash_root_id is null or trash_root_id not in (select batch_id from deletions))`
