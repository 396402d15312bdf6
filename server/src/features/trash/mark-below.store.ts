import { type RawBuilder, sql } from 'kysely'
import { countsByKind, recordEntryCounts, trashedCounts } from '../../infrastructure/db/recorded-entry-counts.ts'
import type { Trx } from '../../infrastructure/db/transact.ts'

/** What was marked, and whether something may be live below the entries still. */
export interface MarkedBelow {
  readonly marked: number
  readonly isComplete: boolean
}

/**
 * Puts what is live below trashed entries into the trash with them, level by level, at most `limit`. `tops` selects the
 * ids of the entries.
 */
export async function markBelow(trx: Trx, tops: RawBuilder<unknown>, limit: number): Promise<MarkedBelow> {
  let marked = 0
  while (marked < limit) {
    const more = await markSomeBelow(trx, tops, limit - marked)
    if (more === 0) return { marked, isComplete: true }
    marked += more
  }
  return { marked, isComplete: false }
}

/** The same for live children of these entries and of what was marked below them before. Returns how many. */
async function markSomeBelow(trx: Trx, tops: RawBuilder<unknown>, limit: number): Promise<number> {
  const { rows } = await sql<{ space_id: string; kind: string }>`
    with tops as (${tops}),
    marked as (
      select id, id as root, trashed_at, trashed_by from entries where id in (select * from tops) and kind = 'folder'
      union all
      select id, trash_root_id, trashed_at, trashed_by from entries
      where trash_root_id in (select * from tops) and kind = 'folder' and id <> trash_root_id
    ),
    found as (
      select e.id, m.root, m.trashed_at, m.trashed_by from marked m cross join entries e
      where e.parent_id = m.id and e.trash_root_id is null limit ${limit}
    )
    update entries set trash_root_id = f.root, trashed_at = f.trashed_at, trashed_by = f.trashed_by
    from found f where entries.id = f.id
    returning space_id, kind`.execute(trx)
  for (const row of rows) recordEntryCounts(trx, row.space_id, trashedCounts(countsByKind([row])))
  return rows.length
}
