import type { RemoteUploadProgress } from '@holdall/api'
import * as z from 'zod/mini'
import { day, hour, minute, second } from '../../infrastructure/clock.ts'
import { refuse } from '../../infrastructure/errors/refusal.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import type { Trx } from '../../infrastructure/db/transact.ts'
import { handleEach } from '../../infrastructure/jobs/handle-each.ts'
import { defineJob } from '../../infrastructure/jobs/job-definition.ts'
import { withLock } from '../entries/keyed-lock.ts'
import { type EntryRow, forOwner, type Space, spaceOf } from '../entries/space.store.ts'
import {
  defaultRemoteFileLimits,
  fetchRemoteFile,
  deleteFinishedUpload,
  RemoteFileFailure,
  type RemoteFileDeps,
  type RemoteFileLimits,
} from './fetch-remote-file.ts'
import { progressOf } from './present-remote-upload.ts'
import {
  deleteFinishedBefore,
  deleteOldFinished,
  deleteRemoteUpload,
  filesOfRemoteUpload,
  findRemoteUpload,
  finish,
  insertRemoteUpload,
  type LinkVisitor,
  markCanceled,
  postpone,
  queueOf,
  type RemoteFileRow,
  type RemoteUploadQueue,
  type RemoteUploadRow,
  type RemoteUploadWithFiles,
  staleRunning,
  startNext,
  touch,
  unfinishedIn,
  updateFile,
} from './remote-upload.store.ts'

/** Of one user, one runs and the others wait. */
const MAX_UNFINISHED_PER_USER = 5
/** Of the visitors of a user's links, too. */
const maxUnfinishedByLink = { perOwner: 10, perLink: 5, perVisitor: 2 } as const
const FILES_AT_ONCE = 2
/** A second file of a user is begun while a process receives fewer than this: the first one of somebody else waits for none. */
const SHARED_FILES = 8
/** In one process, each of another user. */
const RUNNING_AT_ONCE = 16
const MAX_FINISHED_PER_USER = 20
const MAX_FINISHED_BY_LINK = 100
const FINISHED_KEPT_MS = 7 * day
/** How often a file is begun, where the process ends or an unexpected error occurs in between. */
const MAX_ATTEMPTS = 5
const RECEIVED_INTERVAL_MS = second
/** Each file of a running one is heard of far more often. */
const LOST_AFTER_MS = 15 * minute

export const runRemoteUploadJob = defineJob('run-remote-upload', z.object({ id: z.string() }), {
  timeLimitMs: 3 * hour,
  concurrency: RUNNING_AT_ONCE,
})

/** A file of a remote upload was saved, has failed or was canceled. */
export interface RemoteFileProgressed {
  /** Null where none was saved. */
  readonly file: EntryRow | null
  readonly progress: RemoteUploadProgress
}

export interface RemoteUploadFinished {
  /** The target folder; null is the top of its space. */
  readonly folderId: string | null
  readonly progress: RemoteUploadProgress
}

interface NewRemoteUploadOrder {
  /** Whose limits it counts towards: who sees it, or the owner of the link of a visitor. */
  readonly userId: string
  /** Absent for a user's own. */
  readonly visitor?: LinkVisitor
  /** Who creates the files; null for a visitor. */
  readonly creatorId: string | null
  readonly space: Space
  readonly parentId: string
  readonly urls: readonly string[]
  /** Throws where it is not allowed any more, in the transaction that stores it. */
  readonly admit?: (trx: Trx) => Promise<void>
}

export interface RemoteUploads {
  /** Stores it, and begins it once no other one of the user, or of the visitors of the user's links, runs. */
  create(order: NewRemoteUploadOrder): Promise<RemoteUploadWithFiles>
  /** Cancels one of this user or visitor, or deletes it where it has finished. Throws `not-found`. */
  remove(by: { readonly userId: string; readonly visitor?: LinkVisitor }, id: string): Promise<void>
  /** Fetches the files that are left. Rejects where it has to be repeated. */
  run(id: string, signal: AbortSignal): Promise<void>
  /** Begins again what lost its job, and deletes what finished long ago. */
  sweep(): Promise<void>
}

export type RemoteUploadDeps = RemoteFileDeps &
  Pick<Infrastructure, 'disk' | 'transact' | 'transactUnsynced' | 'clock' | 'ids' | 'jobs' | 'log'> & {
    readonly fileLimits?: Partial<RemoteFileLimits>
    /** Told of each file of a user. */
    readonly progressed?: (userId: string, payload: RemoteFileProgressed) => void
    /** Told once of each remote upload of a user that was not canceled, in the transaction that ends it. */
    readonly finished?: (trx: Trx, userId: string, payload: RemoteUploadFinished) => Promise<void>
  }

export function createRemoteUploads(deps: RemoteUploadDeps): RemoteUploads {
  const { db, transact, transactUnsynced, clock, ids, jobs, log } = deps
  const limits = { ...defaultRemoteFileLimits, ...deps.fileLimits }
  /** By id, of those that run in this process. */
  const running = new Map<string, AbortController>()
  /** Files that this process receives. */
  let receiving = 0

  /** The signals that end a transfer: of the process, and of a cancellation. */
  interface Stop {
    readonly process: AbortSignal
    readonly canceled: AbortController
  }

  async function runAll(upload: RemoteUploadRow, stop: Stop): Promise<void> {
    if (upload.is_canceled) stop.canceled.abort()
    const files = await filesOfRemoteUpload(db, upload.id)
    const left = files.filter(({ status }) => status === 'waiting' || status === 'receiving')
    const endOfTurn = performance.now() + limits.turnMs
    const own = new Set<Promise<void>>()
    const failures: unknown[] = []
    const begin = (file: RemoteFileRow) => {
      receiving++
      const transfer = runFile(upload, file, stop)
        .catch((error: unknown) => void failures.push(error))
        .finally(() => {
          receiving--
          own.delete(transfer)
        })
      own.add(transfer)
    }
    const mayBegin = () =>
      own.size === 0 || (own.size < FILES_AT_ONCE && receiving < SHARED_FILES && performance.now() < endOfTurn)
    for (let isTurnOver = false; ; isTurnOver = performance.now() >= endOfTurn) {
      while (!isTurnOver && left.length > 0 && mayBegin()) begin(left.shift()!)
      if (own.size === 0) break
      await Promise.race(own)
    }
    stop.process.throwIfAborted()
    if (failures.length > 0) throw failures[0]
    if (left.length === 0 || stop.canceled.signal.aborted) return end(upload)
    // Behind those that wait.
    await transact((trx) => jobs.enqueue(trx, runRemoteUploadJob, { id: upload.id }, { key: upload.id }))
  }

  async function runFile(upload: RemoteUploadRow, file: RemoteFileRow, stop: Stop): Promise<void> {
    if (stop.process.aborted || stop.canceled.signal.aborted) return
    if (file.attempts >= MAX_ATTEMPTS) return record(upload, file, { status: 'failed', reason: 'internal' })
    const isBegun = await transact(async (trx) => {
      if (!(await touch(trx, upload.id, clock.now()))) return false
      await updateFile(trx, file, { status: 'receiving', attempts: file.attempts + 1, received: 0 })
      return true
    })
    if (!isBegun) return stop.canceled.abort()
    const timeout = AbortSignal.timeout(limits.fileMs)
    const signal = AbortSignal.any([stop.process, stop.canceled.signal, timeout])
    try {
      const entry = await fetchRemoteFile(deps, upload, file, { limits, signal, listener: listenerOf(file, stop) })
      await record(upload, file, { status: 'done', entry_id: entry?.id ?? null }, entry)
      await deleteFinishedUpload(deps, upload, file.position)
    } catch (error) {
      if (error instanceof RemoteFileFailure) {
        return record(upload, file, { status: 'failed', reason: error.reason, http_status: error.httpStatus })
      }
      if (stop.canceled.signal.aborted) return record(upload, file, { status: 'canceled' })
      if (stop.process.aborted) await transact((trx) => updateFile(trx, file, { attempts: file.attempts }))
      else if (timeout.aborted) return record(upload, file, { status: 'failed', reason: 'interrupted' })
      else log.error({ err: error }, 'a remote file could not be stored')
      throw error
    }
  }

  function listenerOf(file: RemoteFileRow, stop: Stop) {
    let storedAt = performance.now()
    return {
      answered: (name: string, size: number | null) => transactUnsynced((trx) => updateFile(trx, file, { name, size })),
      async received(bytes: number) {
        if (performance.now() - storedAt < RECEIVED_INTERVAL_MS) return
        storedAt = performance.now()
        const isRunning = await transactUnsynced(async (trx) => {
          await updateFile(trx, file, { received: bytes })
          return touch(trx, file.remote_upload_id, clock.now())
        })
        // It was canceled by a call to another process.
        if (!isRunning) stop.canceled.abort()
      },
    }
  }

  async function record(
    upload: RemoteUploadRow,
    file: RemoteFileRow,
    change: Parameters<typeof updateFile>[2],
    entry?: EntryRow,
  ): Promise<void> {
    const received = entry ? { received: entry.size, size: entry.size, name: entry.name } : {}
    const files = await transact(async (trx) => {
      await updateFile(trx, file, { ...change, ...received })
      await touch(trx, upload.id, clock.now())
      return filesOfRemoteUpload(trx, upload.id)
    })
    if (upload.share_id === null)
      deps.progressed?.(upload.user_id, { file: entry ?? null, progress: progressOf(files) })
  }

  async function end(upload: RemoteUploadRow): Promise<void> {
    await forOwner(transact, upload.user_id, async (trx) => {
      if (!(await finish(trx, upload.id, clock.now()))) return
      const queue = queueOf(upload)
      await deleteOldFinished(trx, queue, queue.isByLink ? MAX_FINISHED_BY_LINK : MAX_FINISHED_PER_USER)
      const next = await startNext(trx, queue, clock.now())
      if (next !== undefined) await jobs.enqueue(trx, runRemoteUploadJob, { id: next }, { key: next })
      if (queue.isByLink || (await findRemoteUpload(trx, upload.id))?.is_canceled !== 0) return
      const progress = progressOf(await filesOfRemoteUpload(trx, upload.id))
      const { kind, root_id: rootId } = await spaceOf(trx, upload.space_id)
      const folderId = kind === 'home' && upload.parent_id === rootId ? null : upload.parent_id
      await deps.finished?.(trx, upload.user_id, { folderId, progress })
    })
  }

  /** How many are unfinished in the queue. Throws `too-many-remote-uploads` where there is no room for another. */
  async function countOthers(trx: Trx, queue: RemoteUploadQueue, visitor: LinkVisitor | undefined): Promise<number> {
    const unfinished = await unfinishedIn(trx, queue)
    const refuseAt = (others: number, count: number) => {
      if (others < count) return
      throw refuse('too-many-remote-uploads', { text: 'error.too-many-remote-uploads.count', values: { count } })
    }
    if (visitor) {
      const ofLink = unfinished.filter((row) => row.share_id === visitor.shareId)
      refuseAt(ofLink.filter((row) => row.visitor_id === visitor.visitorId).length, maxUnfinishedByLink.perVisitor)
      refuseAt(ofLink.length, maxUnfinishedByLink.perLink)
    }
    refuseAt(unfinished.length, visitor ? maxUnfinishedByLink.perOwner : MAX_UNFINISHED_PER_USER)
    return unfinished.length
  }

  return {
    async create({ userId, creatorId, visitor, space, parentId, urls, admit }) {
      await deps.disk.admit()
      return forOwner(transact, userId, async (trx) => {
        await admit?.(trx)
        const others = await countOthers(trx, { userId, isByLink: visitor !== undefined }, visitor)
        const id = ids.next()
        await insertRemoteUpload(trx, {
          id,
          user_id: userId,
          creator_id: creatorId,
          share_id: visitor?.shareId ?? null,
          visitor_id: visitor?.visitorId ?? null,
          space_id: space.id,
          parent_id: parentId,
          status: others === 0 ? 'running' : 'waiting',
          urls: urls.map((url) => new URL(url).href),
          now: clock.now(),
        })
        if (others === 0) await jobs.enqueue(trx, runRemoteUploadJob, { id }, { key: id })
        const row = await findRemoteUpload(trx, id)
        if (!row) throw new Error('a remote upload that was inserted is missing')
        return { row, files: await filesOfRemoteUpload(trx, id) }
      })
    },

    async remove({ userId, visitor }, id) {
      await forOwner(transact, userId, async (trx) => {
        const upload = await findRemoteUpload(trx, id)
        const isOwn =
          upload?.user_id === userId &&
          upload.share_id === (visitor?.shareId ?? null) &&
          upload.visitor_id === (visitor?.visitorId ?? null)
        if (!isOwn) throw refuse('not-found')
        if (upload.status === 'running') await markCanceled(trx, id, clock.now())
        else await deleteRemoteUpload(trx, id)
      })
      running.get(id)?.abort()
    },

    run: (id, signal) =>
      withLock(`remote upload ${id}`, async () => {
        const canceled = new AbortController()
        running.set(id, canceled)
        try {
          const upload = await findRemoteUpload(db, id)
          if (upload?.status === 'running') await runAll(upload, { process: signal, canceled })
        } finally {
          running.delete(id)
        }
      }),

    async sweep() {
      await transact((trx) => deleteFinishedBefore(trx, clock.now() - FINISHED_KEPT_MS))
      await handleEach(
        await staleRunning(db, clock.now() - LOST_AFTER_MS),
        { log, message: 'a remote upload could not be begun again', fields: ({ id }) => ({ remoteUploadId: id }) },
        ({ id }) =>
          transact(async (trx) => {
            await postpone(trx, id, clock.now())
            await jobs.enqueue(trx, runRemoteUploadJob, { id }, { key: id })
          }),
      )
    },
  }
}
