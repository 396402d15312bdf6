import { sql } from 'kysely'
import type { Trx } from '../../infrastructure/db/transact.ts'
import { countWrittenEntries } from '../entries/bulk-changes.ts'
import type { Space } from '../entries/space.store.ts'
import { batches } from '../entries/subtree.store.ts'

/** A copy to insert. Everything but its id, folder and name is that of its source. */
export interface EntryCopy {
  readonly id: string
  readonly sourceId: string
  readonly parentId: string
  /** Null: the name of the source. */
  readonly name: string | null
  readonly nameKey: string | null
}

/** Rows of one statement: building it must not block. */
const COPIES_PER_INSERT = 400

/** Inserts copies of live entries. A copied folder counts the children of its source, which the caller copies too. */
export async function insertCopies(
  trx: Trx,
  copies: readonly EntryCopy[],
  { creatorId, now, space }: { readonly creatorId: string; readonly now: number; readonly space: Space },
): Promise<void> {
  for (const some of batches(copies, COPIES_PER_INSERT)) {
    const rows = sql.join(
      some.map(
        (copy) =>
          sql`(${copy.sourceId}, ${copy.id}, ${copy.parentId}, cast(${copy.name} as text), cast(${copy.nameKey} as text))`,
      ),
    )
    await sql`
      with copies(source_id, id, parent_id, name, name_key) as (values ${rows})
      insert into entries (
        id, space_id, owner_id, creator_id, parent_id, kind, name, name_key, color, emoji, size, mime, blob_id, sha256,
        children_count, folders_count, files_size, created_at, updated_at
      )
      select c.id, cast(${space.id} as text), cast(${space.owner_id} as text), cast(${creatorId} as text), c.parent_id, e.kind, coalesce(c.name, e.name),
        coalesce(c.name_key, e.name_key), e.color, e.emoji, e.size, e.mime, e.blob_id, e.sha256,
        e.children_count, e.folders_count, e.files_size, cast(${now} as bigint), cast(${now} as bigint)
      from copies c join entries e on e.id = c.source_id`.execute(trx)
    countWrittenEntries(some.length)
  }
}

export interface ChildRow {
  readonly id: string
  readonly parent_id: string | null
  readonly kind: 'root' | 'folder' | 'file'
  readonly size: number
  readonly children_count: number
}

/** The live children of folders that have few. */
export function childrenOf(trx: Trx, folderIds: readonly string[]): Promise<ChildRow[]> {
  return trx
    .selectFrom('entries')
    .select(['id', 'parent_id', 'kind', 'size', 'children_count'])
    .where('parent_id', 'in', folderIds)
    .where('trash_root_id', 'is', null)
    .execute()
}
