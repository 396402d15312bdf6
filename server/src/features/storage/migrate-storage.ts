import { createHash } from 'node:crypto'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import pLimit from 'p-limit'
import * as z from 'zod/mini'
import type { BlobStore } from '../../infrastructure/blobs/blob-store.ts'
import { copyBlob } from '../../infrastructure/blobs/copy-blob.ts'
import type { Db } from '../../infrastructure/db/transact.ts'
import { blobsAfter, hasBlob, type StoredBlob } from './migrate-storage.store.ts'

const PAGE = 200
const AT_ONCE = 8
/** A copy that differs from its source is made once more. */
const MAX_COPIES = 2

export interface MigrationResult {
  readonly copied: number
  readonly present: number
  /** Ids of blobs that the source does not have either. */
  readonly missing: readonly string[]
  /**
   * Ids of blobs whose bytes are not those that were uploaded: in the source, from where they are copied as they are, or
   * in the target where the source has none.
   */
  readonly damaged: readonly string[]
}

interface Options {
  readonly db: Db
  readonly source: BlobStore
  readonly target: BlobStore
  /** Path of the file that remembers which copies a killed run had not verified. */
  readonly journal: string
  /** Reads also what is there already. */
  readonly verifyAll: boolean
  readonly progress?: (done: number) => void
}

/**
 * Copies all contents from one store to the other and reads each copy again. Nothing of the source is deleted. It may run
 * beside the server, and again: what is there already is not copied. Contents that are uploaded meanwhile are copied by
 * the next run.
 */
export async function migrateStorage({ db, source, target, journal, ...options }: Options): Promise<MigrationResult> {
  const unverified = new Set(await readJournal(journal))
  const result = { copied: 0, present: 0, missing: [] as string[], damaged: [] as string[] }
  const limit = pLimit(AT_ONCE)
  let done = 0

  async function isIn(store: BlobStore, { id, size }: StoredBlob): Promise<boolean> {
    return (await store.stat(id))?.size === size
  }

  /** Whether the target has the blob, and nothing says that its bytes may be others. */
  async function isDone(blob: StoredBlob): Promise<boolean> {
    if (!(await isIn(target, blob))) return false
    if (!options.verifyAll && !unverified.has(blob.id)) return true
    return (await hashOf(target, blob)) === blob.sha256
  }

  async function copy(blob: StoredBlob): Promise<void> {
    if (!(await isIn(source, blob))) {
      // Deleted since the page was read, or written to the target: then it is in use already.
      if (!(await hasBlob(db, blob.id))) return
      if (!(await isIn(target, blob))) result.missing.push(blob.id)
      else if ((await hashOf(target, blob)) === blob.sha256) result.present++
      else result.damaged.push(blob.id)
      return
    }
    for (let attempt = 1; ; attempt++) {
      const sha256 = await copyBlob(source, target, blob.id, blob.size)
      if ((await hashOf(target, blob)) === sha256) {
        if (sha256 !== blob.sha256) result.damaged.push(blob.id)
        result.copied++
        return
      }
      await target.delete(blob.id)
      if (attempt === MAX_COPIES) throw new Error(`The copy of ${blob.id} differs from its source each time.`)
    }
  }

  for (let after = ''; ;) {
    const page = await blobsAfter(db, after, PAGE)
    const checked = await Promise.all(page.map((blob) => limit(async () => ({ blob, isPresent: await isDone(blob) }))))
    const waiting = checked.filter(({ isPresent }) => !isPresent).map(({ blob }) => blob)
    result.present += page.length - waiting.length
    if (waiting.length > 0) {
      // Written before the first copy: a copy of a killed run is complete, and was perhaps never read again.
      await writeJournal(journal, [...unverified, ...waiting.map(({ id }) => id)])
      await settleAll(waiting.map((blob) => limit(() => copy(blob))))
      for (const { id } of waiting) unverified.delete(id)
    }
    done += page.length
    options.progress?.(done)
    const last = page.at(-1)
    if (!last || page.length < PAGE) break
    after = last.id
  }
  await rm(journal, { force: true })
  return result
}

/** Waits for all of them, so that nothing runs on behind an error. */
async function settleAll(work: readonly Promise<void>[]): Promise<void> {
  const failed = (await Promise.allSettled(work)).find((each) => each.status === 'rejected')
  if (failed) throw failed.reason
}

async function hashOf(store: BlobStore, { id, size }: StoredBlob): Promise<string> {
  const hash = createHash('sha256')
  for await (const bytes of store.read(id, { start: 0, end: size - 1 })) hash.update(bytes)
  return hash.digest('hex')
}

const Journal = z.array(z.string())

async function readJournal(path: string): Promise<readonly string[]> {
  try {
    return Journal.parse(JSON.parse(await readFile(path, 'utf8')))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw new Error(`${path} cannot be read. Delete it, and run the command with --verify.`, { cause: error })
  }
}

async function writeJournal(path: string, ids: readonly string[]): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  const file = await open(`${path}.tmp`, 'w', 0o600)
  try {
    await file.writeFile(JSON.stringify(ids))
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(`${path}.tmp`, path)
}
