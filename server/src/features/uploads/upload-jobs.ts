import * as z from 'zod/mini'
import { collectGarbage, removeOrphans } from '../storage/garbage.ts'
import { day, hour, minute } from '../../infrastructure/clock.ts'
import { forOwner } from '../entries/space.store.ts'
import { ifUnlocked } from '../entries/keyed-lock.ts'
import { defineJob, handleJob, type JobHandler } from '../../infrastructure/jobs/job-definition.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { deleteEndedBefore } from './unfinished-upload.store.ts'
import {
  expired,
  findUpload,
  deleteUpload,
  abandonUpload,
  lockKeyOf,
  uploadsOfClosedLinks,
  uploadsOfClosedRequests,
  type UploadRow,
} from './upload.store.ts'

type Deps = Pick<Infrastructure, 'db' | 'transact' | 'clock'>

const expireJob = defineJob('expire-uploads', z.object({}))
const garbageJob = defineJob('collect-garbage', z.object({}), { timeLimitMs: 6 * hour })
const orphansJob = defineJob('remove-orphans', z.object({}), { timeLimitMs: 20 * hour })

/**
 * Ends expired uploads, and those by links and upload requests that do not allow them any more, and releases their quota. An expired one that
 * is receiving bytes at this moment is left to the next run, so that a slow client does not block the job.
 */
export async function expireUploads({ db, transact, clock }: Deps, signal?: AbortSignal): Promise<number> {
  let ended = 0
  const abandon = (upload: UploadRow) =>
    forOwner(transact, upload.owner_id, (trx) => abandonUpload(trx, upload, clock.now()))
  for (let after: UploadRow | undefined; ;) {
    const some = await expired(db, clock.now(), 100, after)
    for (const key of some) {
      signal?.throwIfAborted()
      await ifUnlocked(lockKeyOf(key), async () => {
        const upload = await findUpload(db, key)
        // It was continued since it was read.
        if (!upload || upload.expires_at > clock.now()) return
        if (upload.status === 'done') await deleteUpload(db, upload)
        else await abandon(upload)
        ended++
      })
    }
    if (some.length < 100) break
    after = some.at(-1)
  }
  await deleteEndedBefore(db, clock.now() - day)
  for (const closed of [uploadsOfClosedLinks, uploadsOfClosedRequests]) {
    for (let some: readonly UploadRow[] = []; ;) {
      some = await closed(db, clock.now(), 100)
      for (const upload of some) {
        signal?.throwIfAborted()
        await abandon(upload)
        ended++
      }
      if (some.length < 100) break
    }
  }
  return ended
}

/** Cleans up after uploads and deletions. */
export const uploadJobs = (services: Deps & Pick<Infrastructure, 'blobs'>): readonly JobHandler[] => [
  handleJob(expireJob, (_, { signal }) => expireUploads(services, signal), { everyMs: 10 * minute }),
  handleJob(garbageJob, (_, { signal }) => collectGarbage(services, services.blobs, signal), { everyMs: hour }),
  handleJob(orphansJob, (_, { signal }) => removeOrphans(services, services.blobs, signal), { everyMs: day }),
]
