import { canHaveThumbnail } from '@holdall/api'
import * as z from 'zod/mini'
import { minute } from '../../infrastructure/clock.ts'
import type { Trx } from '../../infrastructure/db/transact.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { defineJob, handleJob, type JobHandler } from '../../infrastructure/jobs/job-definition.ts'
import { findFfmpeg } from '../../infrastructure/thumbnails/ffmpeg.ts'
import { takeThumbnailTurns, type TurnDeps } from './take-thumbnail-turns.ts'
import { deleteIdleTurns, queueContents, thumbnailRanks } from './thumbnail-queue.store.ts'
import { contentsToRender, type EarlierContent, retryWithFfmpeg, setThumbnailState } from './thumbnail.store.ts'

/** Renders all that is scheduled: of which content, the queue decides. */
const makeJob = defineJob('make-thumbnails', z.object({}), { retries: 3, timeLimitMs: 5 * minute })
const backfillJob = defineJob('backfill-thumbnails', z.object({}), { retries: 0, timeLimitMs: 60 * minute })

const BACKFILL_PAGE = 200
/** Contents that one run of the backfill schedules. */
const MAX_BACKFILLED = 300

const startTurns = (jobs: Infrastructure['jobs'], trx: Trx): Promise<void> =>
  jobs.enqueue(trx, makeJob, {}, { key: 'turns' })

interface UploadedContent {
  readonly blobId: string
  /** Whose turns render it: the account that uploads, or the owner of the link of a visitor. */
  readonly ownerId: string
  readonly isByVisitor: boolean
}

/** To be called in the transaction that stores a content, before a file, or a new version of one, refers to it. */
export async function enqueueThumbnails(
  { clock, jobs }: Pick<Infrastructure, 'clock' | 'jobs'>,
  trx: Trx,
  { blobId, ownerId, isByVisitor }: UploadedContent,
): Promise<void> {
  const rank = isByVisitor ? thumbnailRanks.links : thumbnailRanks.own
  await queueContents(trx, [{ blobId, ownerId, rank }], clock.now())
  await startTurns(jobs, trx)
}

type JobDeps = TurnDeps & Pick<Infrastructure, 'jobs' | 'transactBulk'>

/** Contents without thumbnails, the newest first, as many as one run schedules. */
async function* contentsToBackfill({ db, transact }: JobDeps): AsyncGenerator<readonly EarlierContent[]> {
  let left = MAX_BACKFILLED
  for (let after: EarlierContent | undefined; left > 0;) {
    const page = await contentsToRender(db, BACKFILL_PAGE, after)
    const others = page.filter(({ mime }) => mime !== null && !canHaveThumbnail(mime)).map(({ id }) => id)
    if (others.length > 0) await transact((trx) => setThumbnailState(trx, others, 'none'))
    const images = page.filter(({ mime }) => canHaveThumbnail(mime)).slice(0, left)
    left -= images.length
    yield images
    if (page.length < BACKFILL_PAGE) return
    after = page.at(-1)
  }
}

/** Schedules contents without thumbnails: those from before this feature or a new FFmpeg, and those that failed to be read. */
async function backfill(deps: JobDeps): Promise<void> {
  const { clock, jobs, transact, transactBulk } = deps
  if ((await findFfmpeg()) !== null) await transactBulk(retryWithFfmpeg)
  for await (const contents of contentsToBackfill(deps)) {
    const queued = contents.flatMap(({ id, owner_id: ownerId }) =>
      ownerId === null ? [] : [{ blobId: id, ownerId, rank: thumbnailRanks.earlier }],
    )
    await transact((trx) => queueContents(trx, queued, clock.now()))
  }
  await transact(async (trx) => {
    await deleteIdleTurns(trx, clock.now())
    // Second attempts may wait for the next hour of their owner, and others for the end of a process.
    await startTurns(jobs, trx)
  })
}

export const thumbnailJobs = (services: JobDeps): readonly JobHandler[] => [
  handleJob(makeJob, async (_, { signal }) => {
    if (!(await takeThumbnailTurns(services, signal))) {
      await services.transact((trx) => startTurns(services.jobs, trx))
    }
  }),
  handleJob(backfillJob, () => backfill(services), { everyMs: 10 * minute }),
]
