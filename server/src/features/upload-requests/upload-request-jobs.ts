import * as z from 'zod/mini'
import { day, minute } from '../../infrastructure/clock.ts'
import { readInBackground } from '../../infrastructure/db/transact.ts'
import { handleEach, pagesOf, rowsOf } from '../../infrastructure/jobs/handle-each.ts'
import { defineJob, handleJob, type JobHandler } from '../../infrastructure/jobs/job-definition.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { uploadRequestMailJobs } from './upload-request-mails.ts'
import { endDueRequest, type RequestDeps } from './upload-request-service.ts'
import { deleteEndedRequests, dueRequests } from './upload-request.store.ts'

const dueJob = defineJob('end-due-upload-requests', z.object({}))
const endedJob = defineJob('delete-ended-upload-requests', z.object({}))

const PER_PAGE = 100
/** How long owners see requests that have ended, and can renew them. */
const ENDED_KEPT_MS = 90 * day

type Deps = RequestDeps & Pick<Infrastructure, 'log' | 'transactBulk'>

const endDueRequests = (services: Deps, signal: AbortSignal): Promise<number> => {
  const { clock, db, log } = services
  const page = (after = '') => readInBackground(() => dueRequests(db, clock.now(), PER_PAGE, after))
  return handleEach(
    rowsOf(pagesOf(page)),
    { log, signal, message: 'an upload request could not be ended', fields: (id) => ({ requestId: id }) },
    (id) => endDueRequest(services, id),
  )
}

export const uploadRequestJobs = (services: Deps): readonly JobHandler[] => [
  ...uploadRequestMailJobs(services),

  handleJob(dueJob, (_, { signal }) => endDueRequests(services, signal), { everyMs: 10 * minute }),

  handleJob(
    endedJob,
    () => services.transactBulk((trx) => deleteEndedRequests(trx, services.clock.now() - ENDED_KEPT_MS)),
    { everyMs: day },
  ),
]
