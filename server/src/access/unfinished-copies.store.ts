import { type SqlBool, sql } from 'kysely'

/**
 * Of entries that are read by their id or by their space: entries of a copy that is not complete are left out. A list of a
 * folder needs no such condition: the copies of the selected entries are in the state of a trashed entry until then.
 */
export const isShown = sql<SqlBool>`(copy_id is null or copy_id not in (select id from copies))`
