/// <reference lib="es2024.arraybuffer" />
import { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { refuse } from '../../infrastructure/errors/refusal.ts'

/** Bytes of a batch. When as many wait in memory, the sender is paused: with one more read it is 1 MiB. */
const BATCH_BYTES = 15 * 64 * 1024
/** How long a smaller batch waits for more bytes. */
const BATCH_DELAY_MS = 20
/** How long no byte may arrive. A connection that was lost unnoticed must not block its upload for long. */
const IDLE_TIMEOUT_MS = 30_000
type State = 'open' | 'ended' | 'broken'

/**
 * The bytes of a request in batches of about a megabyte, or of what a slower sender has sent. A batch may be used until
 * the next one is requested. Leaving the loop early leaves the stream as it is.
 */
export async function* bodyOf(stream: Readable, idleMs = IDLE_TIMEOUT_MS): AsyncGenerator<readonly Uint8Array[]> {
  let queue: Uint8Array[] = []
  let queued = 0
  // If the client disconnected before, the stream emits no further event.
  let state: State = stream.destroyed ? 'broken' : 'open'
  const current = (): State => state
  let wake: () => void = () => undefined

  const onData = (bytes: Uint8Array) => {
    queue.push(bytes)
    queued += bytes.length
    if (queued >= BATCH_BYTES) stream.pause()
    if (queued >= BATCH_BYTES || queue.length === 1) wake()
  }
  const over = (how: 'ended' | 'broken') => () => {
    if (state === 'open') state = how
    wake()
  }
  const [onEnd, onBroken] = [over('ended'), over('broken')]
  stream.on('data', onData).on('end', onEnd).on('error', onBroken).on('close', onBroken)

  /** Waits for the next event; false when there was none in time. */
  function change(withinMs: number): Promise<boolean> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, withinMs, false)
      wake = () => {
        clearTimeout(timer)
        resolve(true)
      }
    })
  }

  const isOwner = stream instanceof IncomingMessage
  try {
    for (;;) {
      if (queue.length > 0) {
        if (queued < BATCH_BYTES && current() === 'open') await change(BATCH_DELAY_MS)
        const batch = queue
        queue = []
        queued = 0
        if (state === 'open') stream.resume()
        yield batch
        if (isOwner) free(batch)
      } else if (current() === 'ended') return
      else if (current() === 'broken' || !(await change(idleMs))) {
        throw refuse('malformed-request', { message: 'The body ended too early.' })
      }
    }
  } finally {
    // Listeners for errors stay: a connection may break at any time.
    stream.off('data', onData).off('end', onEnd).off('close', onBroken)
  }
}

/**
 * Frees the memory of buffers now. Each read of a request allocates a buffer of its own, and collecting thousands of
 * them later costs more than receiving them.
 */
function free(batch: readonly Uint8Array[]): void {
  for (const { buffer, byteLength } of batch) {
    if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
  }
}

/** The same bytes until `signal` is aborted, which ends the wait for more at once. */
export async function* stoppable<T>(source: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T> {
  const iterator = source[Symbol.asyncIterator]()
  let stop = () => undefined as void
  const stopped = new Promise<never>((_resolve, reject) => {
    stop = () => reject(refuse('upload-conflict', { message: 'This upload was canceled.' }))
  })
  signal.addEventListener('abort', stop)
  if (signal.aborted) stop()
  try {
    for (;;) {
      const next = await Promise.race([iterator.next(), stopped])
      if (next.done) return
      yield next.value
    }
  } finally {
    signal.removeEventListener('abort', stop)
    // Not awaited: it may be waiting for bytes that never come.
    void iterator.return?.()
  }
}
