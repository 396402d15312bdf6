import { existsSync } from 'node:fs'
import { type LookupFunction, Socket, type TcpSocketConnectOpts } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Client } from 'pg'
import { second } from '../../infrastructure/clock.ts'
import { connect, sqliteFile } from '../../infrastructure/db/connect.ts'
import { databaseVersion } from '../../infrastructure/db/database-status.ts'
import { migrations } from '../../infrastructure/db/migrate.ts'
import type { Db } from '../../infrastructure/db/transact.ts'
import { type Refusal, refuse } from '../../infrastructure/errors/refusal.ts'
import { ownerSetting } from '../../infrastructure/installation.store.ts'
import { failureText } from '../../infrastructure/outgoing/failure-text.ts'
import { lookupOf } from '../../infrastructure/outgoing/pinned-lookup.ts'
import type { Log } from '../../infrastructure/log.ts'

const TIMEOUT_MS = 8 * second
/** A server has this long to close the connection as well. */
const END_MS = second
const OLDEST_VERSION = 14

export interface FoundDatabase {
  readonly version: string
  readonly state: 'empty' | 'holdall' | 'installed'
  readonly accounts: number
}

type Reason = 'refused' | 'too-old' | 'read-only' | 'rights' | 'encoding' | 'foreign' | 'newer'
const unusable = (reason: Reason, detail?: string): Refusal =>
  refuse('database-unusable', {
    text: `error.database-unusable.${reason}`,
    ...(detail !== undefined && { errors: { detail: [detail] } }),
  })

class PinnedSocket extends Socket {
  open(options: TcpSocketConnectOpts): this {
    return super.connect(options)
  }
}

/** `lookup` in place of the one of the system. */
function socketWith(lookup: LookupFunction | undefined): Socket {
  const socket = new PinnedSocket()
  if (!lookup) return socket
  // The only form of `connect` that the driver calls.
  return Object.assign(socket, { connect: (port: number, host: string) => socket.open({ port, host, lookup }) })
}

/**
 * Whether this PostgreSQL database can be used, and what is in it. Throws `database-unusable`. Changes nothing.
 * `addresses`: the only ones to connect to.
 */
export async function checkPostgres(url: string, addresses?: readonly string[]): Promise<FoundDatabase> {
  const socket = socketWith(addresses && lookupOf(addresses))
  const { default: pg } = await import('pg')
  const client = new pg.Client({
    connectionString: url,
    stream: () => socket,
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
    statement_timeout: TIMEOUT_MS,
    lock_timeout: TIMEOUT_MS,
  })
  // A connection that is lost between two queries; the next one fails.
  client.on('error', () => undefined)
  try {
    await client.connect()
    return await inspect(client)
  } catch (error) {
    if ((error as { name?: string }).name === 'Refusal') throw error
    throw unusable('refused', failureText(error))
  } finally {
    await Promise.race([client.end().catch(() => undefined), delay(END_MS, undefined, { ref: false })])
    socket.destroy()
  }
}

async function inspect(client: Client): Promise<FoundDatabase> {
  const one = async <T extends object>(query: string, values: unknown[] = []) =>
    (await client.query<T>(query, values)).rows[0]!
  const server = await one<Record<'version' | 'number' | 'encoding' | 'read_only', string> & { standby: boolean }>(
    `select current_setting('server_version') as version, current_setting('server_version_num') as number,
            current_setting('server_encoding') as encoding, current_setting('transaction_read_only') as read_only,
            pg_is_in_recovery() as standby`,
  )
  const version = `PostgreSQL ${server.version.split(' ')[0]!}`
  if (Number(server.number) < OLDEST_VERSION * 10_000) throw unusable('too-old', version)
  if (server.standby || server.read_only === 'on') throw unusable('read-only', version)
  if (server.encoding !== 'UTF8') throw unusable('encoding', server.encoding)
  await tryCreating(client)
  const { rows: tables } = await client.query<{ name: string }>(
    `select relname as name from pg_class c
      where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f')
        and not exists (select 1 from pg_depend d where d.objid = c.oid and d.deptype = 'e')
      limit 1000`,
  )
  if (tables.length === 0) return { version, state: 'empty', accounts: 0 }
  const names = tables.map(({ name }) => name)
  if (!names.includes('kysely_migration')) throw unusable('foreign', someOf(names))
  const { rows } = await client.query<{ name: string }>('select name from kysely_migration order by name limit 10000')
  const applied = rows.map(({ name }) => name)
  if (!applied.includes('0001-initial')) throw unusable('foreign', someOf(names))
  const newer = applied.filter((name) => !(name in migrations))
  if (newer.length > 0) throw unusable('newer', someOf(newer))
  const found = await one<{ accounts: string; owner: boolean }>(
    'select (select count(*) from users) as accounts, exists (select 1 from settings where name = $1) as owner',
    [ownerSetting],
  )
  return { version, state: found.owner ? 'installed' : 'holdall', accounts: Number(found.accounts) }
}

const someOf = (names: readonly string[]) => names.slice(0, 5).join(', ')

/** Creates a table that nobody sees. */
async function tryCreating(client: Client): Promise<void> {
  try {
    await client.query('begin')
    await client.query('create table holdall_setup_check (id integer)')
  } catch (error) {
    const { code } = error as { code?: string }
    // Not permitted, or no schema in the search path.
    if (code === '42501' || code === '3F000') throw unusable('rights', failureText(error))
    if (code === '25006') throw unusable('read-only')
    throw error
  } finally {
    await client.query('rollback').catch(() => undefined)
  }
}

/** What is in the SQLite database of the data folder. */
export async function checkSqlite(dataDir: string, log: Log): Promise<FoundDatabase> {
  if (!existsSync(sqliteFile(dataDir))) return { version: 'SQLite', state: 'empty', accounts: 0 }
  const { db } = connect({ dataDir, databaseUrl: null }, log)
  try {
    const version = await databaseVersion(db, 'sqlite')
    const tables = await db.introspection.getTables()
    if (!tables.some(({ name }) => name === 'users')) return { version, state: 'empty', accounts: 0 }
    const { accounts, hasOwner } = await contentOf(db)
    return { version, state: hasOwner ? 'installed' : 'holdall', accounts }
  } finally {
    await db.destroy()
  }
}

async function contentOf(db: Db) {
  const { rows } = await sql<{ accounts: number; settings: number; owner: number }>`
    select (select count(*) from users) as accounts, (select count(*) from settings) as settings,
           (select count(*) from settings where name = ${ownerSetting}) as owner`.execute(db)
  const { accounts, settings, owner } = rows[0]!
  return { accounts, settings, hasOwner: owner > 0 }
}

/** Whether something was stored in the database in use: accounts, or settings. */
export async function hasContent(db: Db): Promise<boolean> {
  const { accounts, settings } = await contentOf(db)
  return accounts + settings > 0
}
