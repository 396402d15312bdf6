import type { ClientConfig } from '@holdall/api'
import type { ApiClient } from '@holdall/api-client'
import type { UploadItem, UploadOptions, UploadsApi } from '@holdall/section'
import { isActive } from '../stores/active-uploads.ts'
import { waitForConnection } from '../connection/wait-for-connection.ts'
import { type AccountStorage, createAccountStorage } from './account-storage.ts'
import { admitAll, type Limits } from './admission.ts'
import { requestRead } from './file-handles.ts'
import { matchInterrupted } from './interrupted-uploads.ts'
import { shownUploads } from './queue-reducer.ts'
import { holdTabLock } from './tab-lock.ts'
import { createBatch, refusedUploads } from './upload-batch.ts'
import { createUploadEvents } from './upload-events.ts'
import { refusalLines } from './upload-failure.ts'
import { uploadCallsOf } from './upload-calls.ts'
import { newUploadId } from './upload-id.ts'
import { createUploadNotices, type NoticeDeps } from './upload-notices.ts'
import { createUploadQueue } from './upload-queue.ts'
import { type RunnerDeps, runUploads } from './upload-runner.ts'
import { createUploadUndo } from './upload-undo.ts'

export interface UploadsDeps extends NoticeDeps {
  readonly api: ApiClient
  readonly config: NoticeDeps['config'] & Pick<ClientConfig, 'chunkSize'> & Limits
  readonly now?: () => number
  readonly wait?: RunnerDeps['wait']
}

/** The queue of visitors who are not signed in: what they upload by links. */
const VISITOR = 'visitor'

/**
 * The upload engine: sends one file after another, chunk by chunk. It belongs to the shell, so that a transfer continues
 * when a section is unloaded or replaced.
 */
export function createUploads(deps: UploadsDeps): UploadsApi {
  const { api, config, session, events, text, now = Date.now, wait = waitForConnection } = deps
  const queue = createUploadQueue()
  const { dispatch } = queue
  const notices = createUploadNotices(deps)
  const uploadEvents = createUploadEvents(events, session)
  const undo = createUploadUndo(deps)
  const tab = holdTabLock(newUploadId())
  const accountOf = createAccountStorage(queue, tab, now)

  const currentAccount = () => accountOf(queue.get().userId ?? VISITOR)

  runUploads({
    queue,
    api,
    chunkSize: config.chunkSize,
    rememberedOf: (userId) => accountOf(userId).remembered,
    text,
    now,
    wait,
    onFinished(upload, result) {
      uploadEvents.finished(upload.item, result)
      undo.finished(upload, result.entry)
    },
    onFailed: notices.showFailed,
    onEnded: notices.transferEnded,
    onIdle() {
      uploadEvents.idle()
      undo.offer()
    },
  })

  /** A queue belongs to one account, or to nobody. Unfinished uploads wait for the next session of that account. */
  const followSession = () => {
    const current = session.get()
    const userId = current.state === 'signed-in' ? current.user.id : VISITOR
    const before = queue.get().userId
    if (userId === before) return
    if (before !== null && before !== VISITOR) notices.accountLeft(queue.items.get().some(isActive))
    uploadEvents.accountChanged()
    undo.accountChanged()
    dispatch({ type: 'account-changed', userId })
    accountOf(userId)
  }
  followSession()
  session.subscribe(followSession)

  /** Appends files and folders to the queue, and resumes interrupted uploads of the same files. */
  const enqueue = async (
    { userId, remembered, restored }: AccountStorage,
    { admitted, folders, refused }: ReturnType<typeof admitAll>,
    folderId: string | null,
    { link, folderName = null, createdIn }: UploadOptions,
  ) => {
    await restored
    const match = matchInterrupted(queue.get().byAccount.get(userId) ?? [])
    const files = new Map<string, File>()
    const others = admitted.filter((source) => {
      const [id] = match(source, { folderId, link })
      if (id !== undefined) files.set(id, source.file)
      return id === undefined
    })
    const options = { link, folderId, folderName, createdIn, tabId: tab.tabId, addedAtMs: now() }
    const { uploads, roots } = createBatch(others, folders, options)
    remembered.put(
      uploads.map((upload) => upload.remembered),
      roots,
    )
    const reasons = refused.map(({ source, reason }) => ({ source, reason: text(refusalLines[reason]) }))
    dispatch({ type: 'added', userId, uploads: [...uploads, ...refusedUploads(reasons, options)], files })
  }

  const cancel = (isSelected: (item: UploadItem) => boolean) => {
    const uploads = shownUploads(queue.get()).filter(({ item }) => isSelected(item))
    const ids = uploads.map(({ item }) => item.id)
    dispatch({ type: 'cancelled', ids: new Set(ids) })
    for (const { item, remembered } of uploads) {
      // The server deletes unfinished uploads after a day; aborting now frees the quota at once.
      if (remembered.isBegun && item.state.step !== 'done')
        uploadCallsOf(api, item.link)
          .abort(item.id)
          .catch(() => undefined)
    }
    currentAccount().remembered.remove(ids)
  }

  const requestPermissions = async (handles: ReadonlySet<FileSystemHandle>) => {
    const granted = new Map<FileSystemHandle, boolean>()
    for (const handle of handles) granted.set(handle, await requestRead(handle))
    dispatch({ type: 'permissions-answered', granted })
  }

  return {
    ...queue.items,
    add(sources, folderId, options: UploadOptions = {}) {
      const { emptyFolders = [], link } = options
      if (sources.length + emptyFolders.length === 0) return
      const isOwn = link === undefined
      if (isOwn && (session.get().state !== 'signed-in' || notices.alertIfForbidden(options))) return
      const parts = admitAll(sources, emptyFolders, config)
      notices.showRefused(parts.refused)
      void enqueue(currentAccount(), parts, folderId, options)
    },
    chooseAgain(sources) {
      const uploads = shownUploads(queue.get())
      if (uploads.length === 0) return
      const match = matchInterrupted(uploads)
      const files = new Map(sources.flatMap((source) => match(source).map((id) => [id, source.file] as const)))
      if (files.size === 0 && sources.length > 0) notices.showOtherFiles(sources.length)
      dispatch({ type: 'files-chosen', files })
    },
    continueAll() {
      const handles = shownUploads(queue.get()).flatMap(({ item: { state }, handle }) =>
        state.step === 'interrupted' && state.canContinue && handle ? handle : [],
      )
      void requestPermissions(new Set(handles))
    },
    pause: (id) => dispatch({ type: 'paused', id }),
    resume: (id) => dispatch({ type: 'resumed', id }),
    retry: (id) => dispatch({ type: 'retried', id }),
    retryAll: () => dispatch({ type: 'all-retried' }),
    cancel: (id) => cancel((item) => item.id === id),
    cancelAll: () => cancel(() => true),
    clear: () => dispatch({ type: 'cleared' }),
  }
}
