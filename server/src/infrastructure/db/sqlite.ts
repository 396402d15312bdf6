import { setTimeout as sleep } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { FairQueue } from '../fair-queue.ts'
import { isDbError, toDbError } from './errors.ts'
import { BEGIN, BulkConnection, BulkHandle } from './sqlite-bulk.ts'
import { Checkpoints } from './sqlite-checkpoints.ts'
import { type Datasync, WriteAheadLog } from './sqlite-log.ts'
import { SqliteReaders } from './sqlite-readers.ts'
import { backgroundRead, bulkTransaction, refuseInTransaction, unsyncedTransaction } from './transaction-context.ts'

const MAX_LOG_BYTES = 4 * 1024 * 1024

export interface SqliteOptions {
  /** Milliseconds that a query waits for another process before it fails as busy. */
  readonly busyTimeoutMs: number
  /** Milliseconds after which a query of a request on a thread of its own is answered with an error. */
  readonly readDeadlineMs: number
  /** Whether what is committed survives a loss of power; tests do without. */
  readonly durable: boolean
  /** Bytes of the write-ahead log beyond which it is moved into the database file. */
  readonly maxLogBytes?: number
  /** Replaced in tests. */
  readonly datasync?: Datasync
}

/** A connection with its prepared statements. */
class Handle {
  readonly db: Sqlite.Database
  /** Whether a statement may have changed the database since this was last set to false. */
  hasWritten = false
  readonly #statements = new Map<string, Sqlite.Statement<unknown[]>>()
  constructor(db: Sqlite.Database) {
    this.db = db
  }

  statement(sql: string): Sqlite.Statement<unknown[]> {
    let found = this.#statements.get(sql)
    if (!found) {
      if (this.#statements.size >= 500) this.#statements.clear()
      this.#statements.set(sql, (found = this.db.prepare(sql)))
    }
    return found
  }

  get inTransaction(): boolean {
    return this.db.inTransaction
  }

  run<R>(query: CompiledQuery): QueryResult<R> {
    try {
      const statement = this.statement(query.sql)
      if (!statement.readonly) this.hasWritten = true
      if (statement.reader) return { rows: statement.all(query.parameters as unknown[]) as R[] }
      const { changes, lastInsertRowid } = statement.run(query.parameters as unknown[])
      return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
    } catch (error) {
      throw toDbError(error)
    }
  }
}

/** Milliseconds of statements after which other requests come first. */
const SLICE_MS = 10

/**
 * The driver is synchronous: any number of consecutive queries would run in one turn of the event loop. Pauses between
 * them let other requests through; what a transaction has written is not visible meanwhile.
 */
class Slices {
  #since: number | undefined

  /** Undefined while there is time left. */
  pause(): Promise<void> | undefined {
    if (this.#since === undefined) {
      this.#since = performance.now()
      setImmediate(() => (this.#since = undefined))
    } else if (performance.now() - this.#since >= SLICE_MS) return new Promise((resolve) => setImmediate(resolve))
    return undefined
  }
}

/**
 * Two handles on one file: writes and transactions take turns on the first, reads outside of them use the second, so
 * that a transaction which awaits something blocks no reader. Neither waits for the disk on the main thread: the log
 * syncs commits, those made during a sync together.
 */
class SqliteEngine {
  readonly writer: Handle
  readonly reader: Handle
  readonly bulk: BulkHandle
  readonly slices = new Slices()
  readonly readers: SqliteReaders
  readonly #log: WriteAheadLog
  readonly #checkpoints: Checkpoints
  readonly #busyTimeoutMs: number
  readonly #durable: boolean
  /** Held by the one that writes: a query, a transaction or a checkpoint. */
  readonly writerLock = new FairQueue({ size: 1, perOwner: 1 })

  constructor(path: string, options: SqliteOptions) {
    const { busyTimeoutMs, durable, maxLogBytes = MAX_LOG_BYTES, readDeadlineMs, datasync } = options
    // While the driver waits it stops the whole process, so most waiting is done in `retryWhileBusy`.
    this.writer = new Handle(new Sqlite(path, { timeout: 10 }))
    // NORMAL keeps the order of writes; the log decides when they are synced.
    const settings = [`synchronous = ${durable ? 'NORMAL' : 'OFF'}`, 'foreign_keys = ON', 'wal_autocheckpoint = 0']
    for (const setting of ['journal_mode = WAL', ...settings]) this.writer.db.pragma(setting)
    // The first read creates the log.
    this.writer.db.pragma('schema_version')
    this.reader = new Handle(new Sqlite(path, { timeout: 10, readonly: true }))
    const synchronous = durable ? 'FULL' : 'OFF'
    this.bulk = new BulkHandle(new BulkConnection({ path, synchronous, use: 'transactions' }))
    this.readers = new SqliteReaders({
      settings: { path, synchronous },
      deadlineMs: readDeadlineMs,
      run: (query, on) => this.retryWhileBusy(query, on),
    })
    this.#log = new WriteAheadLog(path, datasync)
    this.#checkpoints = new Checkpoints({
      log: this.#log,
      connection: new BulkConnection({ path, synchronous, use: 'checkpoints' }),
      writerLock: this.writerLock,
      maxLogBytes,
    })
    this.#busyTimeoutMs = busyTimeoutMs
    this.#durable = durable
  }

  /** To be called after each commit, once others may write again. With `isSynced` it resolves when the disk has the commit. */
  async committed({ isSynced }: { readonly isSynced: boolean }): Promise<void> {
    this.#checkpoints.consider()
    if (isSynced && this.#durable) await this.#log.sync()
  }

  /** Another process may lock the file: tries again for a while without blocking this one. */
  async retryWhileBusy<R>(query: CompiledQuery, on: Handle | BulkHandle): Promise<QueryResult<R>> {
    const until = Date.now() + this.#busyTimeoutMs
    for (;;) {
      try {
        return await on.run<R>(query)
      } catch (error) {
        if (!isDbError(error, 'busy') || Date.now() >= until) throw error
        await sleep(15)
      }
    }
  }

  isRead(query: CompiledQuery): boolean {
    if (query.query.kind === 'SelectQueryNode') return true
    try {
      return this.reader.statement(query.sql).readonly
    } catch (error) {
      throw toDbError(error)
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.#checkpoints.close(), this.bulk.close(), this.readers.close()])
    await this.#log.close()
    this.reader.db.close()
    this.writer.db.close()
  }
}

class SqliteConnection implements DatabaseConnection {
  readonly #engine: SqliteEngine
  #release: (() => void) | undefined
  /** Of the open transaction. */
  #handle: Handle | BulkHandle
  /** Whether the commit of the open transaction has to wait for the disk. The bulk handle does so by itself. */
  #isSynced = true
  constructor(engine: SqliteEngine) {
    this.#engine = engine
    this.#handle = engine.writer
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const engine = this.#engine
    const pause = engine.slices.pause()
    if (pause) await pause
    if (this.#release) return this.#handle.run<R>(query)
    if (engine.isRead(query)) {
      return backgroundRead.getStore() ? engine.readers.read<R>(query) : engine.retryWhileBusy<R>(query, engine.reader)
    }
    const result = await engine.writerLock.run(() => engine.retryWhileBusy<R>(query, engine.writer))
    await engine.committed({ isSynced: true })
    return result
  }

  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    yield await this.executeQuery<R>(query)
  }

  async begin(): Promise<void> {
    this.#handle = bulkTransaction.getStore() ? this.#engine.bulk : this.#engine.writer
    this.#release = await this.#engine.writerLock.acquire()
    try {
      await this.#engine.retryWhileBusy(CompiledQuery.raw(BEGIN), this.#handle)
      this.#engine.writer.hasWritten = false
      this.#isSynced = this.#handle === this.#engine.writer && !unsyncedTransaction.getStore()
    } catch (error) {
      this.#done()
      throw error
    }
  }

  async end(how: 'commit' | 'rollback'): Promise<void> {
    // Already committed, although its sync failed: a transaction that is open now is another one.
    if (!this.#release) return
    if (how === 'commit' || this.#handle.inTransaction) await this.#handle.run(CompiledQuery.raw(how))
    const isSynced = this.#isSynced && this.#engine.writer.hasWritten
    // Others write meanwhile, and wait for the same sync.
    this.#done()
    if (how === 'commit') await this.#engine.committed({ isSynced })
  }

  #done(): void {
    const release = this.#release
    this.#release = undefined
    release?.()
  }

  /** A commit that failed leaves the transaction open: it is rolled back before the next one begins. */
  async abandon(): Promise<void> {
    if (!this.#release) return
    if (this.#handle.inTransaction) await this.#handle.run(CompiledQuery.raw('rollback'))
    this.#done()
  }
}

class SqliteDriver implements Driver {
  readonly #engine: SqliteEngine
  constructor(engine: SqliteEngine) {
    this.#engine = engine
  }
  async init(): Promise<void> {}
  async acquireConnection(): Promise<SqliteConnection> {
    refuseInTransaction()
    return new SqliteConnection(this.#engine)
  }
  beginTransaction(connection: SqliteConnection): Promise<void> {
    return connection.begin()
  }
  commitTransaction(connection: SqliteConnection): Promise<void> {
    return connection.end('commit')
  }
  rollbackTransaction(connection: SqliteConnection): Promise<void> {
    return connection.end('rollback')
  }
  releaseConnection(connection: SqliteConnection): Promise<void> {
    return connection.abandon()
  }
  destroy(): Promise<void> {
    return this.#engine.close()
  }
}

class Adapter extends SqliteAdapter {
  /** The engine itself runs writes one after the other; the default would also do so with reads. */
  override get supportsMultipleConnections(): boolean {
    return true
  }
  /** So that migrations run in one immediate transaction, which is the lock between processes. */
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

export interface SqliteHandle {
  readonly dialect: Dialect
  /** A consistent copy while the database is in use. */
  backup(path: string): Promise<void>
}

export function openSqlite(path: string, options: SqliteOptions): SqliteHandle {
  let engine: SqliteEngine
  try {
    engine = new SqliteEngine(path, options)
  } catch (error) {
    throw toDbError(error)
  }
  return {
    dialect: {
      createAdapter: () => new Adapter(),
      createDriver: () => new SqliteDriver(engine) as Driver,
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
    async backup(to) {
      await engine.writer.db.backup(to)
    },
  }
}
