import { forOwner } from '../entries/space.store.ts'
import { refuse } from '../../infrastructure/errors/refusal.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { endUploadsOf, newestUnfinished, unfinishedOf } from './unfinished-upload.store.ts'
import type { UploadRow } from './upload.store.ts'
import type { Uploads } from './upload-service.ts'

/** Uploads that one transaction ends: others write between two. */
const UPLOADS_PER_TRANSACTION = 500

export type UnfinishedUploadDeps = Pick<Infrastructure, 'clock' | 'db' | 'transact'> & { readonly uploads: Uploads }

/** Ends an unfinished upload of any sender into the files of an owner. */
export async function endUpload(deps: UnfinishedUploadDeps, ownerId: string, id: string): Promise<void> {
  const found = await unfinishedOf(deps.db, ownerId, { id, limit: 1 })
  if (found.length === 0) throw refuse('not-found')
  await endUploads(deps, ownerId, found)
}

/** Ends all of them that have begun before. */
export async function endAllUploads(
  deps: UnfinishedUploadDeps,
  ownerId: string,
  limit = UPLOADS_PER_TRANSACTION,
): Promise<void> {
  const until = await newestUnfinished(deps.db, ownerId)
  if (until === null) return
  for (let ended = limit; ended === limit;) {
    const some = await unfinishedOf(deps.db, ownerId, { until, limit })
    ended = some.length
    if (ended > 0) await endUploads(deps, ownerId, some)
  }
}

async function endUploads(
  { clock, transact, uploads }: UnfinishedUploadDeps,
  ownerId: string,
  some: readonly UploadRow[],
): Promise<void> {
  const ids = some.flatMap(({ id }) => id ?? [])
  await forOwner(transact, ownerId, (trx) => endUploadsOf(trx, ownerId, ids, clock.now()))
  for (const upload of some) await uploads.stop(upload)
}
