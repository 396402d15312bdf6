import { day } from '../../infrastructure/clock.ts'
import { deleteUnusedBlob, dueGarbage, knownBlobs, openUploadsOf } from './garbage.store.ts'
import { collected } from './quota.store.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import type { BlobStore } from '../../infrastructure/blobs/blob-store.ts'

type Deps = Pick<Infrastructure, 'db' | 'transact' | 'clock'>

/** Deletes a blob that is garbage, unless an entry or a version uses it. May be interrupted at any point and repeated. */
export async function collect({ transact }: Pick<Deps, 'transact'>, blobs: BlobStore, id: string): Promise<void> {
  // A blob is deleted even if its row was by an interrupted run.
  for (const unused of await transact((trx) => deleteUnusedBlob(trx, id))) await blobs.delete(unused)
  await transact((trx) => collected(trx, id))
}

/**
 * Deletes garbage that is due, and returns how many blobs. A blob that cannot be deleted does not stop the others: an
 * `AggregateError` has all failures at the end, and the next run tries them again.
 */
export async function collectGarbage(deps: Deps, blobs: BlobStore, signal?: AbortSignal): Promise<number> {
  const { db, clock } = deps
  const failures: unknown[] = []
  let done = 0
  for (let after: Awaited<ReturnType<typeof dueGarbage>>[number] | undefined; ;) {
    const due = await dueGarbage(db, clock.now(), 500, after)
    for (const { blob_id } of due) {
      signal?.throwIfAborted()
      try {
        await collect(deps, blobs, blob_id)
        done++
      } catch (error) {
        failures.push(error)
      }
    }
    if (due.length < 500) break
    after = due.at(-1)
  }
  refuseFailures(failures, 'deleted contents')
  return done
}

/**
 * Deletes orphaned blobs, such as those written after the snapshot that a database was restored from, and what a killed
 * process left of writing a blob that exists. Only what has not been written for a day: a newer one may belong to a
 * transaction that has not begun yet. A blob that cannot be deleted does not stop the others: an `AggregateError` has all
 * failures at the end.
 */
export async function removeOrphans({ db, clock }: Deps, blobs: BlobStore, signal?: AbortSignal): Promise<number> {
  const failures: unknown[] = []
  let removed = 0
  let some = new Map<string, { isUnfinished: boolean }>()
  const check = async () => {
    if (some.size === 0) return
    const ids = [...some.keys()]
    const keep = await knownBlobs(db, ids)
    const writing = await openUploadsOf(db, ids)
    for (const [id, { isUnfinished }] of some) {
      try {
        if (!keep.has(id)) await blobs.delete(id)
        else if (isUnfinished && !writing.has(id)) await blobs.removeUnfinished(id)
        else continue
        removed++
      } catch (error) {
        failures.push(error)
      }
    }
    some = new Map()
  }
  for await (const { id, touchedAt, isUnfinished } of blobs.list()) {
    signal?.throwIfAborted()
    if (clock.now() - touchedAt < day) continue
    some.set(id, { isUnfinished: isUnfinished || some.get(id)?.isUnfinished === true })
    if (some.size === 500) await check()
  }
  await check()
  refuseFailures(failures, 'contents without an entry')
  return removed
}

function refuseFailures(failures: readonly unknown[], what: string): void {
  if (failures.length === 0) return
  throw new AggregateError(failures, `${failures.length} ${what} could not be removed: ${String(failures[0])}`)
}
