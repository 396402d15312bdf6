import { setTimeout as sleep } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { isDbError, toDbError } from './errors.ts'
import { BEGIN, BulkConnection } from './sqlite-bulk.ts'
import { backgroundRead, bulkTransaction, openTransaction, unsyncedTransaction } from './transaction-context.ts'

export interface SqliteOptions {
  /** Milliseconds that a query waits for another process before it fails as busy. */
  readonly patience: number
  /** Whether what is committed survives a loss of power; tests do without. */
  readonly durable: boolean
}

/** One file with its own statements, prepared once. */
class Handle {
  readonly db: Sqlite.Database
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
 * The driver answers at once: queries that follow each other, however many, would be one turn of the event loop.
 * Pauses between them let other requests through; what a transaction wrote is seen by nobody meanwhile.
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

/** The writer's stand-in for transactions that touch very many rows, or the reader's for such queries. */
class BulkHandle {
  readonly #connection: BulkConnection
  constructor(connection: BulkConnection) {
    this.#connection = connection
  }
  get inTransaction(): boolean {
    return this.#connection.inTransaction
  }
  close(): void {
    this.#connection.close()
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

/**
 * Two handles on one file: writes and transactions take turns on the first, reads outside of them use the second, so
 * that a transaction which awaits something holds up no reader.
 */
class SqliteEngine {
  readonly writer: Handle
  readonly reader: Handle
  readonly bulk: BulkHandle
  readonly slices = new Slices()
  readonly #background: BulkHandle
  readonly #patience: number
  readonly #durable: boolean
  #turn: Promise<void> = Promise.resolve()
  #backgroundTurn: Promise<unknown> = Promise.resolve()

  constructor(path: string, { patience, durable }: SqliteOptions) {
    // The driver's own waiting stops the whole process, so most of it happens in `patiently`.
    this.writer = new Handle(new Sqlite(path, { timeout: 10 }))
    const synchronous = durable ? 'FULL' : 'OFF'
    for (const pragma of ['journal_mode = WAL', `synchronous = ${synchronous}`, 'foreign_keys = ON']) {
      this.writer.db.pragma(pragma)
    }
    this.reader = new Handle(new Sqlite(path, { timeout: 10, readonly: true }))
    this.bulk = new BulkHandle(new BulkConnection({ path, synchronous }))
    this.#background = new BulkHandle(new BulkConnection({ path, synchronous, isReader: true }))
    this.#patience = patience
    this.#durable = durable
  }

  /** Whether the writer's next commits wait for the disk. Inside a transaction it cannot be changed. */
  syncCommits(isSynced: boolean): void {
    if (this.#durable) this.writer.db.pragma(`synchronous = ${isSynced ? 'FULL' : 'NORMAL'}`)
  }

  async takeTurn(): Promise<() => void> {
    const before = this.#turn
    let release!: () => void
    this.#turn = new Promise((done) => (release = done))
    await before
    return release
  }

  /** Another process may hold the file: tries again for a while without stopping this one. */
  async patiently<R>(query: CompiledQuery, on: Handle | BulkHandle): Promise<QueryResult<R>> {
    const until = Date.now() + this.#patience
    for (;;) {
      try {
        return await on.run<R>(query)
      } catch (error) {
        if (!isDbError(error, 'busy') || Date.now() >= until) throw error
        await sleep(15)
      }
    }
  }

  /** One query at a time. */
  readInBackground<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const read = () => this.patiently<R>(query, this.#background)
    const result = this.#backgroundTurn.then(read, read)
    this.#backgroundTurn = result
    return result
  }

  isRead(query: CompiledQuery): boolean {
    if (query.query.kind === 'SelectQueryNode') return true
    try {
      return this.reader.statement(query.sql).readonly
    } catch (error) {
      throw toDbError(error)
    }
  }

  close(): void {
    this.bulk.close()
    this.#background.close()
    this.reader.db.close()
    this.writer.db.close()
  }
}

const raw = (sql: string): CompiledQuery =>
  ({ sql, parameters: [], query: { kind: 'RawNode' }, queryId: { queryId: '' } }) as unknown as CompiledQuery

class SqliteConnection implements DatabaseConnection {
  readonly #engine: SqliteEngine
  #release: (() => void) | undefined
  /** Of the open transaction. */
  #handle: Handle | BulkHandle
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
      return backgroundRead.getStore() ? engine.readInBackground<R>(query) : engine.patiently<R>(query, engine.reader)
    }
    refuseInside()
    const release = await engine.takeTurn()
    try {
      return await engine.patiently<R>(query, engine.writer)
    } finally {
      release()
    }
  }

  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    yield await this.executeQuery<R>(query)
  }

  async begin(): Promise<void> {
    refuseInside()
    this.#handle = bulkTransaction.getStore() ? this.#engine.bulk : this.#engine.writer
    this.#release = await this.#engine.takeTurn()
    try {
      if (unsyncedTransaction.getStore()) this.#sync(false)
      await this.#engine.patiently(raw(BEGIN), this.#handle)
    } catch (error) {
      this.#done()
      throw error
    }
  }

  #sync(isSynced: boolean): void {
    if (isSynced === this.#isSynced) return
    this.#engine.syncCommits(isSynced)
    this.#isSynced = isSynced
  }

  async end(how: 'commit' | 'rollback'): Promise<void> {
    if (how === 'commit' || this.#handle.inTransaction) await this.#handle.run(raw(how))
    this.#done()
  }

  #done(): void {
    const release = this.#release
    this.#release = undefined
    this.#sync(true)
    release?.()
  }

  /** A commit that failed leaves the transaction open: it is rolled back before the next one's turn. */
  async abandon(): Promise<void> {
    if (!this.#release) return
    if (this.#handle.inTransaction) await this.#handle.run(raw('rollback'))
    this.#done()
  }
}

function refuseInside(): void {
  if (openTransaction.getStore()) {
    throw new Error('A write or transaction beside the one that is open here waits for itself: use the transaction.')
  }
}

class SqliteDriver implements Driver {
  readonly #engine: SqliteEngine
  constructor(engine: SqliteEngine) {
    this.#engine = engine
  }
  async init(): Promise<void> {}
  acquireConnection(): Promise<SqliteConnection> {
    return Promise.resolve(new SqliteConnection(this.#engine))
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
  async destroy(): Promise<void> {
    this.#engine.close()
  }
}

class Adapter extends SqliteAdapter {
  /** Taking turns is the engine's work; the default would also hold reads up. */
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
