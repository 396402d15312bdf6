import { isActive } from '../stores/active-uploads.ts'
import {
  canRetry,
  hasFailedPermanently,
  isDone,
  isPaused,
  isTransferring,
  isWaiting,
  type QueuedUpload,
  toPaused,
  toWaiting,
  type TransferState,
  withChosenFile,
  withState,
} from './queued-upload.ts'

export interface QueueState {
  /** The account whose uploads are shown and sent; null while nobody is signed in. */
  readonly userId: string | null
  readonly byAccount: ReadonlyMap<string, readonly QueuedUpload[]>
  /** Stays until the transfer has ended, which is later than the upload was paused or cancelled. */
  readonly running: { readonly userId: string; readonly id: string } | null
}

type AccountAction =
  | { readonly type: 'account-changed'; readonly userId: string | null }
  | {
      readonly type: 'added'
      readonly userId: string
      readonly uploads: readonly QueuedUpload[]
      /** Of interrupted uploads, by upload id. */
      readonly files: ReadonlyMap<string, File>
    }

/** Concern the uploads that are shown. */
type ListAction =
  | { readonly type: 'files-chosen'; readonly files: ReadonlyMap<string, File> }
  | { readonly type: 'permissions-answered'; readonly granted: ReadonlyMap<FileSystemHandle, boolean> }
  | { readonly type: 'paused' | 'resumed' | 'retried'; readonly id: string }
  | { readonly type: 'all-retried' | 'cleared' }
  | { readonly type: 'cancelled'; readonly ids: ReadonlySet<string> }

/** Concern the upload that runs. */
type RunAction =
  | { readonly type: 'started' | 'file-missing' | 'begun' | 'ended' }
  | { readonly type: 'file-read'; readonly file: File }
  | { readonly type: 'progressed'; readonly state: TransferState }
  | { readonly type: 'acknowledged'; readonly sent: number }
  | { readonly type: 'finished'; readonly entryId: string; readonly savedAs: string | null }
  | {
      readonly type: 'failed'
      readonly sent: number
      readonly reason: string
      readonly retry: boolean
      /** The other uploads would fail for the same reason. */
      readonly stopsQueue: boolean
    }

export type QueueAction = AccountAction | ListAction | RunAction

export const emptyQueue: QueueState = { userId: null, byAccount: new Map(), running: null }

export function reduceQueue(state: QueueState, action: QueueAction): QueueState {
  switch (action.type) {
    case 'account-changed': {
      const left = changeShown(state, (upload) => (isActive(upload.item) ? toWaiting(upload) : upload))
      return { ...left, userId: action.userId }
    }
    case 'added': {
      const before = uploadsOf(state, action.userId)
      // A new batch has counters of its own: finished uploads are removed.
      const kept = before.some(({ item }) => isActive(item)) ? before : before.filter((upload) => !isDone(upload))
      const resumed = kept.map((upload) => withChosenFile(upload, action.files))
      return withUploads(state, action.userId, [...resumed, ...action.uploads])
    }
    case 'files-chosen':
      return changeShown(state, (upload) => withChosenFile(upload, action.files))
    case 'permissions-answered':
      return changeShown(state, (upload) => {
        const { item, handle } = upload
        const isGranted = handle ? action.granted.get(handle) : undefined
        if (item.state.step !== 'interrupted' || isGranted === undefined) return upload
        return isGranted ? toWaiting(upload) : withState(upload, { ...item.state, canContinue: false })
      })
    case 'paused':
      return changeShown(state, (upload) => (upload.item.id === action.id ? toPaused(upload) : upload))
    case 'resumed':
      return changeShown(state, (upload) =>
        upload.item.id === action.id && isPaused(upload) ? toWaiting(upload) : upload,
      )
    case 'retried': {
      const retried = shownUploads(state).find(({ item }) => item.id === action.id)
      if (!retried || !canRetry(retried)) return state
      // Its failure may have paused the others.
      return changeShown(state, (upload) => (upload === retried || isPaused(upload) ? toWaiting(upload) : upload))
    }
    case 'all-retried':
      return changeShown(state, (upload) => (isPaused(upload) || canRetry(upload) ? toWaiting(upload) : upload))
    case 'cleared':
      return changeShown(state, (upload) => (isDone(upload) || hasFailedPermanently(upload) ? null : upload))
    case 'cancelled':
      return changeShown(state, (upload) => (action.ids.has(upload.item.id) ? null : upload))
    default:
      return reduceRun(state, action)
  }
}

function reduceRun(state: QueueState, action: RunAction): QueueState {
  switch (action.type) {
    case 'started': {
      const next = nextUpload(state)
      if (!next || state.userId === null) return state
      const started = { ...state, running: { userId: state.userId, id: next.item.id } }
      return changeRunning(started, (upload) =>
        withState(upload, { step: 'uploading', sent: upload.remembered.sent, bytesPerSecond: null }),
      )
    }
    case 'file-read':
      return changeRunning(state, (upload) => ({ ...upload, file: action.file }))
    case 'file-missing':
      return changeRunning(state, (upload) => ({
        ...withState(upload, { step: 'interrupted', sent: upload.remembered.sent, canContinue: false }),
        handle: null,
      }))
    case 'begun':
      return changeRunning(state, (upload) => ({ ...upload, remembered: { ...upload.remembered, isBegun: true } }))
    case 'acknowledged':
      return changeRunning(state, (upload) => ({ ...upload, remembered: { ...upload.remembered, sent: action.sent } }))
    case 'progressed':
      return changeRunning(state, (upload) => (isTransferring(upload) ? withState(upload, action.state) : upload))
    case 'finished': {
      const { entryId, savedAs } = action
      // The list of an account that has signed out keeps unfinished uploads only.
      if (state.running?.userId !== state.userId) return changeRunning(state, () => null)
      return changeRunning(state, (upload) => ({
        ...withState(upload, { step: 'done', entryId, savedAs }),
        file: null,
        handle: null,
      }))
    }
    case 'failed': {
      const upload = runningUpload(state)
      // It was stopped before it failed.
      if (!upload || !isTransferring(upload)) return state
      const { sent, reason, retry, stopsQueue } = action
      const failed = changeRunning(state, () => withState(upload, { step: 'failed', sent, reason, retry }))
      return stopsQueue ? changeShown(failed, (other) => (isWaiting(other) ? toPaused(other) : other)) : failed
    }
    case 'ended': {
      const left = changeRunning(state, (upload) => (isTransferring(upload) ? toWaiting(upload) : upload))
      return { ...left, running: null }
    }
  }
}

export const shownUploads = (state: QueueState): readonly QueuedUpload[] => uploadsOf(state, state.userId)

/** The upload to be sent next; null while another one runs. */
export function nextUpload(state: QueueState): QueuedUpload | null {
  return state.running ? null : (shownUploads(state).find(isWaiting) ?? null)
}

/** Null where none runs, and where it was cancelled. */
export function runningUpload(state: QueueState): QueuedUpload | null {
  const { running } = state
  return running && (uploadsOf(state, running.userId).find(({ item }) => item.id === running.id) ?? null)
}

/** Null removes an upload. */
type Change = (upload: QueuedUpload) => QueuedUpload | null

function changeShown(state: QueueState, change: Change): QueueState {
  const changed = shownUploads(state).flatMap((upload) => change(upload) ?? [])
  return state.userId === null ? state : withUploads(state, state.userId, changed)
}

/** A finished upload is not changed. */
function changeRunning(state: QueueState, change: Change): QueueState {
  const { running } = state
  if (!running) return state
  const changed = uploadsOf(state, running.userId).flatMap((upload) =>
    upload.item.id === running.id && !isDone(upload) ? (change(upload) ?? []) : upload,
  )
  return withUploads(state, running.userId, changed)
}

const NONE: readonly QueuedUpload[] = []
const uploadsOf = ({ byAccount }: QueueState, userId: string | null) =>
  (userId === null ? null : byAccount.get(userId)) ?? NONE

const withUploads = (state: QueueState, userId: string, uploads: readonly QueuedUpload[]): QueueState => ({
  ...state,
  byAccount: new Map([...state.byAccount, [userId, uploads]]),
})
