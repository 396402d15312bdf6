import * as z from 'zod/mini'
import { hour, minute } from '../../infrastructure/clock.ts'
import { defineJob, handleJob, type JobHandler } from '../../infrastructure/jobs/job-definition.ts'
import { finishDeletions, purgeTrash, type TrashJobDeps } from './trash-service.ts'
import { finishAllTrashing } from './trash-slices.ts'

const finishJob = defineJob('finish-deletions', z.object({}), { timeLimitMs: 6 * hour })
const finishTrashJob = defineJob('finish-trash', z.object({}), { timeLimitMs: 6 * hour })
const purgeJob = defineJob('purge-trash', z.object({}), { timeLimitMs: 6 * hour })

export const trashJobs = (services: TrashJobDeps): readonly JobHandler[] => [
  handleJob(finishJob, (_, { signal }) => finishDeletions(services, signal), { everyMs: hour }),
  handleJob(finishTrashJob, (_, { signal }) => finishAllTrashing(services, signal), { everyMs: 15 * minute }),
  handleJob(purgeJob, (_, { signal }) => purgeTrash(services, signal), { everyMs: hour }),
]
