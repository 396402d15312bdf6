import { createHash } from 'node:crypto'
import type { Space } from '../../access/target.store.ts'
import type { BlobStore } from '../../infrastructure/blobs/blob-store.ts'
import type { Db } from '../../infrastructure/db/transact.ts'
import type { Log } from '../../infrastructure/log.ts'
import { type ZipItem, zipStream } from '../zip/zip-format.ts'
import { itemsOf, type MissingNote } from '../zip/zip-items.ts'
import { uniqueNames } from '../zip/zip-names.ts'
import { MAX_ZIP_LEVELS } from '../zip/zip-limits.ts'
import { type PlacedRow, topPages, walkPages, WalkTooLarge } from '../zip/zip-walk.ts'
import type { ZipRow } from '../zip/zip.store.ts'
import { ownSpaces, pictureOf, rootNameOf, trashedPages } from './export-entries.store.ts'
import { recordLists, recordPages } from './export-records.store.ts'

/** The directory of a zip is kept in memory until its end: 100 bytes for each entry, and its path. */
const limits = { entries: 500_000, levels: MAX_ZIP_LEVELS + 750, pathBytes: 64 * 1024 * 1024 } as const
/** Of the format. */
const MAX_PATH_BYTES = 65_535
/** Of one entry beside its bytes and its path, in front of it and in the directory. */
const ENTRY_BYTES = 250

interface Deps {
  readonly db: Db
  readonly blobs: BlobStore
  readonly log: Log
}

interface Order {
  readonly userId: string
  readonly blobId: string
  /** Bytes of all files, about. */
  readonly total: number
  readonly note: MissingNote
  readonly signal: AbortSignal
  /** Called often with the bytes of files that were written. */
  readonly written: (bytes: number) => Promise<void>
}

interface WrittenExport {
  readonly size: number
  readonly sha256: string
  /** Files that could not be read. */
  readonly missing: number
}

/** Writes all data of a user as a zip into a blob, piece by piece. Throws `WalkTooLarge`, and the errors of the storage. */
export async function writeDataExport(deps: Deps, order: Order): Promise<WrittenExport> {
  const { blobs } = deps
  const { blobId, signal, total, written } = order
  const hash = createHash('sha256')
  const count = { size: 0, missing: 0 }
  async function* batches() {
    for await (const bytes of zipStream(allItems(deps, order, count))) {
      signal.throwIfAborted()
      hash.update(bytes)
      count.size += bytes.length
      await written(count.size)
      // The zip reuses the memory while this piece is still being written.
      yield [Buffer.from(bytes)]
    }
  }
  try {
    await blobs.begin(blobId)
    // More than it will be, so that the storage has room for its end.
    await blobs.writeAt(blobId, 0, batches(), total + limits.entries * ENTRY_BYTES + 2 * limits.pathBytes)
    await blobs.complete(blobId, count.size)
  } finally {
    await blobs.release(blobId)
  }
  return { size: count.size, sha256: hash.digest('hex'), missing: count.missing }
}

async function* allItems(deps: Deps, order: Order, count: { missing: number }): AsyncGenerator<readonly ZipItem[]> {
  const { db } = deps
  yield* recordItems(db, order.userId)
  yield* pictureItems(deps, order.userId)
  const groups = placedEntries(db, await ownSpaces(db, order.userId))
  yield* itemsOf(deps.blobs, deps.log, groups, order.note, () => void count.missing++)
}

/** Everything but files, as JSON. */
async function* recordItems(db: Db, userId: string): AsyncGenerator<readonly ZipItem[]> {
  const modifiedMs = Date.now()
  for (const list of recordLists) {
    let number = 0
    for await (const records of recordPages(db, list, userId)) {
      const path = `account/${list.name}${++number > 1 ? `-${number}` : ''}.json`
      yield [{ path, modifiedMs, content: Buffer.from(`${JSON.stringify(records, null, 2)}\n`) }]
    }
  }
}

async function* pictureItems({ db, blobs }: Deps, userId: string): AsyncGenerator<readonly ZipItem[]> {
  const picture = await pictureOf(db, userId)
  if (!picture) return
  const content = new Uint8Array(new SharedArrayBuffer(picture.size))
  const [problem] = await blobs.readSmall([picture], content)
  if (problem === null) yield [{ path: 'account/profile-picture.webp', modifiedMs: Date.now(), content }]
}

/** The files of a home, those of team folders, and those in their trash. */
async function* placedEntries(db: Db, spaces: readonly Space[]): AsyncGenerator<readonly PlacedRow[]> {
  const left = { entries: limits.entries as number, pathBytes: limits.pathBytes as number }
  async function* below(path: string, pages: AsyncGenerator<readonly ZipRow[]>) {
    for await (const group of walkPages(db, pages, null, { ...left, levels: limits.levels })) {
      const placed = group.map((entry) => ({ ...entry, path: path + entry.path }))
      for (const entry of placed) {
        const bytes = Buffer.byteLength(entry.path)
        left.entries--
        left.pathBytes -= bytes
        if (bytes >= MAX_PATH_BYTES || left.entries < 0 || left.pathBytes < 0) throw new WalkTooLarge('too many files')
      }
      yield placed
    }
  }
  const nameOf = uniqueNames()
  for (const { id, kind, root_id: rootId } of spaces) {
    const team = kind === 'home' ? '' : `${nameOf(await rootNameOf(db, rootId), 'folder')}/`
    const top = { folder: { id: rootId, trash_root_id: null }, except: new Set<string>() }
    yield* below(kind === 'home' ? 'files/' : `team-folders/${team}`, topPages(db, top))
    yield* below(kind === 'home' ? 'trash/' : `team-folders-trash/${team}`, trashedPages(db, id))
  }
}
