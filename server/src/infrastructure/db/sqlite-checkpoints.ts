import type { FairQueue } from '../fair-queue.ts'
import type { BulkConnection } from './sqlite-bulk.ts'
import type { WriteAheadLog } from './sqlite-log.ts'

/** Milliseconds after a commit. */
const DELAY_MS = 100

interface Parts {
  readonly log: WriteAheadLog
  /** On a thread of its own: a checkpoint writes both files and waits for the disk twice. */
  readonly connection: BulkConnection
  readonly writerLock: FairQueue
  /** Beyond which the log is moved into the database file. */
  readonly maxLogBytes: number
}

/** Keeps the write-ahead log small without blocking the main thread. */
export class Checkpoints {
  readonly #parts: Parts
  #timer: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** To be called after each commit. */
  consider(): void {
    this.#timer ??= setTimeout(() => {
      this.#run()
        // The log keeps what could not be moved: the next commit tries again.
        .catch(() => undefined)
        .finally(() => (this.#timer = undefined))
    }, DELAY_MS).unref()
  }

  async #run(): Promise<void> {
    const { log, connection, writerLock, maxLogBytes } = this.#parts
    if ((await log.size()) <= maxLogBytes || this.#isClosed) return
    const run = (sql: string) => connection.run({ sql, parameters: [] })
    // Most of the log is moved without blocking writers.
    await run('pragma wal_checkpoint(PASSIVE)')
    await writerLock.run(async () => {
      if (this.#isClosed) return
      await run('pragma wal_checkpoint(TRUNCATE)')
      // The first write to an emptied log waits for the disk, so it is made here. It changes nothing.
      if (!this.#isClosed) await run('pragma user_version = 0')
    })
  }

  /** Resolves once the thread has closed its files. */
  close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    return this.#parts.connection.close()
  }
}
