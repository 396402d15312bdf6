import * as z from 'zod/mini'
import { collectGarbage, removeOrphans } from '../storage/garbage.ts'
import { day, hour, minute } from '../../infrastructure/clock.ts'
import { forOwner } from '../entries/space.store.ts'
import { ifUnlocked } from '../entries/keyed-lock.ts'
import { handleEach, pagesOf, rowsOf } from '../../infrastructure/jobs/handle-each.ts'
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

type Deps = Pick<Infrastructure, 'db' | 'transact' | 'clock' | 'log'>

const expireJob = defineJob('expire-uploads', z.object({}))
const garbageJob = defineJob('collect-garbage', z.object({}), { timeLimitMs: 6 * hour })
const orphansJob = defineJob('remove-orphans', z.object({}), { timeLimitMs: 20 * hour })

const UPLOADS_PER_PAGE = 100

interface DueUpload {
  readonly upload: UploadRow
  /** False for one by a link or an upload request that does not allow it any more. */
  readonly isExpired: boolean
}

async function* dueUploads({ db, clock }: Deps): AsyncGenerator<DueUpload, void> {
  for (const [isExpired, read] of [
    [true, expired],
    [false, uploadsOfClosedLinks],
    [false, uploadsOfClosedRequests],
  ] as const) {
    const pages = pagesOf<UploadRow>((after) => read(db, clock.now(), UPLOADS_PER_PAGE, after))
    for await (const upload of rowsOf(pages)) yield { upload, isExpired }
  }
}

/**
 * Ends expired uploads, and uploads by links and upload requests that do not allow them any more, and releases their
 * quota. An expired one that is receiving bytes at this moment is left to the next run, so that a slow client does not
 * block the job.
 */
export async function expireUploads(deps: Deps, signal?: AbortSignal): Promise<number> {
  const { db, transact, clock, log } = deps
  let ended = 0
  const abandon = async (upload: UploadRow) => {
    await forOwner(transact, upload.owner_id, (trx) => abandonUpload(trx, upload, clock.now()))
    ended++
  }
  const endExpired = async (key: UploadRow) => {
    const upload = await findUpload(db, key)
    // It was continued since it was read.
    if (!upload || upload.expires_at > clock.now()) return
    if (upload.status === 'receiving') return abandon(upload)
    await deleteUpload(db, upload)
    ended++
  }
  await deleteEndedBefore(db, clock.now() - day)
  const fields = ({ upload }: DueUpload) => ({ actor: upload.actor, uploadId: upload.upload_id })
  await handleEach(
    dueUploads(deps),
    { log, signal, message: 'an upload could not be ended', fields },
    ({ upload, isExpired }) => (isExpired ? ifUnlocked(lockKeyOf(upload), () => endExpired(upload)) : abandon(upload)),
  )
  return ended
}

/** Cleans up after uploads and deletions. */
export const uploadJobs = (services: Deps & Pick<Infrastructure, 'blobs'>): readonly JobHandler[] => [
  handleJob(expireJob, (_, { signal }) => expireUploads(services, signal), { everyMs: 10 * minute }),
  handleJob(garbageJob, (_, { signal }) => collectGarbage(services, services.blobs, signal), { everyMs: hour }),
  handleJob(orphansJob, (_, { signal }) => removeOrphans(services, services.blobs, signal), { everyMs: day }),
]
