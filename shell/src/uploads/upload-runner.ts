import type { Entry } from '@holdall/api'
import type { ApiClient } from '@holdall/api-client'
import type { UploadItem } from '@holdall/section'
import { attemptUntilAnswered } from './attempts.ts'
import { createFolderAt } from './empty-folder.ts'
import { fileAt } from './file-handles.ts'
import { nextUpload, type QueueAction, runningUpload } from './queue-reducer.ts'
import { isTransferring, type QueuedUpload, type TransferState } from './queued-upload.ts'
import type { RememberedQueue } from './remembered-queue.ts'
import { createPartSize } from './part-size.ts'
import { transfer, type TransferHooks } from './transfer.ts'
import { type Failure, failureOf } from './upload-failure.ts'
import { uploadCallsOf } from './upload-calls.ts'
import type { UploadQueue } from './upload-queue.ts'
import { targetPath } from './upload-batch.ts'
import { createSpeedMeter } from './upload-speed.ts'

export interface RunnerDeps {
  readonly queue: UploadQueue
  readonly api: ApiClient
  /** Bytes. */
  readonly chunkSize: number
  /** What the browser stores for an account. */
  readonly rememberedOf: (userId: string) => RememberedQueue
  readonly text: (id: string) => string
  readonly now: () => number
  readonly wait: TransferHooks['wait']
  readonly onFinished: (upload: QueuedUpload, result: UploadResult) => void
  readonly onFailed: (item: UploadItem, failure: Failure, error: unknown) => void
  /** A transfer is over, however it ended; `stoppedBy` is the error of one that was stopped. */
  readonly onEnded: (stoppedBy: unknown) => void
  /** A user is signed in, and nothing is left to send. */
  readonly onIdle: () => void
}

const PROGRESS_INTERVAL_MS = 100

/** Sends the waiting uploads one after another, and stops one that is paused, cancelled or has lost its session. */
export function runUploads(deps: RunnerDeps): void {
  const { queue, api, rememberedOf } = deps
  const partSize = createPartSize(deps.chunkSize)
  let stop = new AbortController()

  const follow = () => {
    const state = queue.get()
    if (state.running) {
      const upload = runningUpload(state)
      if (!upload || !isTransferring(upload)) stop.abort()
    } else if (state.userId !== null) {
      const next = nextUpload(state)
      if (next) void run(next, state.userId)
      else deps.onIdle()
    }
  }

  const run = async (upload: QueuedUpload, userId: string) => {
    stop = new AbortController()
    const { signal } = stop
    const { item } = upload
    const progress = { sent: upload.remembered.sent }
    const hooks = hooksOf(userId, progress)
    let stoppedBy: unknown = null
    queue.dispatch({ type: 'started' })
    try {
      const result =
        item.kind === 'folder' ? await sendFolder(upload, hooks, signal) : await sendFile(upload, hooks, signal)
      if (result) {
        const { entryId, savedAs } = result
        rememberedOf(userId).remove([item.id])
        queue.dispatch({ type: 'finished', entryId, savedAs })
        deps.onFinished(upload, result)
      }
    } catch (error) {
      if (signal.aborted) {
        stoppedBy = error
      } else {
        const failure = failureOf(error, item.link)
        const { line, explanation, retry, stopsQueue } = failure
        if (!retry) rememberedOf(userId).remove([item.id])
        queue.dispatch({
          type: 'failed',
          sent: progress.sent,
          reason: explanation ?? deps.text(line),
          retry,
          stopsQueue,
        })
        deps.onFailed(item, failure, error)
      }
    } finally {
      deps.onEnded(stoppedBy)
      queue.dispatch({ type: 'ended' })
    }
  }

  /** Shows the progress of the transfer, and stores in the browser what a later page needs to resume it. */
  const hooksOf = (userId: string, progress: { sent: number }) => {
    const { now, wait } = deps
    const speed = createSpeedMeter(now)
    let shownAtMs = 0
    const show = (state: TransferState) => {
      queue.dispatch({ type: 'progressed', state })
    }
    const remember = (action: QueueAction) => {
      queue.dispatch(action)
      const upload = runningUpload(queue.get())
      // Nothing is stored of an upload that was cancelled meanwhile.
      if (upload) rememberedOf(userId).put([upload.remembered])
    }
    return {
      wait,
      disconnected() {
        show({ step: 'reconnecting', sent: progress.sent })
        // The next progress is shown at once.
        shownAtMs = 0
      },
      begun() {
        remember({ type: 'begun' })
      },
      sent(bytes: number) {
        progress.sent = bytes
        if (now() - shownAtMs < PROGRESS_INTERVAL_MS) return
        shownAtMs = now()
        show({ step: 'uploading', sent: bytes, bytesPerSecond: speed.measure(bytes) })
      },
      processing() {
        show({ step: 'processing' })
      },
      acknowledged(bytes: number) {
        remember({ type: 'acknowledged', sent: bytes })
      },
    }
  }
  type Hooks = ReturnType<typeof hooksOf>

  const sendFolder = async (
    { item: { folderId, link }, remembered }: QueuedUpload,
    hooks: Hooks,
    signal: AbortSignal,
  ): Promise<UploadResult> => {
    const create = () => createFolderAt(uploadCallsOf(api, link), folderId, targetPath(remembered), signal)
    const folderIds = await attemptUntilAnswered(create, hooks, signal)
    return { entryId: folderIds.at(-1) ?? '', folderIds, savedAs: null, entry: null }
  }

  /** Null where there is nothing to send any more. */
  const sendFile = async (upload: QueuedUpload, hooks: Hooks, signal: AbortSignal): Promise<UploadResult | null> => {
    const { id: uploadId, name, folderId, link } = upload.item
    const { isBegun, replace } = upload.remembered
    const file = await readFile(upload)
    if (file) queue.dispatch({ type: 'file-read', file })
    else queue.dispatch({ type: 'file-missing' })
    if (!file || signal.aborted) return null
    if (!isBegun) hooks.begun()
    const job = { uploadId, file, link, folderId, path: targetPath(upload.remembered), replace, isBegun }
    const entry = await transfer(api, job, partSize, hooks, signal)
    const { name: savedName } = entry.attributes
    return {
      entryId: entry.id,
      folderIds: foldersOf(entry, folderId),
      savedAs: savedName === name.normalize('NFC') ? null : savedName,
      entry,
    }
  }

  queue.subscribe(follow)
}

export interface UploadResult {
  readonly entryId: string
  /** The folders of its path below the target folder, outermost first. */
  readonly folderIds: readonly string[]
  /** The name that the server gave where the own one was taken. */
  readonly savedAs: string | null
  /** Null for a folder. */
  readonly entry: Entry | null
}

/** A server of an earlier release answers only in which folder the file is. */
function foldersOf({ attributes: { parent_id: parentId }, meta }: Entry, targetId: string | null): readonly string[] {
  return meta?.upload_folders ?? (parentId === null || parentId === targetId ? [] : [parentId])
}

/** Null when the file cannot be read any more or was changed: it has to be chosen again. */
async function readFile({ item, file, handle, remembered }: QueuedUpload): Promise<File | null> {
  if (file || !handle) return file
  const found = await fileAt(handle, item.path).catch(() => null)
  return found?.size === item.size && found.lastModified === remembered.lastModified ? found : null
}
