import { closeSync, fdatasync, fstat, openSync } from 'node:fs'
import { promisify } from 'node:util'
import { DbError } from './errors.ts'

/** Waits until the disk has what was written to the file. */
export type Datasync = (file: number) => Promise<void>

/** The write-ahead log beside a SQLite database. A commit writes to it, and is on the disk once it is synced. */
export class WriteAheadLog {
  readonly #file: number
  readonly #datasync: Datasync
  #running: Promise<void> = Promise.resolve()
  #next: Promise<void> | undefined

  /** The log exists once a connection has read from the database. */
  constructor(database: string, datasync: Datasync = promisify(fdatasync)) {
    this.#file = openSync(`${database}-wal`, 'r+')
    this.#datasync = datasync
  }

  /**
   * Resolves once all that was committed before this call is on the disk. Calls during a sync share the next one.
   * After a failed sync all further ones fail until the process is restarted: the system drops pages that it could not
   * write, and would report success.
   */
  sync(): Promise<void> {
    this.#next ??= this.#running.then(() => {
      this.#next = undefined
      this.#running = this.#datasync(this.#file).catch((error: unknown) => {
        const { message } = error as Error
        throw new DbError('connection', new Error(`${message}. Changes are refused until Holdall is started again.`))
      })
      return this.#running
    })
    return this.#next
  }

  async size(): Promise<number> {
    return (await promisify(fstat)(this.#file)).size
  }

  async close(): Promise<void> {
    await (this.#next ?? this.#running).catch(() => undefined)
    closeSync(this.#file)
  }
}
