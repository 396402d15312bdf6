import * as z from 'zod/mini'
import { hour } from '../../infrastructure/clock.ts'
import { defineJob, handleJob, type JobHandler } from '../../infrastructure/jobs/job-definition.ts'
import { purgeVersions, type VersionJobDeps } from './version-service.ts'

const purgeJob = defineJob('purge-file-versions', z.object({}), { timeLimitMs: 6 * hour })

export const versionJobs = (services: VersionJobDeps): readonly JobHandler[] => [
  handleJob(purgeJob, (_, { signal }) => purgeVersions(services, signal), { everyMs: hour }),
]
