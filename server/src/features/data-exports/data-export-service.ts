import type { DataExportReason } from '@holdall/api'
import * as z from 'zod/mini'
import { day, hour, minute, second } from '../../infrastructure/clock.ts'
import { newBlobId } from '../../infrastructure/blobs/local-blob-store.ts'
import { StorageError } from '../../infrastructure/blobs/storage-error.ts'
import { isDiskFull } from '../../infrastructure/db/is-disk-full.ts'
import { Refusal, refuse } from '../../infrastructure/errors/refusal.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { handleEach } from '../../infrastructure/jobs/handle-each.ts'
import { defineJob, handleJob, type JobHandler } from '../../infrastructure/jobs/job-definition.ts'
import { textIn } from '../../infrastructure/messages/text-in.ts'
import { withLock } from '../entries/keyed-lock.ts'
import { forOwner } from '../entries/space.store.ts'
import type { Notifications } from '../notifications/notification-service.ts'
import { findLocale } from '../users/user.store.ts'
import { WalkTooLarge } from '../zip/zip-walk.ts'
import { dataExportFailed, dataExportMailJob, dataExportReady } from './data-export-mails.ts'
import {
  beginExport,
  type DataExportRow,
  deleteExportOf,
  discardExpired,
  failExport,
  findExport,
  findExportOf,
  finishExport,
  insertExport,
  lostExports,
  postponeExport,
  touchExport,
} from './data-export.store.ts'
import { bytesOfFiles } from './export-entries.store.ts'
import { writeDataExport } from './write-data-export.ts'

export type DataExportDeps = Pick<
  Infrastructure,
  'blobs' | 'clock' | 'db' | 'disk' | 'ids' | 'jobs' | 'log' | 'settings' | 'transact' | 'transactUnsynced'
> & { readonly notifications: Notifications }

/** How often one is begun, where the process ends or an unexpected error occurs in between. */
const MAX_ATTEMPTS = 4
const TOUCH_INTERVAL_MS = second
/** One that is made is heard of far more often. */
const LOST_AFTER_MS = 15 * minute

export const dataExportJob = defineJob('make-data-export', z.object({ id: z.string() }), {
  retries: MAX_ATTEMPTS,
  backoffMs: 30 * second,
  timeLimitMs: 12 * hour,
  concurrency: 2,
})
const sweepJob = defineJob('sweep-data-exports', z.object({}))

export const dataExportJobs = (deps: DataExportDeps): readonly JobHandler[] => [
  handleJob(dataExportJob, ({ id }, { signal }) => runDataExport(deps, id, signal)),
  handleJob(sweepJob, () => sweepDataExports(deps), { everyMs: 10 * minute }),
]

/** Replaces the copy of a user by one that is to be made. Throws `data-export-running` while one is made. */
export async function startDataExport(deps: DataExportDeps, userId: string): Promise<DataExportRow> {
  const { clock, disk, ids, jobs, transact } = deps
  await disk.admit()
  return forOwner(transact, userId, async (trx) => {
    const previous = await findExportOf(trx, userId)
    if (previous?.status === 'queued' || previous?.status === 'working') throw refuse('data-export-running')
    const id = ids.next()
    await deleteExportOf(trx, userId, clock.now())
    await insertExport(trx, userId, id, clock.now())
    await jobs.enqueue(trx, dataExportJob, { id }, { key: id })
    const row = await findExport(trx, id)
    if (!row) throw new Error('a data export that was inserted is missing')
    return row
  })
}

/** Cancels or deletes the copy of a user, if there is one. */
export const removeDataExport = ({ clock, transact }: DataExportDeps, userId: string): Promise<void> =>
  transact((trx) => deleteExportOf(trx, userId, clock.now()))

/** Makes a copy. Rejects where it has to be repeated. */
export const runDataExport = (deps: DataExportDeps, id: string, signal: AbortSignal): Promise<void> =>
  withLock(`data export ${id}`, async () => {
    const row = await findExport(deps.db, id)
    if (row?.status !== 'queued' && row?.status !== 'working') return
    if (row.attempts >= MAX_ATTEMPTS) return fail(deps, row, 'internal')
    try {
      await make(deps, row, signal)
    } catch (error) {
      if (signal.aborted) throw error
      const reason = reasonOf(error)
      // Whatever it is, another attempt would end in the same way.
      if (reason) return fail(deps, row, reason)
      deps.log.error({ err: error }, 'the copy of the data of a user could not be made')
      throw error
    }
  })

async function make(deps: DataExportDeps, row: DataExportRow, jobSignal: AbortSignal): Promise<void> {
  const { blobs, clock, db, disk, settings, transact, transactUnsynced } = deps
  const { id, user_id: userId } = row
  const blobId = newBlobId()
  const total = await bytesOfFiles(db, userId)
  await disk.admitContent(total)
  if (!(await transact((trx) => beginExport(trx, row, { blobId, total, nowMs: clock.now() })))) return
  const canceled = new AbortController()
  const signal = AbortSignal.any([jobSignal, canceled.signal])
  let touchedAt = performance.now()
  const written = async (bytes: number) => {
    await disk.admit()
    if (performance.now() - touchedAt < TOUCH_INTERVAL_MS) return
    touchedAt = performance.now()
    if (await transactUnsynced((trx) => touchExport(trx, id, bytes, clock.now()))) return
    canceled.abort()
  }
  const text = textIn(await findLocale(db, userId), await settings.get('app.locale'))
  const note = { name: text('zip.unreadable.name'), text: text('zip.unreadable.text') }
  try {
    const { size, sha256, missing } = await writeDataExport(deps, { userId, blobId, total, note, signal, written })
    const days = await settings.get('exports.days')
    const nowMs = clock.now()
    const blob = { id: blobId, size, sha256, created_at: nowMs, thumbnail_state: 'none' as const }
    const isCommitted = await transact(async (trx) => {
      if (!(await finishExport(trx, id, blob, { missing, nowMs, expiresAt: nowMs + days * day }))) return false
      await deps.notifications.notify(trx, userId, dataExportReady(days))
      await deps.jobs.enqueue(trx, dataExportMailJob, { userId, days })
      return true
    })
    if (!isCommitted) await blobs.delete(blobId)
  } catch (error) {
    const found = await findExport(db, id)
    // A failure may come after the commit.
    if (found?.status === 'ready' && found.blob_id === blobId) return
    await blobs.delete(blobId)
    // It was removed meanwhile, perhaps with the bytes that were written so far.
    if (!canceled.signal.aborted && found?.blob_id === blobId) throw error
  }
}

async function fail(deps: DataExportDeps, { id, user_id }: DataExportRow, reason: DataExportReason): Promise<void> {
  await deps.transact(async (trx) => {
    if (!(await failExport(trx, id, reason, deps.clock.now()))) return
    await deps.notifications.notify(trx, user_id, dataExportFailed)
  })
}

/** Null for what may work in another attempt. */
function reasonOf(error: unknown): DataExportReason | null {
  if (error instanceof WalkTooLarge) return 'too-large'
  if (error instanceof Refusal && error.code === 'disk-full') return 'disk-full'
  if (error instanceof StorageError) {
    return error.reason === 'too-large' ? 'too-large' : error.reason === 'unavailable' ? null : 'storage-unavailable'
  }
  return isDiskFull(error) ? 'disk-full' : null
}

/** Begins again what lost its job, and removes what has expired. */
async function sweepDataExports({ clock, db, jobs, log, transact }: DataExportDeps): Promise<void> {
  await transact((trx) => discardExpired(trx, clock.now()))
  await handleEach(
    await lostExports(db, clock.now() - LOST_AFTER_MS),
    { log, message: 'a copy of all data could not be begun again', fields: ({ id }) => ({ exportId: id }) },
    ({ id }) =>
      transact(async (trx) => {
        await postponeExport(trx, id, clock.now())
        await jobs.enqueue(trx, dataExportJob, { id }, { key: id })
      }),
  )
}
