import { abortUpload, type ClientConfig } from '@holdall/api'
import { type ApiClient, isApiError } from '@holdall/api-client'
import type { EventBus } from '@holdall/event-bus'
import type { OverlayApi, SessionApi, ToastsApi, UploadItem, UploadSource, UploadsApi } from '@holdall/section'
import { admit } from './admission.ts'
import { failureOf } from './failure.ts'
import { createLeftovers, type Leftovers } from './leftovers.ts'
import { createUploadList } from './list.ts'
import { createSpeedometer } from './speed.ts'
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
  readonly storage: Pick<Storage, 'getItem' | 'setItem'>
  /** A message of the shell in the reader's language. */
  readonly text: (id: string, values?: Record<string, string | number>) => string
  readonly now?: () => number
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>
}

interface Job {
  readonly file: File
  /** The server may already hold bytes of it. */
  begun: boolean
}

const PROGRESS_EVERY_MS = 100

/** The upload engine: one file after another, chunk by chunk; it lives in the shell, so that no section's coming or going ends a transfer. */
export function createUploads(deps: UploadsDeps): UploadsApi {
  const { api, config, session, overlay, toasts, events, text, now = Date.now, wait = waitFor } = deps
  const list = createUploadList()
  const jobs = new Map<string, Job>()
  const changedFolders = new Set<string | null>()
  let running: { readonly id: string; readonly stop: AbortController } | null = null
  let leftovers: Leftovers | null = null

  let owner: string | null = null
  /** The list belongs to one person: who signs in next starts with an empty one and with the own leftovers. */
  const followSession = () => {
    const current = session.get()
    const userId = current.state === 'signed-in' ? current.user.id : null
    if (userId === owner) return
    owner = userId
    running?.stop.abort()
    jobs.clear()
    list.remove(new Set(list.get().map((item) => item.id)))
    leftovers = userId === null ? null : createLeftovers(deps.storage, userId, now)
    list.append(
      (leftovers?.all() ?? []).map((one) => ({
        id: one.uploadId,
        name: one.name,
        size: one.size,
        folderId: one.folderId,
        path: one.path,
        state: { step: 'interrupted', sent: one.sent },
      })),
    )
  }

  const remember = (item: UploadItem, file: File, sent: number) => {
    leftovers?.put({
      uploadId: item.id,
      name: item.name,
      size: item.size,
      lastModified: file.lastModified,
      folderId: item.folderId,
      path: item.path,
      sent,
      at: now(),
    })
  }

  const next = () => {
    if (running) return
    const item = list.get().find((one) => one.state.step === 'waiting')
    const job = item && jobs.get(item.id)
    if (item && job) {
      void run(item, job)
    } else if (changedFolders.size > 0) {
      events.emit('files.changed', { folderIds: [...changedFolders] })
      changedFolders.clear()
      void session.refresh()
    }
  }

  const run = async (item: UploadItem, job: Job) => {
    const stop = new AbortController()
    running = { id: item.id, stop }
    const speed = createSpeedometer(now)
    let shownAt = 0
    let sent = 0
    list.setState(item.id, { step: 'uploading', sent: 0, bytesPerSecond: null })
    try {
      const resume = job.begun
      job.begun = true
      remember(item, job.file, 0)
      const entryId = await transfer(
        api,
        { uploadId: item.id, file: job.file, folderId: item.folderId, path: item.path },
        config.chunkSize,
        resume,
        {
          sent(bytes) {
            sent = bytes
            if (stop.signal.aborted || now() - shownAt < PROGRESS_EVERY_MS) return
            shownAt = now()
            list.setState(item.id, { step: 'uploading', sent, bytesPerSecond: speed.note(sent) })
          },
          processing() {
            if (!stop.signal.aborted) list.setState(item.id, { step: 'processing' })
          },
          acknowledged(bytes) {
            remember(item, job.file, bytes)
          },
          wait,
        },
        stop.signal,
      )
      finish(item, entryId)
    } catch (error) {
      if (!stop.signal.aborted) fail(item, error, sent)
    } finally {
      running = null
      next()
    }
  }

  const finish = (item: UploadItem, entryId: string) => {
    jobs.delete(item.id)
    leftovers?.remove(item.id)
    list.setState(item.id, { step: 'done', entryId })
    changedFolders.add(item.folderId)
    events.emit('upload.finished', { entryId, folderId: item.folderId })
  }

  const fail = (item: UploadItem, error: unknown, sent: number) => {
    const failure = failureOf(error)
    if (!failure.retry) leftovers?.remove(item.id)
    list.setState(item.id, {
      step: 'failed',
      sent,
      reason: text(failure.line, { percent: Math.floor((sent / item.size) * 100) }),
      retry: failure.retry,
    })
    if (failure.stopsQueue) holdTheRest()
    if (failure.popup && isApiError(error)) {
      overlay.alert(
        'fromServer' in failure.popup
          ? { title: error.message }
          : {
              title: text(failure.popup.title),
              ...(failure.popup.message
                ? { message: text(failure.popup.message, { size: config.uploadLimitFormatted, name: item.name }) }
                : {}),
            },
      )
    }
  }

  const holdTheRest = () => {
    for (const item of list.get())
      if (item.state.step === 'waiting') list.setState(item.id, { step: 'paused', sent: 0 })
  }

  const stopRunning = (id: string) => {
    if (running?.id === id) running.stop.abort()
  }

  const refuseAll = (): boolean => {
    const current = session.get()
    if (current.state !== 'signed-in' || current.user.meta.restrictions.canUpload) return false
    const id = config.subscriptionType === 'none' ? 'popup_exceed_limit' : 'popup_upload_disabled'
    overlay.alert({
      title: text(`${id}.title`),
      message: current.user.meta.restrictions.reason ?? text(`${id}.message`),
    })
    return true
  }

  const queue = (source: UploadSource, folderId: string | null): UploadItem => {
    const { file, path = '' } = source
    const leftover = leftovers?.match(file, folderId, path)
    const id = leftover?.uploadId ?? newUploadId()
    if (leftover) list.remove(new Set([id]))
    jobs.set(id, { file, begun: leftover !== undefined })
    return { id, name: file.name, size: file.size, folderId, path, state: { step: 'waiting' } }
  }

  followSession()
  session.subscribe(followSession)

  return {
    get: list.get,
    subscribe: list.subscribe,
    add(sources, folderId) {
      if (sources.length === 0 || refuseAll()) return
      const refused = new Set<string>()
      const items: UploadItem[] = []
      for (const source of sources) {
        const verdict = admit(source, config)
        if (verdict.queue) items.push(queue(source, folderId))
        else if (verdict.because === 'empty')
          toasts.show({ type: 'danger', message: text('uploads.empty_file', { name: source.file.name }) })
        else refused.add(verdict.because)
      }
      if (refused.has('blocked-type'))
        overlay.alert({
          title: text('popup_mimetypes_blacklist.title'),
          message: text('popup_mimetypes_blacklist.message'),
        })
      if (refused.has('too-large'))
        overlay.alert({
          title: text('popup_upload_limit.title', { size: config.uploadLimitFormatted }),
          message: text('popup_upload_limit.message', { size: config.uploadLimitFormatted }),
        })
      list.append(items)
      next()
    },
    pause(id) {
      const item = list.find(id)
      if (!item || (item.state.step !== 'uploading' && item.state.step !== 'waiting')) return
      stopRunning(id)
      list.setState(id, { step: 'paused', sent: item.state.step === 'uploading' ? item.state.sent : 0 })
    },
    resume(id) {
      if (list.find(id)?.state.step !== 'paused') return
      list.setState(id, { step: 'waiting' })
      next()
    },
    retry(id) {
      const item = list.find(id)
      if (item?.state.step !== 'failed' || !item.state.retry) return
      list.setState(id, { step: 'waiting' })
      for (const other of list.get()) if (other.state.step === 'paused') list.setState(other.id, { step: 'waiting' })
      next()
    },
    cancel(id) {
      const item = list.find(id)
      if (!item) return
      stopRunning(id)
      const begun = jobs.get(id)?.begun ?? item.state.step === 'interrupted'
      jobs.delete(id)
      leftovers?.remove(id)
      list.remove(new Set([id]))
      // Bytes that stay behind are given up by the server after a day; asking now frees the quota at once.
      if (begun && item.state.step !== 'done')
        api.call(abortUpload, { params: { upload_id: id } }).catch(() => undefined)
    },
    clear() {
      list.remove(
        new Set(
          list
            .get()
            .filter((item) => item.state.step === 'done' || (item.state.step === 'failed' && !item.state.retry))
            .map((item) => item.id),
        ),
      )
    },
  }
}

function waitFor(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        resolve()
      },
      { once: true },
    )
  })
}
