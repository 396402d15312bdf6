import { Worker } from 'node:worker_threads'

export interface BulkSettings {
  readonly path: string
  readonly synchronous: 'FULL' | 'OFF'
}

export interface BulkRequest {
  readonly sql: string
  readonly parameters: readonly unknown[]
}

export interface BulkReply {
  readonly rows?: unknown[]
  readonly changes?: number
  /** Whether a transaction is open after the statement. */
  readonly isOpen: boolean
  readonly error?: { readonly code?: string | undefined; readonly message: string }
}

interface Waiting {
  resolve(reply: BulkReply): void
  reject(error: Error): void
}

/** The thread is ended when nothing needed it for this long. */
const IDLE_MS = 30_000

/**
 * A further connection to the file, on a thread of its own. A statement that touches 100,000 rows, the commit after it
 * and the checkpoint of the write-ahead log take seconds, in which the main thread goes on answering.
 */
export class BulkConnection {
  readonly #settings: BulkSettings
  #worker: Worker | undefined
  #waiting: Waiting | undefined
  #idle: NodeJS.Timeout | undefined
  #isOpen = false

  constructor(settings: BulkSettings) {
    this.#settings = settings
  }

  get inTransaction(): boolean {
    return this.#isOpen
  }

  #start(): Worker {
    const worker = new Worker(new URL('./sqlite-worker.ts', import.meta.url), { workerData: this.#settings })
    worker.on('message', (reply: BulkReply) => this.#settle((waiting) => waiting.resolve(reply)))
    worker.on('error', (error: Error) => this.#settle((waiting) => waiting.reject(error)))
    worker.on('exit', () => {
      // Its connection is gone, and an open transaction with it.
      if (this.#worker === worker) this.#worker = undefined
      this.#isOpen = false
      this.#settle((waiting) => waiting.reject(new Error('The thread for bulk work ended.')))
    })
    return worker
  }

  #settle(how: (waiting: Waiting) => void): void {
    const waiting = this.#waiting
    this.#waiting = undefined
    if (waiting) how(waiting)
  }

  /** One statement at a time. Fails with the driver's code. */
  async run(request: BulkRequest): Promise<BulkReply> {
    clearTimeout(this.#idle)
    const worker = (this.#worker ??= this.#start())
    worker.ref()
    const reply = await new Promise<BulkReply>((resolve, reject) => {
      this.#waiting = { resolve, reject }
      worker.postMessage(request)
    })
    worker.unref()
    this.#isOpen = reply.isOpen
    if (!reply.isOpen) this.#idle = setTimeout(() => this.close(), IDLE_MS).unref()
    if (reply.error) throw Object.assign(new Error(reply.error.message), { code: reply.error.code })
    return reply
  }

  close(): void {
    clearTimeout(this.#idle)
    this.#worker?.postMessage('close')
    this.#worker = undefined
  }
}
