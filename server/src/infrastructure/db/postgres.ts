import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresDriver,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'
import type { Pool } from 'pg'
import { FairQueue, workOwner } from '../fair-queue.ts'
import { toDbError } from './errors.ts'
import { backgroundRead, refuseInTransaction, transactionTurn, unsyncedTransaction } from './transaction-context.ts'

async function translated<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw toDbError(error)
  }
}

type Inner = Parameters<PostgresDriver['releaseConnection']>[0]

class Connection implements DatabaseConnection {
  readonly inner: Inner
  /** Ends the turn of its owner. */
  readonly endTurn: () => void
  /** Whether its queries have a deadline. */
  hasDeadline = false
  constructor(inner: Inner, endTurn: () => void) {
    this.inner = inner
    this.endTurn = endTurn
  }
  executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return translated(this.inner.executeQuery<R>(query))
  }
  streamQuery<R>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<R>> {
    return this.inner.streamQuery<R>(query, chunkSize)
  }
}

/**
 * Transactions share a lock on one table. A transaction that runs alone waits until no other transaction has the lock, and
 * later transactions wait for it. The table is one that is rarely vacuumed. LOCK takes no snapshot, so that the transaction
 * sees all that was written before its turn.
 */
const TURNS = {
  shared: 'lock table settings in row share mode',
  alone: 'lock table settings in exclusive mode',
}
const UNSYNCED = 'set local synchronous_commit = off'

/** The name of the connections in the activity of the database. */
export const APPLICATION = 'holdall'

const CONNECTIONS = 10
/** Connections that one account cannot take, however much it asks for at the same time. */
const KEPT_FREE = 4
/** After it a call of a request is refused as `busy`: its client has a timeout of its own. Jobs wait. */
const MAX_WAIT_MS = 30_000

/** Kysely's driver, with errors as `DbError`, and with turns by owner. */
class TranslatingDriver implements Driver {
  readonly #inner: PostgresDriver
  readonly #turns = new FairQueue({
    size: CONNECTIONS,
    perOwner: CONNECTIONS - KEPT_FREE,
    maxWaitMs: MAX_WAIT_MS,
  })
  readonly #readDeadlineMs: number
  constructor(inner: PostgresDriver, readDeadlineMs: number) {
    this.#inner = inner
    this.#readDeadlineMs = readDeadlineMs
  }
  init(): Promise<void> {
    return this.#inner.init()
  }
  async acquireConnection(): Promise<Connection> {
    refuseInTransaction()
    const endTurn = await this.#turns.acquire()
    try {
      const connection = new Connection((await translated(this.#inner.acquireConnection())) as Inner, endTurn)
      // Jobs, transactions and queries by key have none.
      if (backgroundRead.getStore() && workOwner.getStore() !== undefined) await this.#setDeadline(connection)
      return connection
    } catch (error) {
      endTurn()
      throw error
    }
  }
  async #setDeadline(connection: Connection): Promise<void> {
    try {
      await connection.executeQuery(CompiledQuery.raw(`set statement_timeout = ${String(this.#readDeadlineMs)}`))
      connection.hasDeadline = true
    } catch (error) {
      await this.#inner.releaseConnection(connection.inner)
      throw error
    }
  }
  async beginTransaction(connection: Connection, settings: TransactionSettings): Promise<void> {
    await translated(this.#inner.beginTransaction(connection.inner, settings))
    const turn = transactionTurn.getStore()
    const first = [...(turn ? [TURNS[turn]] : []), ...(unsyncedTransaction.getStore() ? [UNSYNCED] : [])]
    if (first.length === 0) return
    try {
      await connection.executeQuery(CompiledQuery.raw(first.join('; ')))
    } catch (error) {
      // The transaction is open, and its caller takes it as not begun.
      await this.rollbackTransaction(connection).catch(() => undefined)
      throw error
    }
  }
  commitTransaction(connection: Connection): Promise<void> {
    return translated(this.#inner.commitTransaction(connection.inner))
  }
  rollbackTransaction(connection: Connection): Promise<void> {
    return translated(this.#inner.rollbackTransaction(connection.inner))
  }
  async releaseConnection(connection: Connection): Promise<void> {
    // Where it fails, the connection is lost.
    if (connection.hasDeadline) {
      await connection.executeQuery(CompiledQuery.raw('set statement_timeout = 0')).catch(() => undefined)
    }
    connection.endTurn()
    await this.#inner.releaseConnection(connection.inner)
  }
  destroy(): Promise<void> {
    return this.#inner.destroy()
  }
}

/**
 * The server ends the connection of a transaction that is open and does nothing for this long, as after a process that was
 * suspended: it keeps locks, and nothing that was locked since then is released in the meantime. No transaction waits for
 * anything but the database, and backups have connections of their own.
 */
const IDLE_TRANSACTION_MS = 60_000
/** Both sides notice within half a minute that the other one, or the network between them, is gone. */
const KEEPALIVE_IDLE_SECONDS = 15
const KEEPALIVE = [
  `tcp_keepalives_idle=${String(KEEPALIVE_IDLE_SECONDS)}`,
  'tcp_keepalives_interval=5',
  'tcp_keepalives_count=3',
  'tcp_user_timeout=30000',
]

const int8 = 20
const numeric = 1700

export interface PostgresOptions {
  /** Milliseconds that a query waits for a lock before it fails as busy; some of our own locks are held for seconds. */
  readonly busyTimeoutMs?: number | undefined
  /** Milliseconds that a query of a request takes that may read very many rows. */
  readonly readDeadlineMs: number
  readonly idleTransactionMs?: number | undefined
}

export function openPostgres(url: string, onIdleError: (error: Error) => void, options: PostgresOptions): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () =>
      new TranslatingDriver(
        new PostgresDriver({ pool: () => createPool(url, onIdleError, options) }),
        options.readDeadlineMs,
      ) as Driver,
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
}

/** The driver is loaded with the first query: installations on SQLite have none. */
async function createPool(
  url: string,
  onIdleError: (error: Error) => void,
  { busyTimeoutMs = 30_000, idleTransactionMs = IDLE_TRANSACTION_MS }: PostgresOptions,
): Promise<Pool> {
  const { default: pg } = await import('pg')
  const pool = new pg.Pool({
    connectionString: url,
    application_name: APPLICATION,
    max: CONNECTIONS,
    connectionTimeoutMillis: 5000,
    lock_timeout: busyTimeoutMs,
    idle_in_transaction_session_timeout: idleTransactionMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEPALIVE_IDLE_SECONDS * 1000,
    // The estimated cost of a search is above the limit for compiling queries, which takes longer than it does.
    options: ['jit=off', ...KEEPALIVE].map((setting) => `-c ${setting}`).join(' '),
    // Sizes, times and sums of them fit a double; SQLite returns numbers too.
    types: {
      getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
        (oid === int8 || oid === numeric) && format !== 'binary'
          ? Number
          : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
    },
  })
  pool.on('error', onIdleError)
  // A connection that is lost between two queries of a transaction emits an event too, which would end the process
  // without a listener. The transaction fails by its next query.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}
