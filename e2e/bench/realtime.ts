import { type ChildProcess, fork } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { MAX_TEAM_MEMBERS } from '@holdall/api'
import { seedAccounts, seededEmail } from '../../server/src/testing/seed-accounts.ts'
import { admin, startHoldall } from '../src/server.ts'
import { type ClientsReport, type ClientsTask, nowMs } from './realtime-task.ts'
import { delayRow, longestDelayMs } from './event-loop.ts'
import { mebibytes, ms, quantile, type Row } from './row.ts'
import { residentBytes } from './start.ts'

const CLIENTS = Number(process.env['HOLDALL_BENCH_CLIENTS'] ?? 10_000)
const EVENTS_PER_SECOND = Number(process.env['HOLDALL_BENCH_EVENTS'] ?? 500)
/** Open pages of an account, each of which gets its events: few accounts with many, because each sign-in hashes a password. */
const PAGES_OF_AN_ACCOUNT = 10
/** Those of a member of the team folder: a computer and a phone. */
const PAGES_OF_A_MEMBER = 2
const SECONDS = 60
const PROCESSES = 4
/** The fewest that can be seeded. */
const MIN_ENTRIES = 20_000
const BUDGET_MS = 100
const MEMORY_BUDGET = 600_000_000

const next = (child: ChildProcess) =>
  new Promise<ClientsReport>((resolve, reject) => {
    child.once('message', (report) => {
      resolve(report as ClientsReport)
    })
    child.once('exit', (code) => {
      reject(new Error(`The clients ended with ${String(code)}.`))
    })
  })

/** Calls of one signed-in account. */
async function signedIn(url: string, email: string) {
  const headers: Record<string, string> = { 'content-type': 'application/json', 'x-forwarded-for': '10.0.0.1' }
  const send = async (method: string, to: string, body: object) => {
    const answer = await fetch(`${url}${to}`, { method, headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${to} answered ${String(answer.status)}: ${await answer.text()}`)
    return answer
  }
  const answer = await send('POST', '/login', { email, password: admin.password })
  headers['cookie'] = answer.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  return async (to: string, body: object) => (await send('POST', to, body)).json() as Promise<{ data: Created }>
}
interface Created {
  readonly id: string
  readonly relationships: {
    readonly invitations?: {
      readonly data: readonly { readonly id: string; readonly attributes: { readonly email: string } }[]
    }
  }
}

/** A team folder of the first account with the next ones as members, and folders in it. */
async function createTeam(post: Awaited<ReturnType<typeof signedIn>>, members: readonly string[]) {
  const invitations = members.map((email) => ({ email, permission: 'can_view' }))
  const { data: team } = await post('/api/teams/folders', { name: 'Team', invitations })
  const folderIds: string[] = []
  for (let n = 0; n < SECONDS; n += 1) {
    folderIds.push((await post('/api/create-folder', { name: String(n), parent_id: team.id })).data.id)
  }
  const pending = team.relationships.invitations?.data ?? []
  return { folderIds, invitations: Object.fromEntries(pending.map(({ id, attributes }) => [attributes.email, id])) }
}

/** Changes one folder a second, and returns when. */
async function changeFolders(
  post: Awaited<ReturnType<typeof signedIn>>,
  folderIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const sentMs = new Map<string, number>()
  const startedMs = nowMs()
  for (const [n, id] of folderIds.entries()) {
    await sleep(Math.max(0, startedMs + n * 1000 - nowMs()))
    sentMs.set(id, nowMs())
    await post('/api/create-folder', { name: 'new', parent_id: id })
  }
  return sentMs
}

/**
 * 10,000 connected pages on one server process, 500 changes of accounts a second and one in a folder of 200 members: the
 * time until the last page of the account has the event, and until each page of the members has it, the request that
 * changes it included. HOLDALL_BENCH_CLIENTS and HOLDALL_BENCH_EVENTS set other numbers.
 */
export async function benchRealtime(): Promise<Row[]> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'holdall-realtime-'))
  const people = MAX_TEAM_MEMBERS + 1
  const others = Math.ceil((CLIENTS - people * PAGES_OF_A_MEMBER) / PAGES_OF_AN_ACCOUNT)
  const accounts = Array.from({ length: people + others }, (_, n) => ({
    email: seededEmail(n),
    pages: n < people ? PAGES_OF_A_MEMBER : PAGES_OF_AN_ACCOUNT,
  }))
  const [owner = '', ...members] = accounts.slice(0, people).map(({ email }) => email)
  const children: ChildProcess[] = []
  try {
    await seedAccounts(
      { dataDir, databaseUrl: null },
      {
        accounts: accounts.length,
        entries: Math.max(accounts.length * 20, MIN_ENTRIES),
        password: admin.password,
        nameOf: (n, kind) => `${kind} ${String(n)}`,
      },
    )
    const holdall = await startHoldall({ env: { HOLDALL_DATA_DIR: dataDir, HOLDALL_LOG_LEVEL: 'warn' } })
    try {
      const idle = await residentBytes(holdall.pid)
      const config = (await (await fetch(`${holdall.url}/api/config`)).json()) as { broadcasting: { key: string } }
      const post = await signedIn(holdall.url, owner)
      const { invitations, folderIds } = await createTeam(post, members)
      for (let n = 0; n < PROCESSES; n += 1) {
        const child = fork(path.join(import.meta.dirname, 'realtime-clients.ts'))
        children.push(child)
        const task: ClientsTask = {
          url: holdall.url,
          key: config.broadcasting.key,
          password: admin.password,
          accounts: accounts.filter((_, at) => at % PROCESSES === n),
          eventsPerSecond: EVENTS_PER_SECOND / PROCESSES,
          seconds: SECONDS,
          invitations,
          folderIds,
        }
        child.send(task)
      }
      await Promise.all(children.map(next))
      const connected = await residentBytes(holdall.pid)
      await longestDelayMs(holdall.url)
      for (const child of children) child.send('start')
      const [sentMs, ...received] = await Promise.all([changeFolders(post, folderIds), ...children.map(next)])
      const longest = await longestDelayMs(holdall.url)
      const loaded = await residentBytes(holdall.pid)
      const reports = received.filter((report) => report.kind === 'done')
      const delaysMs = reports.flatMap((report) => report.delaysMs)
      const lost = reports.reduce((sum, report) => sum + report.lost, 0)
      const p95 = quantile(delaysMs, 0.95)
      const perFolder = folderIds.map((id) =>
        reports.flatMap(({ arrivalsMs }) => (arrivalsMs[id] ?? []).map((at) => at - (sentMs.get(id) ?? 0))),
      )
      const pages = people * PAGES_OF_A_MEMBER
      const shared = perFolder.flat()
      const sharedLost = pages * folderIds.length - shared.length
      const sharedP95 = quantile(shared, 0.95)
      const lastPageMs = quantile(
        perFolder.map((delays) => Math.max(...delays)),
        0.95,
      )
      const what = `${CLIENTS.toLocaleString('en')} pages, ${String(EVENTS_PER_SECOND)} changes a second`
      const team = `one change a second besides in a folder of ${String(members.length)} members (${pages.toLocaleString('en')} pages)`
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
          what: `${team}: change to each page, p95 (median ${ms(quantile(shared, 0.5))}, to the last page ${ms(lastPageMs)})`,
          measured: ms(sharedP95),
          budget: `≤ ${ms(BUDGET_MS)}`,
          kept: sharedP95 <= BUDGET_MS,
        },
        {
          what: `${team}: events that did not arrive, of ${String(pages * folderIds.length)}`,
          measured: String(sharedLost),
          budget: '0',
          kept: sharedLost === 0,
        },
        delayRow(`with ${what}`, longest),
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
