import * as z from 'zod/mini'
import { hour, minute } from '../../infrastructure/clock.ts'
import { defineJob, handleJob, type JobHandler } from '../../infrastructure/jobs/job-definition.ts'
import { finishDeletion, type TrashDeps } from '../trash/trash-service.ts'
import { abandonedCopies, beginRevert, endRevert } from './copy.store.ts'

/** Deletes what a copy has written, while it is still hidden. */
export async function revertCopy(deps: TrashDeps, copyId: string, signal?: AbortSignal): Promise<void> {
  const { db, transactBulk, clock } = deps
  if (!(await transactBulk((trx) => beginRevert(trx, copyId, clock.now())))) return
  await finishDeletion(deps, copyId, { signal })
  await endRevert(db, copyId)
}

/** Reverts the copies that a process has left unfinished. */
export async function revertAbandonedCopies(deps: TrashDeps, signal?: AbortSignal): Promise<void> {
  for (const { id } of await abandonedCopies(deps.db, deps.clock.now())) await revertCopy(deps, id, signal)
}

const revertJob = defineJob('revert-copies', z.object({}), { timeLimitMs: 6 * hour })

export const copyJobs = (services: TrashDeps): readonly JobHandler[] => [
  handleJob(revertJob, (_, { signal }) => revertAbandonedCopies(services, signal), { everyMs: 15 * minute }),
]
