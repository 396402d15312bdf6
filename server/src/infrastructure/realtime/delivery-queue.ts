/** Sending in one turn of the event loop takes about this long; what is left waits for the next one. */
const SLICE_MS = 8
/** Deliveries between two looks at the clock. */
const DELIVERIES_BETWEEN = 16

/** Each step sends a message to one connection. */
export type Deliveries = Iterator<void>

export interface DeliveryQueue {
  /**
   * Sends them in the order of the calls, a slice in each turn of the event loop, so that an event for very many
   * connections delays nobody else. Returns false when too many wait: nothing is sent, and those that wait are dropped.
   */
  add(deliveries: Deliveries): boolean
  close(): void
}

/** `nowMs`: milliseconds of a clock that is never set back. */
export function createDeliveryQueue(maxWaiting: number, nowMs = () => performance.now()): DeliveryQueue {
  let waiting: Deliveries[] = []
  let isScheduled = false

  function schedule(): void {
    if (isScheduled) return
    isScheduled = true
    setImmediate(sendSlice)
  }

  function sendSlice(): void {
    isScheduled = false
    const endMs = nowMs() + SLICE_MS
    let sent = 0
    let done = 0
    for (const deliveries of waiting) {
      while (deliveries.next().done !== true) {
        if (++sent % DELIVERIES_BETWEEN === 0 && nowMs() > endMs) {
          waiting = waiting.slice(done)
          return schedule()
        }
      }
      done++
    }
    waiting = []
  }

  return {
    add(deliveries) {
      if (waiting.length >= maxWaiting) {
        waiting = []
        return false
      }
      waiting.push(deliveries)
      schedule()
      return true
    },
    close() {
      waiting = []
    },
  }
}
