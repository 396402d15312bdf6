import type { UploadItem, UploadState } from '@holdall/section'

const ACTIVE_STEPS: ReadonlySet<UploadState['step']> = new Set(['waiting', 'uploading', 'processing', 'reconnecting'])

/** On its way without anybody's doing. */
export const isActive = ({ state }: UploadItem) => ACTIVE_STEPS.has(state.step)
