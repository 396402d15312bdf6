import { sql } from 'kysely'
import { nthName } from './entry-name-rules.ts'
import { createTriedNumbers, type TriedNumbers } from './tried-numbers.ts'
import { recordFolders } from '../../infrastructure/db/recorded-changes.ts'
import type { Trx } from '../../infrastructure/db/transact.ts'

/** Of the forms of a name that one query looks up. */
export const NUMBERS_AT_ONCE = 64
/** Up to this number the first free one is found. */
export const ALL_TRIED = 1000

/**
 * The name itself, or a free numbered form among the live children of `parentId`: the first one, or where more than a
 * thousand are taken, one that follows a taken one. A call that needs many names in one folder, and frees none there,
 * passes the same `numbers` for all of them. Names in `given` are taken too.
 */
export async function freeName(
  trx: Trx,
  parentId: string,
  name: string,
  kind: 'file' | 'folder',
  {
    besides,
    numbers = createTriedNumbers(),
    given,
    allTried = ALL_TRIED,
  }: { besides?: string; numbers?: TriedNumbers; given?: ReadonlySet<string>; allTried?: number } = {},
): Promise<string> {
  async function freeAmong(some: readonly number[]): Promise<number | undefined> {
    const candidates = some.map((n) => nthName(name, n, kind))
    const taken = await trx
      .selectFrom('entries')
      .select('name')
      .where('parent_id', '=', parentId)
      .where('trash_root_id', 'is', null)
      .where('name', 'in', candidates)
      .$if(besides !== undefined, (q) => q.where('id', '!=', besides ?? ''))
      .execute()
    const names = new Set(taken.map((row) => row.name))
    return some.find((_, i) => !names.has(candidates[i] ?? '') && !given?.has(candidates[i] ?? ''))
  }

  function takeNumber(n: number): string {
    numbers.add(name, n, kind)
    return nthName(name, n, kind)
  }

  let taken = 0
  let tried = 0
  for (let length = 2; tried < allTried; length = NUMBERS_AT_ONCE) {
    let last = taken
    const some = Array.from({ length }, () => (last = numbers.from(name, last + 1, kind)))
    const first = await freeAmong(some)
    for (const n of some) if (first === undefined || n < first) numbers.add(name, n, kind)
    if (first !== undefined) return takeNumber(first)
    taken = last
    tried += length
  }
  // With so many taken, trying each number would take too long: this doubles the number, then bisects.
  let free = taken
  do free *= 2
  while ((await freeAmong([free])) === undefined)
  while (free - taken > 1) {
    const middle = Math.floor((taken + free) / 2)
    if ((await freeAmong([middle])) === undefined) taken = middle
    else free = middle
  }
  return takeNumber(free)
}

/** Differences of what a folder counts: its children, those that are folders, and the bytes of those that are files. */
export interface Counts {
  readonly all: number
  readonly folders: number
  readonly bytes: number
}

/** Changes the counts of a folder. */
export async function count(trx: Trx, folderId: string, by: Counts): Promise<void> {
  if (by.all === 0 && by.bytes === 0) return
  recordFolders(trx, [folderId])
  await trx
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
