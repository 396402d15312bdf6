import * as z from 'zod/mini'
import { collectGarbage, removeOrphans } from '../blobs/garbage.ts'
import { openBlobs } from '../blobs/open.ts'
import { day, hour, minute } from '../clock.ts'
import { forOwner } from '../files/space.ts'
import { ifFree } from '../files/turns.ts'
import { defineJob, handleJob, type JobHandler } from '../jobs/job-definition.ts'
import type { Services } from '../services.ts'
import { expired, findUpload, forget, giveUp, turnOf, type UploadKey } from './store.ts'

const expireJob = defineJob('expire-uploads', z.object({}))
const garbageJob = defineJob('collect-garbage', z.object({}), { timeLimitMs: 6 * hour })
const orphansJob = defineJob('remove-orphans', z.object({}), { timeLimitMs: 20 * hour })

/**
 * Ends uploads that nobody continued: their quota is free at once. One that is receiving bytes at this moment is left
 * to the next run, so that a slow client holds up nothing.
 */
export async function expireUploads({ db, transact, clock }: Services, signal?: AbortSignal): Promise<number> {
  let ended = 0
  for (let after: UploadKey | undefined; ;) {
    const some = await expired(db, clock.now(), 100, after)
    for (const key of some) {
      signal?.throwIfAborted()
      await ifFree(turnOf(key), async () => {
        const upload = await findUpload(db, key)
        // It was continued since it was read.
        if (!upload || upload.expires_at > clock.now()) return
        if (upload.status === 'done') await forget(db, upload)
        else await forOwner(transact, upload.owner_id, (trx) => giveUp(trx, upload, clock.now()))
        ended++
      })
    }
    if (some.length < 100) return ended
    after = some.at(-1)
  }
}

/** What uploads and deletions leave behind. */
export function uploadJobs(services: Services): readonly JobHandler[] {
  const blobs = openBlobs(services.config)
  return [
    handleJob(expireJob, (_, { signal }) => expireUploads(services, signal), { everyMs: 10 * minute }),
    handleJob(garbageJob, (_, { signal }) => collectGarbage(services, blobs, signal), { everyMs: hour }),
    handleJob(orphansJob, (_, { signal }) => removeOrphans(services, blobs, signal), { everyMs: day }),
  ]
}
