import pg from 'pg'

/** Deleted rows stay in the pages of a table, which change the plans of queries: then a database is not used again. */
const MAX_DELETED_ROWS = 2000
const TIMEOUT_MS = 60_000

/** A table or a sequence by its quoted name. */
type Named<T> = Readonly<Record<string, T>>

/** What a database contains before its first use. */
export interface Contents {
  readonly shape: string
  /** The rows of each table that has some, as JSON. */
  readonly rows: Named<string>
  /** The last value of each sequence, null where it was not used. */
  readonly sequences: Named<string | null>
}

/** Changes with each object of the schema, and with statistics, which change plans too. */
const shapeQuery = `select concat_ws(' ',
  (select concat_ws(',', count(*), max(oid), sum(relnatts), sum(relchecks)) from pg_class where relpersistence <> 't'),
  (select concat_ws(',', count(*), max(oid)) from pg_constraint),
  (select concat_ws(',', count(*), max(oid)) from pg_trigger),
  (select concat_ws(',', count(*), max(oid)) from pg_proc),
  (select count(*) from pg_statistic where starelid >= 16384)) as shape`

/** Tables that have pages: of the others not even the catalog entries are read. */
const writtenTablesQuery = `select format('%I.%I', nspname, relname) as name
  from pg_class join pg_namespace on pg_namespace.oid = relnamespace
  where relkind = 'r' and relpersistence <> 't' and nspname not in ('pg_catalog', 'information_schema')
    and pg_relation_size(pg_class.oid) > 0`

const sequencesQuery = `select format('%I.%I', schemaname, sequencename) as name, last_value::text as last
  from pg_sequences`

async function shapeOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ shape: string }>(shapeQuery)
  return rows[0]!.shape
}

async function writtenTables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(writtenTablesQuery)
  return rows.map(({ name }) => name)
}

async function rowsOf(client: pg.Client, table: string): Promise<string> {
  const { rows } = await client.query<{ json: string }>(
    `select coalesce(json_agg(t order by t::text)::text, '[]') as json from ${table} t`,
  )
  return rows[0]!.json
}

async function sequencesOf(client: pg.Client): Promise<Contents['sequences']> {
  const { rows } = await client.query<{ name: string; last: string | null }>(sequencesQuery)
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]))
}

async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, statement_timeout: TIMEOUT_MS })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

export const contentsOf = (url: string): Promise<Contents> =>
  connected(url, async (client) => {
    const rows: [string, string][] = []
    for (const table of await writtenTables(client)) rows.push([table, await rowsOf(client, table)])
    return {
      shape: await shapeOf(client),
      rows: Object.fromEntries(rows.filter(([, json]) => json !== '[]')),
      sequences: await sequencesOf(client),
    }
  })

/**
 * Brings the rows of a database back to `before`, and ends its connections. False where it is another one all the same:
 * its schema was changed, or it had very many rows.
 */
export const restoreContents = (url: string, before: Contents): Promise<boolean> =>
  connected(url, async (client) => {
    await client.query(
      `select pg_terminate_backend(pid, ${TIMEOUT_MS / 2}) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
    )
    if ((await shapeOf(client)) !== before.shape) return false
    // No triggers: each table is restored by itself.
    await client.query('set session_replication_role = replica')
    const written = await writtenTables(client)
    const emptied = written.filter((table) => !(table in before.rows))
    let deleted = 0
    const results = (await client.query(emptied.map((table) => `delete from ${table}`).join(';'))) as unknown
    for (const { rowCount } of [results].flat() as pg.QueryResult[]) deleted += rowCount ?? 0
    if (deleted > MAX_DELETED_ROWS) return false
    for (const [table, rows] of Object.entries(before.rows)) {
      if ((await rowsOf(client, table)) === rows) continue
      await client.query(`delete from ${table}`)
      await client.query(
        `insert into ${table} overriding system value select * from json_populate_recordset(null::${table}, $1)`,
        [rows],
      )
      if ((await rowsOf(client, table)) !== rows) return false
    }
    for (const [name, last] of Object.entries(await sequencesOf(client))) {
      const old = before.sequences[name]
      if (last === old) continue
      if (old == null) await client.query(`alter sequence ${name} restart`)
      else await client.query('select setval($1, $2)', [name, old])
    }
    return true
  })
