/// <reference lib="es2024.arraybuffer" />
import { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { refuse } from '../../infrastructure/errors/refusal.ts'

/** Bytes that are handed on together, and wait in memory before the sender is slowed down: with one read more, 1 MiB. */
const AHEAD = 15 * 64 * 1024
/** Milliseconds that fewer bytes wait for more to come. */
const LINGER = 20
/** Milliseconds that may pass without a byte. A connection that died unnoticed must not hold its upload for long. */
const IDLE = 30_000
type State = 'open' | 'ended' | 'broken'

/**
 * The bytes of a request, about a megabyte at a time, or what a slower sender has sent. A batch may be used until the next one is requested.
 * Leaving the loop early lets go of the stream as it is.
 */
export async function* bodyOf(stream: Readable, idle = IDLE): AsyncGenerator<readonly Uint8Array[]> {
  let queue: Uint8Array[] = []
  let queued = 0
  // A client that disconnected before this is read sends no further event.
  let state: State = stream.destroyed ? 'broken' : 'open'
  const current = (): State => state
  let wake: () => void = () => undefined

  const onData = (bytes: Uint8Array) => {
    queue.push(bytes)
    queued += bytes.length
    if (queued >= AHEAD) stream.pause()
    if (queued >= AHEAD || queue.length === 1) wake()
  }
  const over = (how: 'ended' | 'broken') => () => {
    if (state === 'open') state = how
    wake()
  }
  const [onEnd, onBroken] = [over('ended'), over('broken')]
  stream.on('data', onData).on('end', onEnd).on('error', onBroken).on('close', onBroken)

  /** Until something happens; false when nothing did. */
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
        if (queued < AHEAD && current() === 'open') await change(LINGER)
        const batch = queue
        queue = []
        queued = 0
        if (state === 'open') stream.resume()
        yield batch
        if (isOwner) free(batch)
      } else if (current() === 'ended') return
      else if (current() === 'broken' || !(await change(idle))) {
        throw refuse('malformed-request', { message: 'The body broke off.' })
      }
    }
  } finally {
    // Listeners for errors stay: a connection may break at any time.
    stream.off('data', onData).off('end', onEnd).off('close', onBroken)
  }
}

/**
 * Gives the memory of buffers back now. A request's bytes come in a buffer of their own each, and by the time the
 * garbage collector finds thousands of them it costs more than receiving them.
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
