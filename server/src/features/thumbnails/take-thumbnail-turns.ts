import { setTimeout as sleep } from 'node:timers/promises'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { minute } from '../../infrastructure/clock.ts'
import { makeThumbnails, type ThumbnailDeps } from './make-thumbnails.ts'
import {
  isSlowContent,
  leaseContent,
  nextContent,
  type QueuedContent,
  queueAgain,
  releaseContent,
  spendTime,
  thumbnailRanks,
  unqueueContent,
} from './thumbnail-queue.store.ts'
import { contentToRender, setThumbnailState } from './thumbnail.store.ts'

/** After this, a run leaves the rest to the next one. */
const RUN_MS = 3 * minute
const EARLIER_PAUSE_MS = 200
/** Contents that could not be read, after which a run ends: the storage may be unavailable. */
const MAX_FAILURES = 20

export type TurnDeps = ThumbnailDeps & Pick<Infrastructure, 'transactUnsynced'>

/**
 * Renders the scheduled contents, one of each owner in turn. False where time ran out before the end. A content that
 * cannot be read does not stop the others, and is tried again by a later run.
 */
export async function takeThumbnailTurns(deps: TurnDeps, signal: AbortSignal): Promise<boolean> {
  const { clock, db, transactUnsynced } = deps
  const endsAtMs = clock.now() + RUN_MS
  const failures: unknown[] = []
  while (failures.length < MAX_FAILURES) {
    signal.throwIfAborted()
    const nowMs = clock.now()
    if (nowMs >= endsAtMs) return false
    const content = await nextContent(db, nowMs)
    if (!content) break
    if (!(await transactUnsynced((trx) => leaseContent(trx, content, nowMs)))) continue
    try {
      await renderQueued(deps, content, signal)
    } catch (error) {
      if (signal.aborted) await deps.transact((trx) => releaseContent(trx, content.blob_id))
      signal.throwIfAborted()
      failures.push(error)
    }
    if (content.rank === thumbnailRanks.earlier) await sleep(EARLIER_PAUSE_MS, undefined, { signal })
  }
  if (failures.length > 0) {
    throw new AggregateError(failures, `${failures.length} contents could not be read: ${String(failures[0])}`)
  }
  return true
}

/** The first attempt has little time; the second one has much, which counts against the budget of the owner. */
async function renderQueued(
  deps: TurnDeps,
  { blob_id: id, owner_id: ownerId, rank }: QueuedContent,
  signal: AbortSignal,
): Promise<void> {
  const { clock, db, transact, transactUnsynced } = deps
  const content = await contentToRender(db, id)
  const isSlow = content !== undefined && (await isSlowContent(db, content.sha256))
  const isLastAttempt = rank === thumbnailRanks.again
  const startedAtMs = clock.now()
  try {
    const isDone = !content || isSlow || (await makeThumbnails(deps, content, signal, isLastAttempt))
    await transact(async (trx) => {
      if (isSlow) await setThumbnailState(trx, [id], 'failed')
      await (isDone ? unqueueContent(trx, id) : queueAgain(trx, id, clock.now()))
    })
  } finally {
    const spentMs = clock.now() - startedAtMs
    if (isLastAttempt) await transactUnsynced((trx) => spendTime(trx, ownerId, spentMs, clock.now()))
  }
}
