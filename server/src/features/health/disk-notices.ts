import * as z from 'zod/mini'
import { minute } from '../../infrastructure/clock.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { defineJob, handleJob, type JobHandler } from '../../infrastructure/jobs/job-definition.ts'
import type { NewNotification, Notifications } from '../notifications/notification-service.ts'
import { administratorIds } from '../users/user.store.ts'

const diskLow: NewNotification = {
  category: 'disk-space',
  title: 'notification.disk_low.title',
  description: 'notification.disk_low.description',
}

/** Notifies all administrators that the disk is almost full. */
export const notifyOfLowDisk = ({
  transact,
  notifications,
}: Pick<Infrastructure, 'transact'> & { readonly notifications: Notifications }): Promise<void> =>
  transact(async (trx) => {
    for (const id of await administratorIds(trx)) await notifications.notify(trx, id, diskLow)
  })

const checkDiskJob = defineJob('check-disk-space', z.object({}))

/** Reads it also where nobody uploads. Each server does so for its own disk when it is asked whether it is ready. */
export const diskJobs = ({ disk }: Pick<Infrastructure, 'disk'>): readonly JobHandler[] => [
  handleJob(checkDiskJob, () => disk.check(), { everyMs: minute }),
]
