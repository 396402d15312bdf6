import type { Worker } from 'node:worker_threads'
import { startThread } from '../start-thread.ts'

/** The thread is ended when nothing was read for this long. */
const IDLE_MS = 30_000

export interface ReadRequest {
  readonly files: readonly { readonly path: string; readonly size: number }[]
  /** Shared memory. */
  readonly memory: Uint8Array
}
/** For each file null, or why it could not be read. */
export type ReadAnswer = readonly (string | null)[]

export interface SmallBlobReader {
  /** Reads whole files into the memory, each where those before it end by their sizes. */
  read(request: ReadRequest): Promise<ReadAnswer>
  close(): void
}

interface Waiting {
  resolve(answer: ReadAnswer): void
  reject(error: Error): void
}

/**
 * Reads many small files on a thread: asynchronous calls would take eight times as long, three for each file, and
 * others would block the main thread. The thread is started when first needed.
 */
export function createSmallBlobReader(): SmallBlobReader {
  let worker: Worker | undefined
  let idle: NodeJS.Timeout | undefined
  const waiting: Waiting[] = []

  function end(ended: Worker, error: Error): void {
    if (worker !== ended) return
    worker = undefined
    clearTimeout(idle)
    for (const { reject } of waiting.splice(0)) reject(error)
  }

  function start(): Worker {
    const started = startThread(new URL('./small-blob-reader-worker.ts', import.meta.url))
    started.on('message', (answer: ReadAnswer) => {
      waiting.shift()?.resolve(answer)
      if (waiting.length > 0) return
      started.unref()
      idle = setTimeout(close, IDLE_MS).unref()
    })
    started.on('error', (error: Error) => end(started, error))
    started.on('exit', () => end(started, new Error('The thread that reads blobs ended.')))
    return started
  }

  function close(): void {
    const ended = worker
    if (!ended) return
    end(ended, new Error('The thread that reads blobs ended.'))
    void ended.terminate()
  }

  return {
    read: (request) =>
      new Promise((resolve, reject) => {
        clearTimeout(idle)
        worker ??= start()
        worker.ref()
        waiting.push({ resolve, reject })
        worker.postMessage(request)
      }),
    close,
  }
}
