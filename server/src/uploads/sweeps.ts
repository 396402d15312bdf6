import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { collectGarbage, removeOrphans } from '../blobs/garbage.ts'
import { openBlobs } from '../blobs/open.ts'
import { day, hour, minute } from '../clock.ts'
import { forOwner } from '../files/space.ts'
import { inTurn } from '../files/turns.ts'
import type { Services } from '../services.ts'
import type { Sweep } from '../sweeps.ts'
import { expired, findUpload, forget, giveUp } from './store.ts'

/** Ends uploads that nobody went on with: their quota is free at once. */
export async function expireUploads({ db, transact, clock }: Services): Promise<number> {
  for (let ended = 0; ;) {
    const some = await expired(db, clock.now(), 100)
    for (const { actor, upload_id } of some) {
      await inTurn(`upload ${actor} ${upload_id}`, async () => {
        const upload = await findUpload(db, { actor, upload_id })
        if (!upload || upload.expires_at > clock.now()) return
        if (upload.status === 'done') await forget(db, upload)
        else await forOwner(transact, upload.owner_id, (trx) => giveUp(trx, upload, clock.now()))
      })
    }
    ended += some.length
    if (some.length < 100) return ended
  }
}

/** What uploads and deletions leave behind. */
export function storageSweeps(services: Services): readonly Sweep[] {
  const blobs = openBlobs(services.config)
  return [
    { name: 'uploads', every: 10 * minute, run: () => expireUploads(services) },
    { name: 'garbage', every: hour, run: () => collectGarbage(services, blobs) },
    { name: 'orphans', every: day, run: () => removeOrphans(services, blobs) },
  ]
}

/** Once, before the first call: what a killed process left half done. */
export async function cleanAfterStart(services: Services): Promise<void> {
  // Forms that were being received; nobody knows of them any more.
  await rm(join(services.config.dataDir, 'tmp'), { recursive: true, force: true })
  await expireUploads(services)
  await collectGarbage(services, openBlobs(services.config))
}
