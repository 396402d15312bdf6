import type { Db } from '../../infrastructure/db/transact.ts'
import { MAX_PATH_BYTES, MAX_ZIP_ENTRIES, MAX_ZIP_LEVELS } from './zip-limits.ts'
import { uniqueNames } from './zip-names.ts'
import { childPages, type ZipRow, type ZipTop } from './zip.store.ts'

/** Of all paths as the zip has them: the numbers of names that would be equal add to them. */
const MAX_PLACED_BYTES = MAX_PATH_BYTES + 4 * 1024 * 1024
/** Of naming, after which other requests come first. */
const SLICE_MS = 10

const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

/** An entry and its path in the zip, unique and without a slash at its end. */
export interface PlacedRow {
  readonly row: ZipRow
  readonly path: string
}

/** The selected entries themselves, page by page. */
export async function* topPages(db: Db, top: ZipTop): AsyncGenerator<readonly ZipRow[]> {
  if ('entries' in top) return yield top.entries
  for (const kind of ['folder', 'file'] as const) {
    for await (const rows of childPages(db, top.folder, kind)) yield rows.filter(({ id }) => !top.except.has(id))
  }
}

/** The selected entry, where it is exactly one. */
export async function onlyEntry(db: Db, top: ZipTop): Promise<ZipRow | null> {
  const found: ZipRow[] = []
  for await (const rows of topPages(db, top)) {
    found.push(...rows.slice(0, 2))
    if (found.length > 1) return null
  }
  return found[0] ?? null
}

/** Folders whose entries are being read. */
interface Level {
  readonly pages: AsyncGenerator<readonly ZipRow[]>
  /** The rest of the page. */
  rows: readonly ZipRow[]
  at: number
  /** Of the folder, with a slash at its end; empty at the top. */
  readonly path: string
  readonly nameOf: ReturnType<typeof uniqueNames>
}

/** How much a zip holds at most. */
export interface WalkLimits {
  readonly entries: number
  readonly levels: number
  /** Of all paths together. */
  readonly pathBytes: number
}

const downloadLimits: WalkLimits = {
  entries: MAX_ZIP_ENTRIES,
  levels: MAX_ZIP_LEVELS,
  pathBytes: MAX_PLACED_BYTES,
}

/** There is more than the limits allow: of a selection, it was within them when the download began. */
export class WalkTooLarge extends Error {
  override readonly name = 'WalkTooLarge'
}

/**
 * Everything that is selected, each folder before what is in it, in groups. Reads a page of each folder on the current
 * path; what is changed while it runs is in it or not. `reserved` is a name that no entry at the top gets.
 */
export const walk = (db: Db, top: ZipTop, reserved: string): AsyncGenerator<readonly PlacedRow[]> =>
  walkPages(db, topPages(db, top), reserved, downloadLimits)

/** The same for these entries, and everything in them. */
export async function* walkPages(
  db: Db,
  tops: AsyncGenerator<readonly ZipRow[]>,
  reserved: string | null,
  limits: WalkLimits,
  sliceMs = SLICE_MS,
): AsyncGenerator<readonly PlacedRow[]> {
  const level = (pages: Level['pages'], path: string): Level => ({
    pages,
    rows: [],
    at: 0,
    path,
    nameOf: uniqueNames(),
  })
  const levels = [level(tops, '')]
  if (reserved !== null) levels[0]!.nameOf(reserved, 'file')
  let count = 0
  let pathBytes = 0
  let since = performance.now()
  let group: PlacedRow[] = []
  for (let open = levels.at(-1); open; open = levels.at(-1)) {
    if (open.at === open.rows.length) {
      if (group.length > 0) yield group
      group = []
      const { value, done } = await open.pages.next()
      if (done) levels.pop()
      else [open.rows, open.at] = [value, 0]
      continue
    }
    const row = open.rows[open.at++]!
    if (++count > limits.entries || levels.length > limits.levels)
      throw new WalkTooLarge('a folder has grown too large')
    const path = open.path + open.nameOf(row.name, row.kind === 'folder' ? 'folder' : 'file')
    pathBytes += Buffer.byteLength(path)
    if (pathBytes > limits.pathBytes) throw new WalkTooLarge('a folder has grown too large')
    if (performance.now() - since > sliceMs) {
      await nextTurn()
      since = performance.now()
    }
    group.push({ row, path })
    if (row.kind === 'folder') levels.push(level(childrenOf(db, row), `${path}/`))
  }
}

async function* childrenOf(db: Db, folder: ZipRow): AsyncGenerator<readonly ZipRow[]> {
  // Files first: what is read of this folder is then done before the folders in it are opened.
  if (folder.children_count > folder.folders_count) yield* childPages(db, folder, 'file')
  if (folder.folders_count > 0) yield* childPages(db, folder, 'folder')
}
