import type { Worker } from 'node:worker_threads'
import type { CompiledQuery, QueryResult } from 'kysely'
import { workOwner } from '../fair-queue.ts'
import { startThread } from '../start-thread.ts'
import { toDbError } from './errors.ts'

export interface BulkSettings {
  readonly path: string
  readonly synchronous: 'FULL' | 'OFF'
  /** What it is for: whole transactions, or single statements. */
  readonly use: 'transactions' | 'reads' | 'checkpoints'
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
  /** The thread that answers. An earlier one may end while it works. */
  readonly worker: Worker
  resolve(reply: BulkReply): void
  reject(error: Error): void
}

/** The thread is ended when nothing needed it for this long: it takes 12 MB. */
const IDLE_MS = 5_000
/** After a read of a request: the next request would wait for the start of the thread too. */
const IDLE_AFTER_REQUEST_MS = 300_000

/** IMMEDIATE: a transaction that reads first and writes later cannot fail between the two because the lock is taken. */
export const BEGIN = 'begin immediate'

/**
 * A further connection to the file, on a thread of its own. A statement that touches 100,000 rows, the commit after it
 * and the checkpoint of the write-ahead log take seconds, in which the main thread keeps answering.
 */
export class BulkConnection {
  readonly #settings: BulkSettings
  #worker: Worker | undefined
  #waiting: Waiting | undefined
  #idle: NodeJS.Timeout | undefined
  /** Until when the thread is kept for requests, by `performance.now()`. */
  #keptUntilMs = 0
  #isOpen = false

  constructor(settings: BulkSettings) {
    this.#settings = settings
  }

  get inTransaction(): boolean {
    return this.#isOpen
  }

  #start(): Worker {
    const worker = startThread(new URL('./sqlite-worker.ts', import.meta.url), this.#settings)
    worker.on('message', (reply: BulkReply) => this.#settle(worker, (waiting) => waiting.resolve(reply)))
    worker.on('error', (error: Error) => this.#settle(worker, (waiting) => waiting.reject(error)))
    worker.on('exit', () => {
      if (this.#worker === worker) {
        // Its connection is gone, and an open transaction with it.
        this.#worker = undefined
        this.#isOpen = false
      }
      this.#settle(worker, (waiting) => waiting.reject(new Error('The thread for bulk work ended.')))
    })
    return worker
  }

  #settle(worker: Worker, how: (waiting: Waiting) => void): void {
    const waiting = this.#waiting
    if (waiting?.worker !== worker) return
    this.#waiting = undefined
    how(waiting)
  }

  /** One statement at a time. Fails with the driver's code. */
  async run(request: BulkRequest): Promise<BulkReply> {
    clearTimeout(this.#idle)
    const isForRequest = this.#settings.use === 'reads' && workOwner.getStore() !== undefined
    // On a new thread, the rest of a transaction would be committed statement by statement.
    if (!this.#worker && request.sql !== BEGIN && this.#settings.use === 'transactions')
      throw new Error('The thread for bulk work ended.')
    const worker = (this.#worker ??= this.#start())
    worker.ref()
    const reply = await new Promise<BulkReply>((resolve, reject) => {
      this.#waiting = { worker, resolve, reject }
      worker.postMessage(request)
    })
    // Not while `close` waits for the end of the thread.
    if (this.#worker === worker) worker.unref()
    this.#isOpen = reply.isOpen
    if (isForRequest) this.#keptUntilMs = performance.now() + IDLE_AFTER_REQUEST_MS
    if (!reply.isOpen) this.#endWhenIdle()
    if (reply.error) throw Object.assign(new Error(reply.error.message), { code: reply.error.code })
    return reply
  }

  #endWhenIdle(): void {
    const idleMs = Math.max(IDLE_MS, this.#keptUntilMs - performance.now())
    this.#idle = setTimeout(() => void this.close(), idleMs).unref()
  }

  /** Resolves once the thread has closed its files. */
  async close(): Promise<void> {
    clearTimeout(this.#idle)
    const worker = this.#worker
    this.#worker = undefined
    if (!worker) return
    const ended = new Promise((resolve) => worker.once('exit', resolve))
    worker.postMessage('close')
    // Keeps the process alive until the thread has ended.
    worker.ref()
    await ended
  }
}

/** In place of the writer for transactions that touch very many rows, and of the reader for such queries. */
export class BulkHandle {
  readonly #connection: BulkConnection
  constructor(connection: BulkConnection) {
    this.#connection = connection
  }
  get inTransaction(): boolean {
    return this.#connection.inTransaction
  }
  close(): Promise<void> {
    return this.#connection.close()
  }
  async run<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    try {
      const { rows, changes } = await this.#connection.run({ sql, parameters })
      return { rows: rows as R[], ...(changes !== undefined && { numAffectedRows: BigInt(changes) }) }
    } catch (error) {
      throw toDbError(error)
    }
  }
}
