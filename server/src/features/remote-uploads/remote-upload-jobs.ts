import * as z from 'zod/mini'
import { minute } from '../../infrastructure/clock.ts'
import { defineJob, handleJob, type JobHandler } from '../../infrastructure/jobs/job-definition.ts'
import { type RemoteUploads, runRemoteUploadJob } from './remote-upload-service.ts'

const sweepJob = defineJob('sweep-remote-uploads', z.object({}))

export const remoteUploadJobs = ({
  remoteUploads,
}: {
  readonly remoteUploads: RemoteUploads
}): readonly JobHandler[] => [
  handleJob(runRemoteUploadJob, ({ id }, { signal }) => remoteUploads.run(id, signal)),
  handleJob(sweepJob, () => remoteUploads.sweep(), { everyMs: 10 * minute }),
]
