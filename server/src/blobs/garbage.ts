import { day } from '../clock.ts'
import { collected } from '../quota/store.ts'
import type { Services } from '../services.ts'
import type { BlobStore } from './store.ts'

type Deps = Pick<Services, 'db' | 'transact' | 'clock'>

/** Removes the bytes of one piece of garbage, unless an entry has come to use them. Safe to be cut off anywhere. */
export async function collect({ transact }: Pick<Deps, 'transact'>, blobs: BlobStore, id: string): Promise<void> {
  const unused = await transact(async (trx) => {
    const user = await trx.selectFrom('entries').select('id').where('blob_id', '=', id).limit(1).executeTakeFirst()
    // With its row gone, no entry can come to refer to the blob any more.
    if (!user) await trx.deleteFrom('blobs').where('id', '=', id).execute()
    return !user
  })
  if (unused) await blobs.delete(id)
  await transact((trx) => collected(trx, id))
}

/**
 * Collects what is due, and answers how many there were. A blob that cannot be removed holds up no other: an
 * `AggregateError` names all of them in the end, and the next run tries them again.
 */
export async function collectGarbage(deps: Deps, blobs: BlobStore, signal?: AbortSignal): Promise<number> {
  const { db, clock } = deps
  const failures: unknown[] = []
  let done = 0
  for (let after: { readonly collect_at: number; readonly blob_id: string } | undefined; ;) {
    const due = await db
      .selectFrom('garbage')
      .select(['collect_at', 'blob_id'])
      .where('collect_at', '<=', clock.now())
      .$if(after !== undefined, (q) =>
        q.where((eb) =>
          eb(eb.refTuple('collect_at', 'blob_id'), '>', eb.tuple(after?.collect_at ?? 0, after?.blob_id ?? '')),
        ),
      )
      .orderBy('collect_at')
      .orderBy('blob_id')
      .limit(500)
      .execute()
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
 * Removes bytes that no row knows, such as those that came after the snapshot a database was restored from. Only what
 * has lain untouched for a day: a younger blob may belong to a transaction that is still to come. What cannot be removed
 * holds up nothing else: an `AggregateError` tells how many there were in the end.
 */
export async function removeOrphans({ db, clock }: Deps, blobs: BlobStore, signal?: AbortSignal): Promise<number> {
  const failures: unknown[] = []
  let removed = 0
  let some: string[] = []
  const check = async () => {
    if (some.length === 0) return
    const known = await db
      .selectFrom('blobs')
      .select('id')
      .where('id', 'in', some)
      .union(db.selectFrom('uploads').select('blob_id as id').where('blob_id', 'in', some))
      .union(db.selectFrom('garbage').select('blob_id as id').where('blob_id', 'in', some))
      .execute()
    const keep = new Set(known.map((row) => row.id))
    for (const id of some.filter((candidate) => !keep.has(candidate))) {
      try {
        await blobs.delete(id)
        removed++
      } catch (error) {
        failures.push(error)
      }
    }
    some = []
  }
  for await (const { id, touchedAt } of blobs.list()) {
    signal?.throwIfAborted()
    if (clock.now() - touchedAt < day) continue
    some.push(id)
    if (some.length === 500) await check()
  }
  await check()
  refuseFailures(failures, 'contents without an entry')
  return removed
}

function refuseFailures(failures: readonly unknown[], what: string): void {
  if (failures.length === 0) return
  throw new AggregateError(failures, `${failures.length} ${what} could not be removed: ${String(failures[0])}`)
}
