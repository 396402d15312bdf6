import type { Readable } from 'node:stream'
import { second } from '../clock.ts'
import { StorageError } from './storage-error.ts'

/** How long a body may send nothing while it is waited for. */
export const BODY_IDLE_MS = 30 * second

/** All that a body sends, and closes it. Rejects with `unavailable` where it breaks off or sends nothing for too long. */
export async function* receivedBytes(body: Readable, idleMs = BODY_IDLE_MS): AsyncGenerator<Uint8Array> {
  try {
    for (;;) {
      const bytes = await nextBytes(body, idleMs)
      if (bytes === null) return
      yield bytes
    }
  } catch (error) {
    throw error instanceof StorageError
      ? error
      : new StorageError('unavailable', 'The connection to the S3 storage broke.', error)
  } finally {
    body.destroy()
  }
}

/** What a body sends next; null at its end. Rejects when that takes too long: a reader that waits longer is no error. */
export function nextBytes(body: Readable, withinMs: number): Promise<Uint8Array | null> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => settle(() => reject(new StorageError('unavailable', 'The S3 storage sends nothing more.'))),
      withinMs,
    )
    const onReadable = () => {
      const bytes = body.read() as Uint8Array | null
      if (bytes !== null) settle(() => resolve(bytes))
    }
    const onEnd = () => settle(() => resolve(null))
    const onError = (error: Error) => settle(() => reject(error))
    const onClose = () =>
      settle(() => reject(new StorageError('unavailable', 'The connection to the S3 storage was closed.')))
    function settle(done: () => void) {
      clearTimeout(timer)
      body.off('readable', onReadable).off('end', onEnd).off('error', onError).off('close', onClose)
      done()
    }
    body.on('readable', onReadable).on('end', onEnd).on('error', onError).on('close', onClose)
    if (body.readableEnded) onEnd()
    else if (body.destroyed) onClose()
    else onReadable()
  })
}
