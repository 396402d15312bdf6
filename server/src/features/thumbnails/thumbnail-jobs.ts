import { setTimeout as sleep } from 'node:timers/promises'
import { canHaveThumbnail } from '@holdall/api'
import * as z from 'zod/mini'
import { minute } from '../../infrastructure/clock.ts'
import type { Trx } from '../../infrastructure/db/transact.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { defineJob, handleJob, type JobHandler } from '../../infrastructure/jobs/job-definition.ts'
import { findFfmpeg } from '../../infrastructure/thumbnails/ffmpeg.ts'
import { makeThumbnails, type ThumbnailDeps } from './make-thumbnails.ts'
import {
  type Content,
  contentsToRender,
  contentToRender,
  retryWithFfmpeg,
  setThumbnailState,
} from './thumbnail.store.ts'

const makeJob = defineJob('make-thumbnails', z.object({ blob_id: z.string() }), {
  retries: 3,
  timeLimitMs: 5 * minute,
})
const backfillJob = defineJob('backfill-thumbnails', z.object({}), { retries: 0, timeLimitMs: 60 * minute })

const BACKFILL_PAGE = 200
/** Contents that one run of the backfill renders, with a pause after each. */
const MAX_BACKFILLED = 300
const BACKFILL_PAUSE_MS = 200

/** To be called in the transaction that stores a content which a new file, or a new version of one, refers to. */
export const enqueueThumbnails = (jobs: Infrastructure['jobs'], trx: Trx, blobId: string): Promise<void> =>
  jobs.enqueue(trx, makeJob, { blob_id: blobId }, { key: blobId })

/** Contents without thumbnails, the newest first, as many as one run renders. */
async function* contentsToBackfill({ db, transact }: ThumbnailDeps): AsyncGenerator<Content> {
  let count = 0
  for (let after: Content | undefined; ;) {
    const page = await contentsToRender(db, BACKFILL_PAGE, after)
    const others = page.filter(({ mime }) => mime !== null && !canHaveThumbnail(mime)).map(({ id }) => id)
    if (others.length > 0) await transact((trx) => setThumbnailState(trx, others, 'none'))
    for (const content of page.filter(({ mime }) => canHaveThumbnail(mime))) {
      if (count++ >= MAX_BACKFILLED) return
      yield content
    }
    if (page.length < BACKFILL_PAGE) return
    after = page.at(-1)
  }
}

/**
 * Renders contents without thumbnails: those from before this feature or a new FFmpeg. What was interrupted is tried
 * again at the end. What cannot be read does not stop the others, and is tried again by the next run.
 */
async function backfill(deps: ThumbnailDeps & Pick<Infrastructure, 'transactBulk'>, signal: AbortSignal) {
  if ((await findFfmpeg()) !== null) await deps.transactBulk(retryWithFfmpeg)
  const failures: unknown[] = []
  const interrupted: Content[] = []
  const make = async (content: Content, isLastAttempt: boolean) => {
    signal.throwIfAborted()
    try {
      if (!(await makeThumbnails(deps, content, signal, isLastAttempt))) interrupted.push(content)
    } catch (error) {
      signal.throwIfAborted()
      failures.push(error)
    }
    await sleep(BACKFILL_PAUSE_MS, undefined, { signal })
  }
  for await (const content of contentsToBackfill(deps)) await make(content, false)
  for (const content of interrupted.splice(0)) await make(content, true)
  refuseFailures(failures)
}

function refuseFailures(failures: readonly unknown[]): void {
  if (failures.length === 0) return
  throw new AggregateError(failures, `${failures.length} contents could not be read: ${String(failures[0])}`)
}

export const thumbnailJobs = (
  services: ThumbnailDeps & Pick<Infrastructure, 'transactBulk'>,
): readonly JobHandler[] => [
  handleJob(makeJob, async ({ blob_id: id }, { signal, attempt }) => {
    const content = await contentToRender(services.db, id)
    if (!content || (await makeThumbnails(services, content, signal, attempt > 1))) return
    // The queue repeats it after the files that are due.
    throw new Error('The process that renders ended during this file.')
  }),
  handleJob(backfillJob, (_, { signal }) => backfill(services, signal), { everyMs: 10 * minute }),
]
