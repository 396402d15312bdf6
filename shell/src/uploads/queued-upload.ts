import type { UploadItem, UploadState } from '@holdall/section'
import type { RememberedUpload } from './remembered-queue.ts'

export interface QueuedUpload {
  readonly item: UploadItem
  /** Null until it was chosen again or read through its handle, and once it is done. */
  readonly file: File | null
  readonly handle: FileSystemHandle | null
  /** What the browser stores of it. */
  readonly remembered: RememberedUpload
}

/** The state of an upload that is being transferred. */
export type TransferState = Extract<UploadState, { readonly step: 'uploading' | 'reconnecting' | 'processing' }>

const TRANSFER_STEPS: ReadonlySet<UploadState['step']> = new Set<TransferState['step']>([
  'uploading',
  'reconnecting',
  'processing',
])

export const isTransferring = ({ item }: QueuedUpload) => TRANSFER_STEPS.has(item.state.step)
export const isWaiting = ({ item }: QueuedUpload) => item.state.step === 'waiting'
export const isPaused = ({ item }: QueuedUpload) => item.state.step === 'paused'
export const isDone = ({ item }: QueuedUpload) => item.state.step === 'done'
export const canRetry = ({ item }: QueuedUpload) => item.state.step === 'failed' && item.state.retry
export const hasFailedPermanently = ({ item }: QueuedUpload) => item.state.step === 'failed' && !item.state.retry

export const withState = (upload: QueuedUpload, state: UploadState): QueuedUpload => ({
  ...upload,
  item: { ...upload.item, state },
})

export const toWaiting = (upload: QueuedUpload) => withState(upload, { step: 'waiting' })

/** An upload that is being processed cannot be paused: all of it has been sent. */
export function toPaused(upload: QueuedUpload): QueuedUpload {
  const { state } = upload.item
  if (state.step === 'waiting') return withState(upload, { step: 'paused', sent: 0 })
  if (state.step !== 'uploading' && state.step !== 'reconnecting') return upload
  return withState(upload, { step: 'paused', sent: state.sent })
}

/** Resumes an interrupted upload with its file, if it is among those that were chosen, by upload id. */
export function withChosenFile(upload: QueuedUpload, files: ReadonlyMap<string, File>): QueuedUpload {
  const file = files.get(upload.item.id)
  return file && upload.item.state.step === 'interrupted' ? { ...toWaiting(upload), file } : upload
}
