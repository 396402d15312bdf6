import { Worker } from 'node:worker_threads'
import type { HashAnswer, HashRequest } from './hash-worker.ts'

type Request = HashRequest extends infer R ? (R extends HashRequest ? Omit<R, 'n'> : never) : never

/** SHA-256 beside the main thread, so that hashing and the disk's work go on at the same time. */
export interface Hashing {
  ask(request: Request): Promise<HashAnswer>
  /** Forgets what was seen of a blob. */
  drop(key: string): void
  /** Forgets everything; the next request starts anew. */
  close(): Promise<void>
}

/** The thread starts with the first request and never keeps the process alive. */
export function startHashing(): Hashing {
  let worker: Worker | undefined
  let n = 0
  const waiting = new Map<number, { resolve: (answer: HashAnswer) => void; reject: (error: Error) => void }>()

  function fail(error: Error) {
    worker = undefined
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }

  function running(): Worker {
    if (worker) return worker
    const started = new Worker(new URL('./hash-worker.ts', import.meta.url))
    started.on('message', (answer: HashAnswer) => {
      waiting.get(answer.n)?.resolve(answer)
      waiting.delete(answer.n)
    })
    started.on('error', fail)
    // After the listeners: adding one holds the process again.
    started.unref()
    worker = started
    return started
  }

  return {
    ask(request) {
      const id = ++n
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject })
        running().postMessage({ ...request, n: id } satisfies HashRequest)
      })
    },
    drop(key) {
      worker?.postMessage({ op: 'drop', key, n: 0 } satisfies HashRequest)
    },
    async close() {
      const stopped = worker
      fail(new Error('the hashing thread was stopped'))
      await stopped?.terminate()
    },
  }
}
