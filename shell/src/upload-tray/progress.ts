import type { UploadItem } from '@holdall/section'
import { isActive } from '../stores/active-uploads.ts'

export interface TrayTotals {
  /** Number of the current upload among `count`, for "Uploading 2 of 5". */
  readonly position: number
  readonly count: number
  /** 0 to 1, over the bytes of active and finished uploads. */
  readonly progress: number
  /** Null until a speed is measured. */
  readonly secondsLeft: number | null
  readonly active: boolean
  /** Nothing is sent until the server answers again. */
  readonly isReconnecting: boolean
  readonly failed: number
}

/** Totals of the queue, for the header of the tray. */
export function totals(items: readonly UploadItem[]): TrayTotals {
  const open = items.filter(isActive)
  const done = items.filter(({ state }) => state.step === 'done')
  const counted = [...open, ...done]
  const size = counted.reduce((sum, item) => sum + item.size, 0)
  const sent = counted.reduce((sum, item) => sum + sentOf(item), 0)
  const current = open.find(({ state }) => state.step === 'uploading')
  const speed = current?.state.step === 'uploading' ? current.state.bytesPerSecond : null
  return {
    position: Math.min(done.length + 1, counted.length),
    count: counted.length,
    progress: size === 0 ? 0 : Math.min(sent / size, 1),
    secondsLeft: speed ? Math.ceil((size - sent) / speed) : null,
    active: open.length > 0,
    isReconnecting: open.some(({ state }) => state.step === 'reconnecting'),
    failed: items.filter(({ state }) => state.step === 'failed').length,
  }
}

function sentOf({ state, size }: UploadItem): number {
  switch (state.step) {
    case 'uploading':
    case 'reconnecting':
      return state.sent
    case 'processing':
    case 'done':
      return size
    default:
      return 0
  }
}
