import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { toDbError } from '../../infrastructure/db/errors.ts'
import type { Database } from '../../infrastructure/db/schema.ts'
import type { Trx } from '../../infrastructure/db/transact.ts'
import {
  jobsTable,
  migratorTables,
  quoted,
  type SavedTable,
  type TableFile,
  type TableImport,
  type TableSnapshot,
} from './table-snapshot.ts'

/** JSON contains no raw control characters: with these two, each line of CSV is the unchanged JSON. */
const BARE_LINES = `(format csv, quote e'\\x01', delimiter e'\\x02')`

/** Where pg-boss keeps its jobs. */
const jobsSchema = 'pgboss'
/** The columns of SQLite's table, selected from those of pg-boss. A running job is saved as waiting, and runs again. */
const jobRows: Readonly<Record<string, string>> = {
  attempts: 'retry_count',
  created_at: millis('created_on'),
  error: `output ->> 'message'`,
  id: 'id::text',
  key: 'singleton_key',
  max_attempts: 'greatest(retry_limit, retry_count) + 1',
  name: 'name',
  payload: 'data::text',
  run_at: millis('start_after'),
  state: `case state when 'failed' then 'failed' else 'waiting' end`,
  updated_at: millis('coalesce(completed_on, started_on, created_on)'),
}
function millis(time: string): string {
  return `(extract(epoch from ${time}) * 1000)::bigint`
}
const jobsSource = `(select ${Object.entries(jobRows)
  .map(([name, value]) => `${value} as ${quoted(name)}`)
  .join(', ')} from ${jobsSchema}.job where state in ('created', 'retry', 'active', 'failed')) as jobs`

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  // A lost connection also fails the running query, which reports it.
  client.on('error', () => undefined)
  try {
    await client.connect()
    return client
  } catch (error) {
    throw toDbError(error)
  }
}

async function tableNames(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select table_name as name from information_schema.tables
     where table_schema = current_schema() and table_type = 'BASE TABLE' order by table_name collate "C"`,
  )
  return rows.map(({ name }) => name)
}

/** One REPEATABLE READ transaction: it neither sees nor blocks concurrent writes. */
export async function snapshotPostgres(url: string): Promise<TableSnapshot> {
  const client = await connected(url)
  try {
    await client.query('begin isolation level repeatable read, read only')
    const names = (await tableNames(client)).filter((name) => !migratorTables.includes(name))
    const columns = await client.query<{ table: string; name: string }>(
      `select table_name as table, column_name as name from information_schema.columns
       where table_schema = current_schema() and is_generated = 'NEVER' order by column_name collate "C"`,
    )
    const migrations = await client.query<{ name: string }>('select name from kysely_migration order by name')
    const tables: readonly SavedTable[] = names.map((name) => ({
      name,
      columns: columns.rows.filter(({ table }) => table === name).map((column) => column.name),
    }))
    const { rows: queues } = await client.query(`select from pg_tables where schemaname = '${jobsSchema}' limit 1`)
    const jobs = { name: jobsTable, columns: Object.keys(jobRows), from: jobsSource }
    return {
      engine: 'postgres',
      migrations: migrations.rows.map(({ name }) => name),
      tables: queues.length > 0 ? [...tables, jobs] : tables,
      rows: (select) =>
        client.query(copyTo(`copy (select row_to_json(line) from (${select}) as line) to stdout with ${BARE_LINES}`)),
      close: () => client.end(),
    }
  } catch (error) {
    await client.end()
    throw toDbError(error)
  }
}

/** A connection that was just closed is listed until its process on the server has ended. */
const CLOSING_MS = 3000

/** How many tables a database has, those of jobs included, and how many other clients are connected to it. */
export async function contentOfPostgres(url: string): Promise<{ readonly tables: number; readonly clients: number }> {
  const client = await connected(url)
  try {
    const deadlineMs = Date.now() + CLOSING_MS
    let clients = await otherClients(client)
    while (clients > 0 && Date.now() < deadlineMs) {
      await sleep(50)
      clients = await otherClients(client)
    }
    const { rows } = await client.query<{ count: string }>(
      `select count(*) from pg_tables where schemaname in (current_schema(), '${jobsSchema}')`,
    )
    return { tables: Number(rows[0]?.count ?? 0), clients }
  } finally {
    await client.end()
  }
}

async function otherClients(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ count: string }>(
    `select count(*) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
  )
  return Number(rows[0]?.count ?? 0)
}

/**
 * One transaction, from dropping the existing tables to inserting the last row: nothing of it is visible before `commit`.
 * `migrate` creates the tables.
 */
export async function importPostgres(url: string, migrate: (trx: Trx) => Promise<void>): Promise<TableImport> {
  const client = await connected(url)
  const pooled = Object.assign(client, { release: () => undefined })
  const pool = { connect: () => Promise.resolve(pooled), end: () => Promise.resolve(), options: {} }
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
  const transaction = await db.startTransaction().execute()
  const rollback = async () => {
    await transaction.rollback().execute()
    await client.end()
  }
  try {
    for (const name of await tableNames(client)) await client.query(`drop table ${quoted(name)} cascade`)
    await client.query(`drop schema if exists ${jobsSchema} cascade`)
    await migrate(transaction)
    await client.query('create temporary table restored_lines (line json) on commit drop')
  } catch (error) {
    await rollback()
    throw toDbError(error)
  }
  return {
    async load(tables) {
      // Tables that are not loaded, and refer to these, are empty.
      await client.query(`truncate ${tables.map(({ name }) => quoted(name)).join(', ')} cascade`)
      for (const { name, columns, path } of await parentsFirst(client, tables)) {
        const names = columns.map(quoted).join(', ')
        await client.query('truncate restored_lines')
        const copy = copyFrom(`copy restored_lines from stdin with ${BARE_LINES}`)
        await pipeline(createReadStream(path), client.query(copy))
        await client.query(
          `insert into ${quoted(name)} (${names}) select ${names}
           from restored_lines, json_populate_record(null::${quoted(name)}, line)`,
        )
      }
    },
    async run(statement) {
      await client.query(statement)
    },
    async commit() {
      await transaction.commit().execute()
      await client.end()
    },
    rollback,
  }
}

/** Foreign keys are checked at the end of each statement: a table comes after those that it refers to. */
async function parentsFirst(client: pg.Client, tables: readonly TableFile[]): Promise<TableFile[]> {
  const { rows } = await client.query<{ child: string; parent: string }>(
    `select child.relname as child, parent.relname as parent
     from pg_constraint join pg_class child on child.oid = conrelid join pg_class parent on parent.oid = confrelid
     where contype = 'f' and connamespace = current_schema()::regnamespace and conrelid <> confrelid`,
  )
  const done = new Set<TableFile>()
  const visit = (table: TableFile) => {
    const parents = rows.filter(({ child }) => child === table.name).map(({ parent }) => parent)
    for (const parent of tables) if (!done.has(parent) && parents.includes(parent.name)) visit(parent)
    done.add(table)
  }
  for (const table of tables) visit(table)
  return [...done]
}
