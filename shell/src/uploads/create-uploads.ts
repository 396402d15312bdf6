import { abortUpload, type ClientConfig } from '@holdall/api'
import { type ApiClient, isApiError } from '@holdall/api-client'
import type { EventBus } from '@holdall/event-bus'
import type {
  OverlayApi,
  SessionApi,
  ToastsApi,
  UploadItem,
  UploadOptions,
  UploadSource,
  UploadsApi,
  UploadState,
} from '@holdall/section'
import { type AccountQueue, type Job, matcher, openAccountQueue } from './account-queue.ts'
import { isActive } from './active.ts'
import { admitAll } from './admission.ts'
import { createUploadAlerts } from './alerts.ts'
import { type AttemptHooks, attemptUntilAnswered } from './attempts.ts'
import { waitForConnection } from './connection.ts'
import { createFolderAt } from './empty-folder.ts'
import { failureOf } from './failure.ts'
import { fileAt, requestRead } from './file-handles.ts'
import { createUploadList } from './list.ts'
import type { RememberedUpload } from './remembered-queue.ts'
import { createSpeedometer } from './speed.ts'
import { holdTabLock } from './tab-lock.ts'
import { transfer } from './transfer.ts'
import { newUploadId } from './upload-id.ts'

export interface UploadsDeps {
  readonly api: ApiClient
  readonly config: Pick<
    ClientConfig,
    'chunkSize' | 'mimetypesBlacklist' | 'uploadLimit' | 'uploadLimitFormatted' | 'subscriptionType'
  >
  readonly session: SessionApi
  readonly overlay: Pick<OverlayApi, 'alert'>
  readonly toasts: ToastsApi
  readonly events: EventBus
  /** A message of the shell in the reader's language. */
  readonly text: (id: string, values?: Record<string, string | number>) => string
  readonly now?: () => number
  readonly wait?: AttemptHooks['wait']
}

const PROGRESS_EVERY_MS = 100

/** The upload engine: one file after another, chunk by chunk; it lives in the shell, so that no section's coming or going ends a transfer. */
export function createUploads(deps: UploadsDeps): UploadsApi {
  const { api, config, session, overlay, events, text, now = Date.now, wait = waitForConnection } = deps
  const list = createUploadList()
  const alerts = createUploadAlerts(deps)
  const tab = holdTabLock(newUploadId())
  const accounts = new Map<string, AccountQueue>()
  const changedFolders = new Set<string | null>()
  let account: AccountQueue | null = null
  let running: { readonly id: string; readonly stop: AbortController } | null = null

  /** A list belongs to one account. What is not done waits for the next session of the same account. */
  const followSession = () => {
    const current = session.get()
    const userId = current.state === 'signed-in' ? current.user.id : null
    if (userId === (account?.userId ?? null)) return
    running?.stop.abort()
    if (account)
      account.away = list.get().map((item) => (isActive(item) ? { ...item, state: { step: 'waiting' } } : item))
    changedFolders.clear()
    account = userId === null ? null : accountOf(userId)
    list.replace(account?.away ?? [])
    startNext()
  }

  const accountOf = (userId: string): AccountQueue => {
    const known = accounts.get(userId)
    if (known) return known
    const opened = openAccountQueue(userId, tab, now)
    accounts.set(userId, opened)
    void opened.restored.then((items) => {
      append(opened, items)
      startNext()
    })
    return opened
  }

  const append = (to: AccountQueue, items: readonly UploadItem[]) => {
    if (to === account) list.append(items)
    else to.away = [...to.away, ...items]
  }

  const remember = (owner: AccountQueue, job: Job, change: Partial<RememberedUpload>) => {
    job.remembered = { ...job.remembered, ...change }
    // Of what was cancelled meanwhile nothing is kept.
    if (owner.jobs.get(job.remembered.uploadId) === job) owner.remembered.put([job.remembered])
  }

  const startNext = () => {
    if (running || !account) return
    const item = list.get().find(({ state }) => state.step === 'waiting')
    const job = item && account.jobs.get(item.id)
    if (item && job) {
      void run(account, item, job)
    } else if (changedFolders.size > 0) {
      events.emit('files.changed', { folderIds: [...changedFolders] })
      changedFolders.clear()
      // What was uploaded is there whether or not the storage used can be shown.
      session.refresh().catch(() => undefined)
    }
  }

  const run = async (owner: AccountQueue, item: UploadItem, job: Job) => {
    const stop = new AbortController()
    running = { id: item.id, stop }
    let sent = job.remembered.sent
    const show = (state: UploadState) => {
      if (!stop.signal.aborted) list.setState(item.id, state)
    }
    const hooks: AttemptHooks = {
      disconnected() {
        show({ step: 'reconnecting', sent })
      },
      wait,
    }
    show({ step: 'uploading', sent, bytesPerSecond: null })
    try {
      if (item.kind === 'folder') {
        const make = () => createFolderAt(api, item.folderId, item.path, stop.signal)
        finish(owner, item, await attemptUntilAnswered(make, hooks, stop.signal), null)
      } else {
        const file = await fileOf(item, job)
        if (!file || stop.signal.aborted) return
        const isBegun = job.remembered.isBegun
        if (!isBegun) remember(owner, job, { isBegun: true })
        const speed = createSpeedometer(now)
        let shownAtMs = 0
        const { id, attributes } = await transfer(
          api,
          { uploadId: item.id, file, folderId: item.folderId, path: item.path, isBegun },
          config.chunkSize,
          {
            ...hooks,
            sent(bytes) {
              sent = bytes
              const isDue = now() - shownAtMs >= PROGRESS_EVERY_MS || list.find(item.id)?.state.step === 'reconnecting'
              if (!isDue) return
              shownAtMs = now()
              show({ step: 'uploading', sent, bytesPerSecond: speed.note(sent) })
            },
            processing() {
              show({ step: 'processing' })
            },
            acknowledged(bytes) {
              remember(owner, job, { sent: bytes })
            },
          },
          stop.signal,
        )
        finish(owner, item, id, attributes.name === item.name.normalize('NFC') ? null : attributes.name)
      }
    } catch (error) {
      if (!stop.signal.aborted) fail(owner, item, error, sent)
      // The session ended: the queue waits for the next one, and the popup says why.
      else if (isApiError(error, 'unauthenticated')) overlay.alert({ title: error.message })
    } finally {
      running = null
      startNext()
    }
  }

  /** The file of a job; null when the browser no longer gives it, and somebody has to choose it again. */
  const fileOf = async (item: UploadItem, job: Job): Promise<File | null> => {
    if (job.file) return job.file
    const file = job.handle ? await fileAt(job.handle, item.path).catch(() => null) : null
    if (file?.size === item.size && file.lastModified === job.remembered.lastModified) {
      job.file = file
      return file
    }
    job.handle = null
    list.setState(item.id, { step: 'interrupted', sent: job.remembered.sent, canContinue: false })
    return null
  }

  const finish = (owner: AccountQueue, item: UploadItem, entryId: string, savedAs: string | null) => {
    owner.jobs.delete(item.id)
    owner.remembered.remove([item.id])
    owner.away = owner.away.filter(({ id }) => id !== item.id)
    list.setState(item.id, { step: 'done', entryId, savedAs })
    changedFolders.add(item.folderId)
    if (item.kind === 'file') events.emit('upload.finished', { entryId, folderId: item.folderId })
  }

  const fail = (owner: AccountQueue, item: UploadItem, error: unknown, sent: number) => {
    const failure = failureOf(error)
    if (!failure.retry) owner.remembered.remove([item.id])
    list.setState(item.id, { step: 'failed', sent, reason: text(failure.line), retry: failure.retry })
    if (failure.stopsQueue) list.change(({ state }) => (state.step === 'waiting' ? { step: 'paused', sent: 0 } : null))
    alerts.tellFailed(item, failure, error)
  }

  /** Puts files and folders behind the queue, and resumes what the same files had begun. */
  const enqueue = async (
    to: AccountQueue,
    sources: readonly UploadSource[],
    folders: readonly string[],
    folderId: string | null,
    folderName: string | null,
  ) => {
    await to.restored
    const shown = to === account ? list.get() : to.away
    // A new batch counts for itself.
    if (to === account && !shown.some(isActive)) list.remove(idsOf(shown.filter(({ state }) => state.step === 'done')))
    const match = matcher(shown, to.jobs)
    const roots = new Map<FileSystemHandle, string>()
    const addedAtMs = now()
    const items: UploadItem[] = []
    const remembered: RememberedUpload[] = []
    const queue = (part: Pick<UploadItem, 'kind' | 'name' | 'size' | 'path'>, source: UploadSource | null) => {
      const item: UploadItem = { ...part, id: newUploadId(), folderId, folderName, state: { step: 'waiting' } }
      const handle = source?.handle ?? null
      if (handle && !roots.has(handle)) roots.set(handle, newUploadId())
      const { id, state: _, ...rest } = item
      const record: RememberedUpload = {
        ...rest,
        uploadId: id,
        tabId: tab.tabId,
        lastModified: source?.file.lastModified ?? 0,
        rootId: (handle && roots.get(handle)) ?? null,
        isBegun: false,
        sent: 0,
        addedAtMs,
        position: items.length,
      }
      to.jobs.set(id, { file: source?.file ?? null, handle, remembered: record })
      items.push(item)
      remembered.push(record)
    }
    for (const path of folders) queue({ kind: 'folder', name: path.split('/').at(-1) ?? path, size: 0, path }, null)
    for (const source of sources) {
      const { file, path = '' } = source
      const [resumed] = match(source, folderId)
      if (resumed) resume(to, resumed, file)
      else queue({ kind: 'file', name: file.name, size: file.size, path }, source)
    }
    to.remembered.put(
      remembered,
      [...roots].map(([handle, rootId]) => ({ handle, rootId })),
    )
    append(to, items)
    startNext()
  }

  const resume = (of: AccountQueue, { id }: UploadItem, file: File) => {
    const job = of.jobs.get(id)
    if (job) job.file = file
    list.setState(id, { step: 'waiting' })
  }

  const remove = (items: readonly UploadItem[]) => {
    const ids = idsOf(items)
    if (running && ids.has(running.id)) running.stop.abort()
    for (const { id, state } of items) {
      // Bytes that stay behind are given up by the server after a day; asking now frees the quota at once.
      if (account?.jobs.get(id)?.remembered.isBegun && state.step !== 'done')
        api.call(abortUpload, { params: { upload_id: id } }).catch(() => undefined)
      account?.jobs.delete(id)
    }
    account?.remembered.remove([...ids])
    list.remove(ids)
  }

  followSession()
  session.subscribe(followSession)

  return {
    get: list.get,
    subscribe: list.subscribe,
    add(sources, folderId, { folderName = null, emptyFolders = [] }: UploadOptions = {}) {
      if (!account || sources.length + emptyFolders.length === 0 || alerts.refusesAll()) return
      const { admitted, folders, refused } = admitAll(sources, emptyFolders, config)
      alerts.tellRefused(refused)
      void enqueue(account, admitted, folders, folderId, folderName)
    },
    chooseAgain(sources) {
      if (!account) return
      const match = matcher(list.get(), account.jobs)
      const resumed = sources.flatMap((source) => match(source).map((item) => ({ item, file: source.file })))
      if (resumed.length === 0 && sources.length > 0) alerts.tellOtherFiles(sources.length)
      for (const { item, file } of resumed) resume(account, item, file)
      startNext()
    },
    continueAll() {
      const here = account
      if (!here) return
      const waiting = list.get().filter(({ state }) => state.step === 'interrupted' && state.canContinue)
      const handles = new Set(waiting.flatMap(({ id }) => here.jobs.get(id)?.handle ?? []))
      const ask = async () => {
        const granted = new Set<FileSystemHandle>()
        for (const handle of handles) if (await requestRead(handle)) granted.add(handle)
        if (account !== here) return
        list.change(({ id, state }) => {
          const handle = here.jobs.get(id)?.handle
          if (state.step !== 'interrupted' || !handle || !handles.has(handle)) return null
          return granted.has(handle) ? { step: 'waiting' } : { ...state, canContinue: false }
        })
        startNext()
      }
      void ask()
    },
    pause(id) {
      const state = list.find(id)?.state
      if (state?.step !== 'uploading' && state?.step !== 'waiting' && state?.step !== 'reconnecting') return
      if (running?.id === id) running.stop.abort()
      list.setState(id, { step: 'paused', sent: 'sent' in state ? state.sent : 0 })
    },
    resume(id) {
      if (list.find(id)?.state.step !== 'paused') return
      list.setState(id, { step: 'waiting' })
      startNext()
    },
    retry(id) {
      const item = list.find(id)
      if (item?.state.step !== 'failed' || !item.state.retry) return
      list.change(({ id: other, state }) => (other === id || state.step === 'paused' ? { step: 'waiting' } : null))
      startNext()
    },
    retryAll() {
      list.change(({ state }) =>
        state.step === 'paused' || (state.step === 'failed' && state.retry) ? { step: 'waiting' } : null,
      )
      startNext()
    },
    cancel(id) {
      remove(list.get().filter((item) => item.id === id))
    },
    cancelAll() {
      remove(list.get())
    },
    clear() {
      list.remove(
        idsOf(list.get().filter(({ state }) => state.step === 'done' || (state.step === 'failed' && !state.retry))),
      )
    },
  }
}

const idsOf = (items: readonly UploadItem[]): ReadonlySet<string> => new Set(items.map(({ id }) => id))
