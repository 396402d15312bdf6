import { sql } from 'kysely'
import { nthName } from './names.ts'
import type { Db, Trx } from '../db/transact.ts'

const BATCH = 64

/** The name itself, or its first free numbered form among the live children of `parentId`. */
export async function freeName(
  trx: Trx,
  parentId: string,
  name: string,
  kind: 'file' | 'folder',
  besides?: string,
): Promise<string> {
  for (let first = 1, some = 2; ; first += some, some = BATCH) {
    const candidates = Array.from({ length: some }, (_, i) => nthName(name, first + i, kind))
    const taken = await trx
      .selectFrom('entries')
      .select('name')
      .where('parent_id', '=', parentId)
      .where('trash_root_id', 'is', null)
      .where('name', 'in', candidates)
      .$if(besides !== undefined, (q) => q.where('id', '!=', besides ?? ''))
      .execute()
    const names = new Set(taken.map((row) => row.name))
    const free = candidates.find((candidate) => !names.has(candidate))
    if (free !== undefined) return free
  }
}

/** Differences of what a folder counts: its children, those that are folders, and the bytes of those that are files. */
interface Counts {
  readonly all: number
  readonly folders: number
  readonly bytes: number
}

/** Keeps the counts of a folder. */
export async function count(db: Db, folderId: string, by: Counts): Promise<void> {
  if (by.all === 0 && by.bytes === 0) return
  await db
    .updateTable('entries')
    .set({
      children_count: sql`children_count + ${by.all}`,
      folders_count: sql`folders_count + ${by.folders}`,
      files_size: sql`files_size + ${by.bytes}`,
    })
    .where('id', '=', folderId)
    .execute()
}

export const countsOf = (rows: readonly { readonly kind: string; readonly size: number }[]): Counts => ({
  all: rows.length,
  folders: rows.filter((row) => row.kind === 'folder').length,
  bytes: rows.reduce((sum, row) => sum + row.size, 0),
})
