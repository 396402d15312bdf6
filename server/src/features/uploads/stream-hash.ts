import { createHash, type Hash } from 'node:crypto'
import { startThread } from '../../infrastructure/start-thread.ts'

/** SHA-256 of bytes that arrive in pieces. */
export interface StreamHash {
  /** Resolves when `bytes`, which are in shared memory, were read and may be overwritten. Need not be awaited before the next. */
  update(bytes: Uint8Array): Promise<void>
  /** A copy that continues from here. Undefined when the thread that has its state has ended. */
  copy(): StreamHash | undefined
  /** As hexadecimal digits. More may follow. */
  digest(): Promise<string>
  /** Frees its state. */
  free(): void
}

export interface StreamHashes {
  /** `expectedBytes`: how many will come, if known. */
  create(expectedBytes: number | undefined): StreamHash
  close(): void
}

/** Below this, a message to another thread costs more than hashing. */
const MIN_THREAD_BYTES = 256 * 1024
/** The thread is ended when it has had no hash for this long. */
const IDLE_MS = 30_000

/** Messages to the thread. `update` and `digest` are answered, in the order in which they were sent. */
export type HashRequest =
  | { readonly does: 'create'; readonly id: number; readonly from: number | undefined }
  | { readonly does: 'update'; readonly id: number; readonly bytes: Uint8Array }
  | { readonly does: 'digest' | 'free'; readonly id: number }

interface Waiting {
  resolve(answer: string): void
  reject(error: Error): void
}

/**
 * A thread that hashes, so that the main thread receives meanwhile: hashing takes 0.7 s per GiB. Started when first needed.
 */
class HashThread {
  readonly #worker = startThread(new URL('./stream-hash-worker.ts', import.meta.url))
  readonly #waiting: Waiting[] = []
  #idle: NodeJS.Timeout | undefined
  #hashes = 0
  isOver = false

  constructor() {
    this.#worker.on('message', (answer: string) => this.#settle()?.resolve(answer))
    this.#worker.on('error', (error: Error) => this.#end(error))
    this.#worker.on('exit', () => this.#end(new Error('The thread for hashes ended.')))
    this.#worker.unref()
  }

  #settle(): Waiting | undefined {
    const waiting = this.#waiting.shift()
    if (this.#waiting.length === 0) this.#worker.unref()
    return waiting
  }

  #end(error: Error): void {
    this.isOver = true
    clearTimeout(this.#idle)
    for (const { reject } of this.#waiting.splice(0)) reject(error)
  }

  tell(request: HashRequest): void {
    if (this.isOver) return
    if (request.does === 'create') this.#hashes++
    if (request.does === 'free') this.#hashes--
    clearTimeout(this.#idle)
    if (this.#hashes === 0) this.#idle = setTimeout(() => this.close(), IDLE_MS).unref()
    this.#worker.postMessage(request)
  }

  ask(request: HashRequest): Promise<string> {
    if (this.isOver) return Promise.reject(new Error('The thread for hashes ended.'))
    return new Promise((resolve, reject) => {
      this.#worker.ref()
      this.#waiting.push({ resolve, reject })
      this.#worker.postMessage(request)
    })
  }

  close(): void {
    this.#end(new Error('The thread for hashes ended.'))
    void this.#worker.terminate()
  }
}

export function createStreamHashes(): StreamHashes {
  let thread: HashThread | undefined
  let lastId = 0

  function onThread(on: HashThread, from?: number): StreamHash {
    const id = ++lastId
    on.tell({ does: 'create', id, from })
    return {
      async update(bytes) {
        await on.ask({ does: 'update', id, bytes })
      },
      copy: () => (on.isOver ? undefined : onThread(on, id)),
      digest: () => on.ask({ does: 'digest', id }),
      free: () => on.tell({ does: 'free', id }),
    }
  }

  return {
    create(expectedBytes = Number.POSITIVE_INFINITY) {
      if (expectedBytes < MIN_THREAD_BYTES) return onThisThread(createHash('sha256'))
      if (!thread || thread.isOver) thread = new HashThread()
      return onThread(thread)
    },
    close: () => thread?.close(),
  }
}

const onThisThread = (hash: Hash): StreamHash => ({
  update(bytes) {
    hash.update(bytes)
    return Promise.resolve()
  },
  copy: () => onThisThread(hash.copy()),
  digest: () => Promise.resolve(hash.copy().digest('hex')),
  free: () => undefined,
})
