import { type ChildProcess, fork } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { seedAccounts, seededEmail } from '../../server/src/testing/seed-accounts.ts'
import { admin, startHoldall } from '../src/server.ts'
import { mebibytes, ms, quantile, type Row } from './row.ts'
import { residentBytes } from './start.ts'

const CLIENTS = Number(process.env['HOLDALL_BENCH_CLIENTS'] ?? 10_000)
const EVENTS_PER_SECOND = Number(process.env['HOLDALL_BENCH_EVENTS'] ?? 500)
/** Pages of one account, each of which gets its events. */
const CLIENTS_OF_AN_ACCOUNT = 10
const SECONDS = 20
const PROCESSES = 4
/** The fewest that can be seeded. */
const MIN_ENTRIES = 20_000
const BUDGET_MS = 100
const MEMORY_BUDGET = 600_000_000

/** What a process of clients is told to do. */
export interface ClientsTask {
  readonly url: string
  readonly key: string
  readonly password: string
  readonly emails: readonly string[]
  readonly clientsOfAnAccount: number
  readonly eventsPerSecond: number
  readonly seconds: number
}
/** First that all are connected, then the milliseconds from each change to the last client that got it. */
export type ClientsReport =
  | { readonly kind: 'connected' }
  | { readonly kind: 'done'; readonly delaysMs: readonly number[]; readonly lost: number }

const next = (child: ChildProcess) =>
  new Promise<ClientsReport>((resolve, reject) => {
    child.once('message', (report) => {
      resolve(report as ClientsReport)
    })
    child.once('exit', (code) => {
      reject(new Error(`The clients ended with ${String(code)}.`))
    })
  })

/**
 * 10,000 connected pages on one server process, and 500 changes of accounts a second: the time until the last page of the
 * account has the event, the request that changes it included. HOLDALL_BENCH_CLIENTS and HOLDALL_BENCH_EVENTS set other
 * numbers.
 */
export async function benchRealtime(): Promise<Row[]> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'holdall-realtime-'))
  const accounts = Math.ceil(CLIENTS / CLIENTS_OF_AN_ACCOUNT)
  const children: ChildProcess[] = []
  try {
    await seedAccounts(
      { dataDir, databaseUrl: null },
      {
        accounts,
        entries: Math.max(accounts * 20, MIN_ENTRIES),
        password: admin.password,
        nameOf: (n, kind) => `${kind} ${String(n)}`,
      },
    )
    const holdall = await startHoldall({ env: { HOLDALL_DATA_DIR: dataDir, HOLDALL_LOG_LEVEL: 'warn' } })
    try {
      const idle = await residentBytes(holdall.pid)
      const config = (await (await fetch(`${holdall.url}/api/config`)).json()) as { broadcasting: { key: string } }
      const emails = Array.from({ length: accounts }, (_, n) => seededEmail(n))
      for (let n = 0; n < PROCESSES; n += 1) {
        const child = fork(path.join(import.meta.dirname, 'realtime-clients.ts'))
        children.push(child)
        const task: ClientsTask = {
          url: holdall.url,
          key: config.broadcasting.key,
          password: admin.password,
          emails: emails.filter((_, at) => at % PROCESSES === n),
          clientsOfAnAccount: CLIENTS_OF_AN_ACCOUNT,
          eventsPerSecond: EVENTS_PER_SECOND / PROCESSES,
          seconds: SECONDS,
        }
        child.send(task)
      }
      await Promise.all(children.map(next))
      const connected = await residentBytes(holdall.pid)
      for (const child of children) child.send('start')
      const reports = await Promise.all(children.map(next))
      const delaysMs = reports.flatMap((report) => (report.kind === 'done' ? report.delaysMs : []))
      const lost = reports.reduce((sum, report) => sum + (report.kind === 'done' ? report.lost : 0), 0)
      const loaded = await residentBytes(holdall.pid)
      const p95 = quantile(delaysMs, 0.95)
      const what = `${CLIENTS.toLocaleString('en')} pages, ${String(EVENTS_PER_SECOND)} changes a second`
      return [
        {
          what: `${what}: change to the last page, p95 (median ${ms(quantile(delaysMs, 0.5))})`,
          measured: ms(p95),
          budget: `≤ ${ms(BUDGET_MS)}`,
          kept: p95 <= BUDGET_MS,
        },
        {
          what: `${what}: events that did not arrive within 5 s, of ${String(delaysMs.length + lost)}`,
          measured: String(lost),
          budget: '0',
          kept: lost === 0,
        },
        {
          what: `${what}: memory (resident; idle ${mebibytes(idle)}, connected ${mebibytes(connected)})`,
          measured: mebibytes(loaded),
          budget: `≤ ${mebibytes(MEMORY_BUDGET)}`,
          kept: loaded <= MEMORY_BUDGET,
        },
      ]
    } finally {
      for (const child of children) child.kill()
      await holdall.stop()
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}
