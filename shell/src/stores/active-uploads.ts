import type { UploadItem, UploadState } from '@holdall/section'

const ACTIVE_STEPS: ReadonlySet<UploadState['step']> = new Set(['waiting', 'uploading', 'processing', 'reconnecting'])

/** Whether an upload is in progress and needs no action of the user. */
export const isActive = ({ state }: UploadItem) => ACTIVE_STEPS.has(state.step)
