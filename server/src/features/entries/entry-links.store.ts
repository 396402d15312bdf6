import type { Selectable } from 'kysely'
import type { SharesTable } from '../../infrastructure/db/schema.ts'
import type { Db } from '../../infrastructure/db/transact.ts'
import { batches } from './subtree.store.ts'

export type ShareRow = Selectable<SharesTable>

/** The links of these entries, by entry id. */
export async function sharesOf(db: Db, entryIds: readonly string[]): Promise<Map<string, ShareRow>> {
  const found = new Map<string, ShareRow>()
  for (const some of batches(entryIds)) {
    const rows = await db.selectFrom('shares').selectAll().where('entry_id', 'in', some).execute()
    for (const row of rows) found.set(row.entry_id, row)
  }
  return found
}
