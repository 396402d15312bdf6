import type { CompiledQuery, QueryResult } from 'kysely'
import { FairQueue, workOwner } from '../fair-queue.ts'
import { queryTimeout } from './errors.ts'
import { BulkConnection, BulkHandle, type BulkSettings } from './sqlite-bulk.ts'

/** Threads for reads of very many rows: while one account reads, another one does not wait for it. */
const READER_THREADS = 2
/** Threads whose query has passed its deadline: SQLite cannot be interrupted, so that they end together with it. */
const MAX_RETIRED = 2

interface Options {
  readonly settings: Omit<BulkSettings, 'use'>
  /** For one query of a request. Jobs have none. */
  readonly deadlineMs: number
  readonly run: <R>(query: CompiledQuery, on: BulkHandle) => Promise<QueryResult<R>>
}

/**
 * Reads on threads of their own, one at a time for each owner of work, in turn. A query of a request that passes its
 * deadline is answered with an error, and another thread takes the place of its own.
 */
export class SqliteReaders {
  readonly #options: Options
  /** Held until a query has really ended: an owner does not fill the retired threads. */
  readonly #owners = new FairQueue({ size: Infinity, perOwner: 1 })
  readonly #turns = new FairQueue({ size: READER_THREADS, perOwner: 1 })
  readonly #idle: BulkHandle[]
  readonly #open = new Set<BulkHandle>()
  #retired = 0

  constructor(options: Options) {
    this.#options = options
    this.#idle = Array.from({ length: READER_THREADS }, () => this.#connect())
  }

  #connect(): BulkHandle {
    const reader = new BulkHandle(new BulkConnection({ ...this.#options.settings, use: 'reads' }))
    this.#open.add(reader)
    return reader
  }

  async read<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const endOwner = await this.#owners.acquire()
    const endTurn = await this.#turns.acquire()
    const reader = this.#idle.pop()!
    let isRetired = false
    const reading = async () => {
      try {
        return await this.#options.run<R>(query, reader)
      } finally {
        endOwner()
        if (isRetired) await this.#close(reader)
        else {
          this.#idle.push(reader)
          endTurn()
        }
      }
    }
    return this.#beforeDeadline(reading(), () => {
      if (this.#retired === MAX_RETIRED) return
      this.#retired++
      isRetired = true
      this.#idle.push(this.#connect())
      endTurn()
    })
  }

  async #beforeDeadline<T>(reading: Promise<T>, onPassed: () => void): Promise<T> {
    if (workOwner.getStore() === undefined) return reading
    const { deadlineMs } = this.#options
    let timer: NodeJS.Timeout | undefined
    const passed = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        onPassed()
        reject(queryTimeout(deadlineMs))
      }, deadlineMs)
    })
    try {
      return await Promise.race([reading, passed])
    } finally {
      clearTimeout(timer)
    }
  }

  async #close(reader: BulkHandle): Promise<void> {
    await reader.close()
    this.#open.delete(reader)
    this.#retired--
  }

  async close(): Promise<void> {
    await Promise.all([...this.#open].map((reader) => reader.close()))
  }
}
