import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { addDownloaded, type Downloaded } from './traffic.store.ts'

type Deps = Pick<Infrastructure, 'db' | 'clock' | 'log'>

/** Counted bytes are written after this delay, so that a page of images causes one write and not fifty. */
const FLUSH_DELAY_MS = 1000

/**
 * Counts downloaded bytes, per owner and day. A killed process loses what it has not written: it is for a chart only.
 */
export interface Traffic {
  downloaded(ownerId: string, bytes: number): void
}

export function createTraffic({ db, clock, log }: Deps, flushDelayMs = FLUSH_DELAY_MS): Traffic {
  let waiting = new Map<string, Downloaded>()
  let timer: NodeJS.Timeout | undefined

  async function flush() {
    timer = undefined
    const rows = [...waiting.values()]
    waiting = new Map()
    await addDownloaded(db, rows)
  }

  return {
    downloaded(ownerId, bytes) {
      if (bytes === 0) return
      const day = new Date(clock.now()).toISOString().slice(0, 10)
      const row = waiting.get(`${ownerId} ${day}`)
      waiting.set(`${ownerId} ${day}`, { ownerId, day, bytes: bytes + (row?.bytes ?? 0) })
      timer ??= setTimeout(() => {
        flush().catch((error: unknown) => log.warn({ err: error }, 'downloaded bytes could not be counted'))
      }, flushDelayMs).unref()
    },
  }
}
