import * as z from 'zod/mini'
import { hour, minute } from '../../infrastructure/clock.ts'
import { handleEach } from '../../infrastructure/jobs/handle-each.ts'
import { defineJob, handleJob, type JobHandler } from '../../infrastructure/jobs/job-definition.ts'
import { finishDeletion, type TrashDeps, type TrashJobDeps } from '../trash/trash-service.ts'
import { abandonedCopies, beginRevert, endRevert } from './copy.store.ts'

/** Deletes what a copy has written, while it is still hidden. */
export async function revertCopy(deps: TrashDeps, copyId: string, signal?: AbortSignal): Promise<void> {
  const { db, transactBulk, clock } = deps
  if (!(await transactBulk((trx) => beginRevert(trx, copyId, clock.now())))) return
  await finishDeletion(deps, copyId, { signal })
  await endRevert(db, copyId)
}

/** Reverts the copies that a process has left unfinished. */
export const revertAbandonedCopies = async (deps: TrashJobDeps, signal?: AbortSignal): Promise<number> =>
  handleEach(
    await abandonedCopies(deps.db, deps.clock.now()),
    { log: deps.log, signal, message: 'a copy could not be reverted', fields: ({ id }) => ({ copyId: id }) },
    ({ id }) => revertCopy(deps, id, signal),
  )

const revertJob = defineJob('revert-copies', z.object({}), { timeLimitMs: 6 * hour })

export const copyJobs = (services: TrashJobDeps): readonly JobHandler[] => [
  handleJob(revertJob, (_, { signal }) => revertAbandonedCopies(services, signal), { everyMs: 15 * minute }),
]
