import Sqlite from 'better-sqlite3'
import pg from 'pg'
import { APPLICATION } from '../infrastructure/db/postgres.ts'
import { BulkConnection } from '../infrastructure/db/sqlite-bulk.ts'

/** A statement of the app, with the rows that it returned to this thread and that it changed. */
export interface CountedStatement {
  readonly text: string
  /** Whether it occupied this thread: on SQLite unless it ran in the background, on PostgreSQL never. */
  readonly isOnMainThread: boolean
  readonly returned: number
  readonly changed: number
}

/** Of the statements of all connections to SQLite. */
const prototype = Object.getPrototypeOf(new Sqlite(':memory:').prepare('select 1')) as Sqlite.Statement

type Client = pg.Client & { readonly connectionParameters?: { readonly application_name?: string } }

/** The queue has connections of its own, and processes notify each other after the answer: statements at any time. */
const isCounted = (client: Client, text: string) =>
  client.connectionParameters?.application_name === APPLICATION && !/pgboss\.|pg_notify/.test(text)

/** The statements of both engines that succeed while `work` runs, without those of the queue and between processes. */
export async function countedStatements(work: () => Promise<unknown>): Promise<readonly CountedStatement[]> {
  const reads = jest.spyOn(prototype, 'all')
  const changes = jest.spyOn(prototype, 'run')
  const background = jest.spyOn(BulkConnection.prototype, 'run')
  const remote = jest.spyOn(pg.Client.prototype, 'query')
  try {
    await work()
    const found: CountedStatement[] = []
    const add = (text: string, isOnMainThread: boolean, returned: number, changed: number) =>
      found.push({ text, isOnMainThread, returned, changed })
    for (const [at, { type, value }] of reads.mock.results.entries()) {
      if (type === 'return') add(reads.mock.contexts[at]!.source, true, value.length, 0)
    }
    for (const [at, { type, value }] of changes.mock.results.entries()) {
      if (type === 'return') add(changes.mock.contexts[at]!.source, true, 0, value.changes)
    }
    for (const [at, { value }] of background.mock.results.entries()) {
      const { rows, changes: changed } = (await (value as Promise<BackgroundReply>).catch(() => undefined)) ?? {}
      add(background.mock.calls[at]![0].sql, false, rows?.length ?? 0, changed ?? 0)
    }
    for (const [at, { value }] of remote.mock.results.entries()) {
      const [query]: readonly unknown[] = remote.mock.calls[at]!
      const { command, rowCount, rows } =
        (await (value as Promise<pg.QueryResult> | undefined)?.catch(() => undefined)) ?? {}
      if (typeof query === 'string' && isCounted(remote.mock.contexts[at]!, query))
        add(query, false, rows?.length ?? 0, command === 'SELECT' ? 0 : (rowCount ?? 0))
    }
    return found
  } finally {
    for (const spy of [reads, changes, background, remote]) spy.mockRestore()
  }
}
type BackgroundReply = Awaited<ReturnType<BulkConnection['run']>>

/** How many rows each transaction writes that `work` runs one after the other: on SQLite the transactions in the background. */
export async function countedRowsByTransaction(work: () => Promise<unknown>): Promise<readonly number[]> {
  const rows: number[] = []
  for (const { text, isOnMainThread, returned, changed } of await countedStatements(work)) {
    if (isOnMainThread) continue
    if (/^(?:begin|start transaction)/i.test(text)) rows.push(0)
    // What a statement returns that writes is what it has written.
    else if (rows.length > 0 && /\b(?:insert into|update|delete from)\b/i.test(text))
      rows[rows.length - 1]! += returned || changed
  }
  return rows
}

/** The texts of those that SQLite runs on this thread. */
export async function mainThreadStatements(work: () => Promise<unknown>): Promise<readonly string[]> {
  const statements = await countedStatements(work)
  return [...new Set(statements.filter(({ isOnMainThread }) => isOnMainThread).map(({ text }) => text))]
}

interface Bounds {
  /** Rows that one statement returns to this thread. */
  readonly returned?: number
  /** Rows that one statement changes on this thread. */
  readonly changed?: number
}

/**
 * Fails unless `work` succeeds and each of its statements occupies this thread for a bounded number of rows only:
 * whatever goes through all entries of a folder or an account is done in the background on SQLite, and its rows arrive in
 * pages. For more than 300 entries, which are changed in the background.
 */
export async function expectBounded(
  what: string,
  work: () => Promise<{ status: number }>,
  { returned: maxReturned = 1000, changed: maxChanged = 100 }: Bounds = {},
): Promise<void> {
  let status = 0
  const statements = await countedStatements(async () => void ({ status } = await work()))
  expect([what, Math.floor(status / 100)]).toEqual([what, 2])
  const isExcessive = ({ text, isOnMainThread, returned, changed }: CountedStatement) =>
    returned > maxReturned || (isOnMainThread && (changed > maxChanged || goesThroughAll(text)))
  expect([what, statements.filter(isExcessive)]).toEqual([what, []])
}

/** Whether a statement walks down a tree or aggregates entries or links that neither a limit nor a list of ids bounds. */
function goesThroughAll(text: string): boolean {
  const withoutWindows = text.replaceAll(/\w+\([^()]*\) over ?\([^()]*(?:\([^()]*\)[^()]*)*\)/g, '')
  const walksDown = /with recursive[^]*\bparent_id = \w+\.id\b/.test(text)
  const aggregates = /\b(?:count|sum)\(|group by/.test(withoutWindows) && /from "?(?:entries|shares)\b/.test(text)
  return walksDown || (aggregates && !/ limit |"id" in \(\?/.test(text))
}
