import type { ConflictOptions } from '@holdall/api'
import { MAX_TOLD, recordActivity } from '../../infrastructure/db/recorded-activity.ts'
import { readInBackground, type Trx } from '../../infrastructure/db/transact.ts'
import { refuse } from '../../infrastructure/errors/refusal.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { ROWS_PER_SLICE } from '../entries/bulk-changes.ts'
import { changeSizeOf } from '../entries/change-size.store.ts'
import { depthOf, refuseDepth } from '../entries/path-depth.ts'
import { idsOf, type PickedIn } from '../entries/selection.store.ts'
import { entryOf, inSpace, isStillIn, type Space } from '../entries/space.store.ts'
import { batches } from '../entries/subtree.store.ts'
import { followMovedEntries } from '../space-moves/follow-moved-entries.ts'
import { type StorageLimits, storageLimits } from '../storage/quota.store.ts'
import type { Replaced } from '../versions/version.store.ts'
import { type CopyPlan, planCopy } from './copy-plan.ts'
import { beginCopy, endCopy, insertCopies, renewCopy, settleCopied, showCopies, type ShownCopy } from './copy.store.ts'
import { replaceByCopy } from './replace-by-copy.ts'
import { revertCopy } from './revert-copies.ts'

export type CopyDeps = Pick<
  Infrastructure,
  'db' | 'engine' | 'transact' | 'transactBulk' | 'clock' | 'ids' | 'settings'
> & { readonly disk: Pick<Infrastructure['disk'], 'admit'> }

interface CopyTarget {
  readonly space: Space
  readonly toId: string
  readonly creatorId: string
  readonly limits: StorageLimits
  readonly maxDepth: number
  readonly now: number
}

export interface Copied {
  /** Of the copies of the selected entries. */
  readonly ids: readonly string[]
  /** Files at the target that got the content of a selected one. */
  readonly replaced: readonly Replaced[]
  readonly skipped: number
}

/**
 * Copies entries into a folder, folders with all that is live in them. No bytes are copied: the copy of a file refers to
 * the same blob, and counts as if it had its own. Links are not copied. A copy of many entries is written in several
 * transactions, between which others write: its entries are hidden until the last one, and deleted where one fails.
 */
export async function copyEntries(
  deps: CopyDeps,
  from: readonly PickedIn[],
  { space, toId, userId }: { readonly space: Space; readonly toId: string; readonly userId: string },
  conflicts: ConflictOptions,
  { perSlice = ROWS_PER_SLICE, maxCopied }: { readonly perSlice?: number; readonly maxCopied?: number } = {},
): Promise<Copied> {
  const { db, ids, clock, disk, settings, transactBulk } = deps
  // No bytes are copied, but very many rows may be.
  await disk.admit()
  const sources = from.map((part) => ({ space: part.space, ids: idsOf(part.which) }))
  await followMovedEntries(deps, [...sources, { space, ids: [toId] }])
  const maxDepth = await settings.get('files.max_depth')
  const target = { space, toId, creatorId: userId, limits: await storageLimits(settings), maxDepth, now: clock.now() }
  const planOf = async (on: Trx | typeof db) => {
    const plans: CopyPlan[] = []
    for (const part of from) plans.push(await planCopy(on, part, { space, toId, conflicts, ids, maxDepth, maxCopied }))
    return plans
  }
  const copyId = ids.next()
  const { isLarge, transact } = await changeSizeOf(
    deps,
    from.map(({ which }) => which),
  )
  if (!isLarge) {
    return inSpace(transact, space, async (trx) =>
      writeCopy(await planOf(trx), target, { copyId, perSlice, clock, step: (work) => work(trx) }),
    )
  }
  const plans = await readInBackground(() => planOf(db))
  try {
    const step: Step = (work) => inSpace(transactBulk, space, work)
    return await writeCopy(plans, target, { copyId, perSlice, clock, step })
  } catch (error) {
    // Where that fails too, the background job does it.
    await revertCopy(deps, copyId).catch(() => undefined)
    throw error
  }
}

/** Runs `work` in a transaction on the target. It may run again from its start. */
type Step = <T>(work: (trx: Trx) => Promise<T>) => Promise<T>

interface Writing extends Pick<Infrastructure, 'clock'> {
  readonly copyId: string
  /** Rows that one step writes. */
  readonly perSlice: number
  readonly step: Step
}

async function writeCopy(
  plans: readonly CopyPlan[],
  target: CopyTarget,
  { copyId, perSlice, clock, step: transact }: Writing,
): Promise<Copied> {
  const { space, toId, limits } = target
  const height = Math.max(0, ...plans.map((plan) => plan.height))
  const step = <T>(from: readonly Space[], work: (trx: Trx) => Promise<T>) =>
    transact(async (trx) => {
      await renewCopy(trx, copyId, clock.now())
      await refuseChanged(trx, from, target, height)
      return work(trx)
    })
  const amount = {
    bytes: plans.reduce((sum, plan) => sum + plan.amount.bytes, 0),
    items: plans.reduce((sum, plan) => sum + plan.amount.items, 0),
  }
  await transact((trx) => beginCopy(trx, copyId, { ownerId: space.owner_id, amount, limits, now: clock.now() }))
  for (const { space: from, copies } of plans) {
    // Each may have another folder, whose counts change.
    for (const some of batches(copies, Math.ceil(perSlice / 2))) {
      await step([from], async (trx) => {
        const written = await insertCopies(trx, some, { ...target, copyId, from, to: space })
        await settleCopied(trx, copyId, written, limits)
      })
    }
  }
  const replaced: Replaced[] = []
  for (const { space: from, replacing } of plans) {
    // With each its version, and the counts of its folder.
    for (const some of batches(replacing, Math.ceil(perSlice / 4))) {
      replaced.push(...(await step([from], (trx) => replaceSome(trx, some, { copyId, from, target }))))
    }
  }
  const topIds = plans.flatMap(({ copies }) => copies.filter(({ level }) => level === 0).map(({ id }) => id))
  const slices = [...batches(topIds, perSlice)]
  const shown: ShownCopy[] = []
  for (const [at, some] of (slices.length > 0 ? slices : [[]]).entries()) {
    shown.push(
      ...(await step([], async (trx) => {
        const more = await showCopies(trx, some, { copyId, space, toId })
        if (at < slices.length - 1) return more
        recordCopied(trx, [...shown, ...more], target)
        await endCopy(trx, copyId)
        return more
      })),
    )
  }
  return {
    ids: shown.map(({ id }) => id),
    replaced,
    skipped: plans.reduce((sum, plan) => sum + plan.skipped, 0),
  }
}

/**
 * The target may have been trashed or moved since the last transaction, and a membership may have ended. A move of the
 * target does not count the levels of what is hidden in it.
 */
async function refuseChanged(
  trx: Trx,
  from: readonly Space[],
  { space, toId, maxDepth }: CopyTarget,
  height: number,
): Promise<void> {
  if (!(await entryOf(trx, space.id, toId))) throw refuse('not-found')
  const depth = await depthOf(trx, toId)
  if (depth > 0) refuseDepth(depth, height, maxDepth)
  // The spaces of the sources are not locked, because nothing of them changes.
  for (const each of from) if (!(await isStillIn(trx, each, 'can_view'))) throw refuse('not-found')
}

async function replaceSome(
  trx: Trx,
  some: CopyPlan['replacing'],
  { copyId, from, target }: { readonly copyId: string; readonly from: Space; readonly target: CopyTarget },
): Promise<readonly Replaced[]> {
  const replaced: Replaced[] = []
  let bytes = 0
  for (const { id, existingId } of some) {
    const to = { space: target.space, id: existingId }
    const done = await replaceByCopy(trx, { space: from, id }, to, target.now)
    bytes += done.bytes
    replaced.push(done.replaced)
  }
  await settleCopied(trx, copyId, { bytes, items: replaced.length }, target.limits)
  return replaced
}

function recordCopied(trx: Trx, shown: readonly ShownCopy[], { space, toId }: CopyTarget): void {
  const told = shown.slice(0, MAX_TOLD).map((row) => ({ ...row, parent_id: toId }))
  recordActivity(trx, 'copied', told, { folderId: toId, space, further: shown.length - told.length })
}
