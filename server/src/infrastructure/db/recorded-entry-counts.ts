import { type Kysely, sql } from 'kysely'
import type { Database } from './schema.ts'

/** Entries of a space without its root: live ones by kind, and all that are in the trash or being deleted. */
export interface EntryCounts {
  readonly files: number
  readonly folders: number
  readonly trashed: number
}

type On = Kysely<Database>
const recorded = new WeakMap<On, Map<string, EntryCounts>>()

/** Notes by how much this transaction changes the counts of a space. They are written once, before its commit. */
export function recordEntryCounts(trx: On, spaceId: string, by: Partial<EntryCounts>): void {
  const spaces = recorded.get(trx) ?? new Map<string, EntryCounts>()
  recorded.set(trx, spaces)
  const { files, folders, trashed } = spaces.get(spaceId) ?? { files: 0, folders: 0, trashed: 0 }
  spaces.set(spaceId, {
    files: files + (by.files ?? 0),
    folders: folders + (by.folders ?? 0),
    trashed: trashed + (by.trashed ?? 0),
  })
}

/** Live entries of a space, by kind. */
export const liveCounts = (kind: 'file' | 'folder', by: number): Partial<EntryCounts> =>
  kind === 'file' ? { files: by } : { folders: by }

/** The same of these rows. */
export function countsByKind(rows: readonly { readonly kind: string }[]): Pick<EntryCounts, 'files' | 'folders'> {
  const folders = rows.filter(({ kind }) => kind === 'folder').length
  return { files: rows.length - folders, folders }
}

/** Live entries of a space that come into the trash, or negative ones that leave it. */
export const trashedCounts = ({ files, folders }: Pick<EntryCounts, 'files' | 'folders'>): EntryCounts => ({
  files: -files,
  folders: -folders,
  trashed: files + folders,
})

/**
 * Adds what was recorded to the rows of the spaces. A transaction that changes the tree of a space has locked its row from
 * the start, so that nothing waits for these counters.
 */
export async function writeEntryCounts(trx: On): Promise<void> {
  const spaces = [...(recorded.get(trx) ?? [])].toSorted(([a], [b]) => (a < b ? -1 : 1))
  for (const [spaceId, { files, folders, trashed }] of spaces) {
    if (files === 0 && folders === 0 && trashed === 0) continue
    await trx
      .updateTable('spaces')
      .set({
        file_count: sql`file_count + ${files}`,
        folder_count: sql`folder_count + ${folders}`,
        trashed_count: sql`trashed_count + ${trashed}`,
      })
      .where('id', '=', spaceId)
      .execute()
  }
}
