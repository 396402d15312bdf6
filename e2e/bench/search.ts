import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { MAX_SEARCH_MATCHES } from '@holdall/api'
import { startPostgres } from '../../server/src/testing/postgres-server.ts'
import { type NameScan, openNameScan, seedAccounts, seededEmail } from '../../server/src/testing/seed-accounts.ts'
import { admin, startHoldall } from '../src/server.ts'
import { delayRow, longestDelayMs } from './event-loop.ts'
import { signIn } from './listing.ts'
import { nameOf, texts } from './names.ts'
import { mebibytes, median, ms, quantile, type Row } from './row.ts'
import { residentBytes } from './start.ts'

const ENTRIES = Number(process.env['HOLDALL_BENCH_ENTRIES'] ?? 1_000_000)
const ENTRIES_OF_AN_ACCOUNT = 1000
const BUDGET_MS = 50
const MIGRATION_BUDGET_MS = 10 * 60_000
const MEMORY_BUDGET = 400_000_000
const REQUESTS = 40
/** Before they are measured: the first ones compile code and fill caches. */
const WARM_UP_REQUESTS = 20
const SCANS = 2
/** Of those that have 1,000 entries each. */
const SEARCHED_ACCOUNTS = 5
/** As between two searches of a person. */
const IDLE_MS = 6000
const IDLE_SEARCHES = 3

interface Accounts {
  readonly what: string
  readonly count: number
}
const engines = { sqlite: 'SQLite', postgres: 'PostgreSQL' } as const
type Engine = keyof typeof engines

/**
 * Names of 1,000,000 entries, in one account and in 1,000, on both databases: searches for frequent and rare texts by
 * HTTP, as the page of results and as the suggestions while somebody types, and the same names read with LIKE.
 * HOLDALL_BENCH_ENTRIES sets another number.
 */
export async function benchSearch(): Promise<Row[]> {
  const size = ENTRIES.toLocaleString('en')
  const count = ENTRIES / ENTRIES_OF_AN_ACCOUNT
  const rows: Row[] = []
  for (const engine of ['sqlite', 'postgres'] as const) {
    rows.push(...(await benchDatabase(engine, { what: `${size} in one account`, count: 1 })))
    rows.push(...(await benchDatabase(engine, { what: `${size} in ${count.toLocaleString('en')} accounts`, count })))
  }
  return rows
}

async function benchDatabase(engine: Engine, accounts: Accounts): Promise<Row[]> {
  const where = `${engines[engine]}, ${accounts.what}`
  const dataDir = await mkdtemp(path.join(tmpdir(), 'holdall-search-'))
  const postgres = engine === 'postgres' ? await startPostgres() : null
  try {
    const location = { dataDir, databaseUrl: postgres?.url ?? null }
    const { searchMs, laterMs } = await seedAccounts(
      location,
      {
        accounts: accounts.count,
        entries: ENTRIES,
        password: admin.password,
        nameOf: (n, kind) => nameOf(n, ENTRIES, kind),
      },
      timeMs,
    )
    const holdall = await startHoldall({
      env: { HOLDALL_DATA_DIR: dataDir, ...(postgres && { HOLDALL_DATABASE_URL: postgres.url }) },
    })
    const scan = openNameScan(location)
    try {
      return [
        {
          what: `${where}: migration that indexes the names, and the later ones`,
          measured: `${seconds(searchMs)} and ${seconds(laterMs)}`,
          budget: `≤ ${seconds(MIGRATION_BUDGET_MS)}`,
          kept: searchMs + laterMs <= MIGRATION_BUDGET_MS,
        },
        ...(await benchSearches(holdall.url, scan, where, accounts.count)),
        await memoryRow(holdall.pid, where),
      ]
    } finally {
      await scan.close()
      await holdall.stop()
    }
  } finally {
    await postgres?.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

const seconds = (value: number) => `${(value / 1000).toFixed(0)} s`

async function benchSearches(url: string, scan: NameScan, where: string, accounts: number): Promise<Row[]> {
  const cookies: string[] = []
  for (let account = 0; account < Math.min(accounts, SEARCHED_ACCOUNTS); account += 1)
    cookies.push(await signIn(url, { ...admin, email: seededEmail(account) }))
  for (let n = 0; n < WARM_UP_REQUESTS; n += 1) {
    for (const endpoint of ['page', 'suggestions'] as const)
      await request({ url, cookies, text: texts.common[0] }, endpoint, n % cookies.length)
  }
  const rows: Row[] = []
  await longestDelayMs(url)
  for (const [frequency, some] of Object.entries(texts)) {
    for (const text of some) {
      const scans: number[] = []
      for (let n = 0; n < SCANS; n += 1) scans.push(await compare({ url, cookies, text }, scan, n % cookies.length))
      const found = await timesOf({ url, cookies, text }, 'page')
      const suggested = await timesOf({ url, cookies, text }, 'suggestions')
      const p95 = Math.max(...[found, suggested].map((times) => quantile(times, 0.95)))
      const both = (times: readonly number[]) => `${ms(quantile(times, 0.5))} / ${ms(quantile(times, 0.95))}`
      rows.push({
        what: `${where}: “${text}”, ${frequency}: page p50 / p95; suggestions p50 / p95; LIKE`,
        measured: `${both(found)}; ${both(suggested)}; ${ms(median(scans))}`,
        budget: `p95 ≤ ${ms(BUDGET_MS)}`,
        kept: p95 <= BUDGET_MS,
      })
    }
  }
  const delay = delayRow(`under these searches, ${where}`, await longestDelayMs(url))
  return [...rows, delay, await idleRow({ url, cookies, text: texts.common[2] }, where)]
}

interface Search {
  readonly url: string
  readonly cookies: readonly string[]
  readonly text: string
}

const paths = { page: '/api/browse/search', suggestions: '/api/search' } as const

async function request(
  { url, cookies, text }: Search,
  endpoint: keyof typeof paths,
  account: number,
): Promise<unknown> {
  const answer = await fetch(`${url}${paths[endpoint]}?query=${encodeURIComponent(text)}`, {
    headers: { cookie: cookies[account] ?? '' },
  })
  if (!answer.ok) throw new Error(`The search for ${text} answered ${String(answer.status)}.`)
  return answer.json()
}

async function timeMs(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  await work()
  return performance.now() - from
}

async function timesOf(search: Search, endpoint: keyof typeof paths): Promise<number[]> {
  const times: number[] = []
  for (let n = 0; n < REQUESTS; n += 1) {
    times.push(await timeMs(() => request(search, endpoint, n % search.cookies.length)))
  }
  return times
}

/** The time of LIKE, which has to find as many as the search. */
async function compare(search: Search, scan: NameScan, account: number): Promise<number> {
  const from = performance.now()
  const folders = await scan.count(account, 'folder', search.text, MAX_SEARCH_MATCHES)
  const files = await scan.count(account, 'file', search.text, MAX_SEARCH_MATCHES)
  const time = performance.now() - from
  const { meta } = (await request(search, 'page', account)) as { meta: { totals: { folders: number; files: number } } }
  if (meta.totals.folders !== folders || meta.totals.files !== files) {
    const { totals } = meta
    throw new Error(
      `${search.text}: LIKE finds ${String(folders)} folders and ${String(files)} files, the search ${String(totals.folders)} and ${String(totals.files)}.`,
    )
  }
  return time
}

/** People search once in a while. */
async function idleRow(search: Search, where: string): Promise<Row> {
  const times: number[] = []
  for (let n = 0; n < IDLE_SEARCHES; n += 1) {
    await sleep(IDLE_MS)
    times.push(await timeMs(() => request(search, 'page', 0)))
  }
  const longest = Math.max(...times)
  return {
    what: `${where}: “${search.text}” after ${seconds(IDLE_MS)} without a request, the longest of ${String(IDLE_SEARCHES)}`,
    measured: ms(longest),
    budget: `≤ ${ms(BUDGET_MS)}`,
    kept: longest <= BUDGET_MS,
  }
}

async function memoryRow(pid: number, where: string): Promise<Row> {
  const bytes = await residentBytes(pid)
  return {
    what: `${where}: memory of the server after the searches`,
    measured: mebibytes(bytes),
    budget: `≤ ${mebibytes(MEMORY_BUDGET)}`,
    kept: bytes <= MEMORY_BUDGET,
  }
}
