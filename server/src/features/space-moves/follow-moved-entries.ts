import * as z from 'zod/mini'
import { hour, minute } from '../../infrastructure/clock.ts'
import { readInBackground } from '../../infrastructure/db/transact.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { handleEach } from '../../infrastructure/jobs/handle-each.ts'
import { defineJob, handleJob, type JobHandler } from '../../infrastructure/jobs/job-definition.ts'
import { ROWS_PER_SLICE } from '../entries/bulk-changes.ts'
import { inSpace, inSpaces, type Space } from '../entries/space.store.ts'
import { batches } from '../entries/subtree.store.ts'
import {
  endSpaceMove,
  foldersIn,
  followSlice,
  isAnyElsewhere,
  refuseMoving,
  spaceOfMove,
  spacesToFollow,
  unfinishedMoves,
} from './space-move.store.ts'

type Deps = Pick<Infrastructure, 'clock' | 'db' | 'transactBulk'>

/** Folders of which one transaction moves entries. */
const FOLDERS_PER_SLICE = 500

interface FollowOptions {
  readonly limit?: number | undefined
  readonly signal?: AbortSignal | undefined
}

/** Entries that a call was allowed to change as entries of this space. */
interface EntriesOfSpace {
  readonly space: Space
  readonly ids?: readonly string[]
}

/**
 * Finishes moves to other spaces of the owners of these spaces. To be called before entries are taken out of their
 * folders, read to be copied, or deleted. Throws `busy` where one of the entries has followed: the rights on it may be
 * others.
 */
export async function followMovedEntries(
  deps: Deps,
  parts: readonly EntriesOfSpace[],
  options?: FollowOptions,
): Promise<void> {
  const ownerIds = [...new Set(parts.map(({ space }) => space.owner_id))]
  if (ownerIds.length === 0) return
  const unfinished = await unfinishedMoves(deps.db, ownerIds)
  for (const { root_id: rootId } of unfinished) await follow(deps, rootId, options)
  if (unfinished.length === 0) return
  for (const { space, ids = [] } of parts) {
    if (await isAnyElsewhere(deps.db, space, ids)) throw refuseMoving()
  }
}

/** What is below a moved entry follows it into its space. */
async function follow(deps: Deps, rootId: string, options?: FollowOptions): Promise<void> {
  const { db, transactBulk } = deps
  for (;;) {
    await followBelow(deps, rootId, options)
    const space = await spaceOfMove(db, rootId)
    if (!space) {
      await transactBulk((trx) => endSpaceMove(trx, rootId))
      return
    }
    if (await inSpace(transactBulk, space, (trx) => endSpaceMove(trx, rootId))) return
  }
}

/**
 * Level by level: a folder before what is in it, so that nothing more can be put into it by the earlier space.
 */
async function followBelow(
  { clock, db, transactBulk }: Deps,
  rootId: string,
  { limit = ROWS_PER_SLICE, signal }: FollowOptions = {},
): Promise<void> {
  for (let level = [rootId]; level.length > 0;) {
    const next: string[] = []
    for (const some of batches(level, FOLDERS_PER_SLICE)) {
      for (;;) {
        signal?.throwIfAborted()
        const [to, from] = await readInBackground(() => spacesToFollow(db, some))
        if (!to || !from) break
        await inSpaces(transactBulk, [to, from], (trx) =>
          followSlice(trx, some, { rootId, from, to, limit, now: clock.now() }),
        )
      }
      for (const id of await readInBackground(() => foldersIn(db, some))) next.push(id)
    }
    level = next
  }
}

const followJob = defineJob('follow-moved-entries', z.object({}), { timeLimitMs: 6 * hour })

type JobDeps = Deps & Pick<Infrastructure, 'log'>

/** Finishes what a process has left unfinished. */
export const finishAllMoves = async (deps: JobDeps, signal?: AbortSignal): Promise<number> =>
  handleEach(
    await unfinishedMoves(deps.db),
    {
      log: deps.log,
      signal,
      message: 'a move to another space could not be finished',
      fields: (move) => ({ entryId: move.root_id }),
    },
    (move) => follow(deps, move.root_id, { signal }),
  )

export const spaceMoveJobs = (services: JobDeps): readonly JobHandler[] => [
  handleJob(followJob, (_, { signal }) => finishAllMoves(services, signal), { everyMs: 5 * minute }),
]
