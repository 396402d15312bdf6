import * as z from 'zod/mini'
import { hour } from '../clock.ts'
import { defineJob, handleJob, type JobHandler } from '../jobs/job-definition.ts'
import type { Services } from '../services.ts'
import { purgeTrash } from './service.ts'

const purgeJob = defineJob('purge-trash', z.object({}), { timeLimitMs: 6 * hour })

export const trashJobs = (services: Services): readonly JobHandler[] => [
  handleJob(purgeJob, (_, { signal }) => purgeTrash(services, signal), { everyMs: hour }),
]
