import * as z from 'zod/mini'
import { hour } from '../../infrastructure/clock.ts'
import { defineJob, handleJob, type JobHandler } from '../../infrastructure/jobs/job-definition.ts'
import { purgeTrash, type TrashDeps } from './trash-service.ts'

const purgeJob = defineJob('purge-trash', z.object({}), { timeLimitMs: 6 * hour })

export const trashJobs = (services: TrashDeps): readonly JobHandler[] => [
  handleJob(purgeJob, (_, { signal }) => purgeTrash(services, signal), { everyMs: hour }),
]
