import * as z from 'zod/mini'
import { day, hour } from '../../infrastructure/clock.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { defineJob, handleJob, type JobHandler } from '../../infrastructure/jobs/job-definition.ts'
import { deleteOldest } from './activity.store.ts'

type Deps = Pick<Infrastructure, 'clock' | 'db' | 'settings'>

const deletionJob = defineJob('delete-old-activities', z.object({}), { timeLimitMs: 6 * hour })

const ROWS_PER_STATEMENT = 1000

/** Deletes what is older than the settings say, a slice at a time: other writers wait for one slice only. */
async function deleteOldActivities({ clock, db, settings }: Deps, signal?: AbortSignal): Promise<void> {
  const { 'activity.days': days, 'activity.link_days': linkDays } = await settings.all()
  for (const [table, kept] of [
    ['activities', days],
    ['share_events', linkDays],
  ] as const) {
    const old = { before: clock.now() - kept * day, limit: ROWS_PER_STATEMENT }
    while ((await deleteOldest(db, table, old)) === ROWS_PER_STATEMENT) signal?.throwIfAborted()
  }
}

export const activityJobs = (services: Deps): readonly JobHandler[] => [
  handleJob(deletionJob, (_, { signal }) => deleteOldActivities(services, signal), { everyMs: hour }),
]
