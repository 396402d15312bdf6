import type { Readable } from 'node:stream'
import { refuse } from '../http/refusal.ts'

/** Bytes that may wait in memory before the sender is slowed down. */
const AHEAD = 1024 * 1024
/** Milliseconds that may pass without a byte. A connection that died unnoticed must not hold its upload for long. */
const IDLE = 30_000
/** A refused body is still read for a while: most clients look at the answer only after they have sent everything. */
const DISCARD = { bytes: 256 * 1024 * 1024, ms: 20_000 }

export interface Body extends AsyncIterable<readonly Uint8Array[]> {
  /** Lets go of the stream: what still comes is read and forgotten, up to a bound. */
  discard(): Promise<void>
}

/** The bytes of a request, each time all that came since. Leaving the loop early neither waits for the sender nor cuts the connection. */
export function bodyOf(stream: Readable, idle = IDLE): Body {
  let queue: Uint8Array[] = []
  let queued = 0
  // A client that disconnected before this is read sends no further event.
  let state: 'open' | 'ended' | 'broken' = stream.destroyed ? 'broken' : 'open'
  let discarding = false
  let wake: () => void = () => undefined

  stream.on('data', (bytes: Uint8Array) => {
    queued += bytes.length
    if (!discarding) {
      queue.push(bytes)
      if (queued >= AHEAD) stream.pause()
    } else if (queued > DISCARD.bytes) state = 'broken'
    wake()
  })
  const over = (how: 'ended' | 'broken') => () => {
    if (state === 'open') state = how
    wake()
  }
  stream.on('end', over('ended'))
  stream.on('error', over('broken'))
  stream.on('close', over('broken'))

  /** Until something happens; false when nothing did. */
  function change(ms: number): Promise<boolean> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms, false)
      wake = () => {
        clearTimeout(timer)
        resolve(true)
      }
    })
  }

  async function next(): Promise<IteratorResult<readonly Uint8Array[], undefined>> {
    for (;;) {
      if (queue.length > 0) {
        const batch = queue
        queue = []
        queued = 0
        if (state === 'open') stream.resume()
        return { done: false, value: batch }
      }
      if (state === 'ended') return { done: true, value: undefined }
      const heard = state === 'open' && (await change(idle))
      if (!heard) throw refuse('malformed-request', { message: 'The body broke off.' })
    }
  }

  return {
    [Symbol.asyncIterator]: () => ({ next }),
    async discard() {
      discarding = true
      queue = []
      queued = 0
      const until = Date.now() + DISCARD.ms
      stream.resume()
      while (state === 'open' && Date.now() < until) await change(1000)
    },
  }
}
