import type { SharePermission } from '@holdall/api'
import type { Selectable } from 'kysely'
import type { SharesTable } from '../../infrastructure/db/link-tables.ts'
import type { Db } from '../../infrastructure/db/transact.ts'
import { batches } from './subtree.store.ts'

export type ShareRow = Selectable<SharesTable>

/** The primary link of an entry: its oldest one that can be opened, or its oldest one. */
export interface PrimaryLink extends ShareRow {
  /** How many links the entry has, expired ones among them. */
  readonly total: number
}

/** The primary links of these entries, by entry id; with `permission` those of the links that have this one. */
export async function primaryLinksOf(
  db: Db,
  entryIds: readonly string[],
  now: number,
  permission?: SharePermission,
): Promise<Map<string, PrimaryLink>> {
  const found = new Map<string, PrimaryLink>()
  for (const some of batches(entryIds)) {
    const rows = await db
      .selectFrom((eb) =>
        eb
          .selectFrom('shares')
          .selectAll()
          .select(({ fn, eb: e }) => [
            fn
              .agg<number>('row_number')
              .over((window) =>
                window
                  .partitionBy('entry_id')
                  .orderBy(
                    e
                      .case()
                      .when(e.or([e('expires_at', '<=', now), e('downloads', '>=', e.ref('download_limit'))]))
                      .then(1)
                      .else(0)
                      .end(),
                  )
                  .orderBy('created_at')
                  .orderBy('id'),
              )
              .as('place'),
            fn
              .countAll<number>()
              .over((window) => window.partitionBy('entry_id'))
              .as('total'),
          ])
          .where('entry_id', 'in', some)
          .$if(permission !== undefined, (q) => q.where('permission', '=', permission!))
          .as('ranked'),
      )
      .selectAll()
      .where('place', '=', 1)
      .execute()
    for (const { place: _, ...row } of rows) found.set(row.entry_id, { ...row, total: Number(row.total) })
  }
  return found
}
