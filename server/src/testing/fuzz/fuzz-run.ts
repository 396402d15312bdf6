import { randomInt, randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readlinkSync } from 'node:fs'
import { Agent, request as httpRequest } from 'node:http'
import { join } from 'node:path'
import { MAX_SEARCH_MATCHES } from '@holdall/api'
import { MAX_ANSWER_BYTES } from '../../infrastructure/http-limits.ts'
import { openBlobs } from '../../infrastructure/blobs/open-blob-store.ts'
import { listen } from '../raw-http.ts'
import type { TestApp } from '../test-app.ts'
import { corpus } from './corpus.ts'
import { type FuzzRole, type FuzzWorld, makeWorld, MANY_FILES } from './fuzz-world.ts'
import { noWork, REQUEST_HEADER, type RequestWork, workOfRequests } from './request-work.ts'
import { type FuzzRequest, generateRequests } from './requests.ts'

/**
 * What one request may make the server do. The most that one statement reads are the matches of a search and one more. A
 * change of a whole folder reads and writes a few rows for each entry of the test data; the longest answer is the
 * description of the API.
 */
export const limits = {
  /** Of invitations to a team folder, each takes some. */
  statements: 100,
  rows: MAX_SEARCH_MATCHES + 1,
  rowsOfChange: 3 * MANY_FILES,
  written: 6 * MANY_FILES,
  bytes: MAX_ANSWER_BYTES,
} as const
type Work = RequestWork & { bytes: number }
/** A request that hangs is one that has no answer by then, even on a busy machine. */
const NO_ANSWER_MS = 60_000
const CONCURRENT = 8
const units = ['statements', 'rows', 'written', 'bytes'] as const
/** Requests after which the test data is created again: by then most of it is deleted and answers 404. */
const WORLD_REQUESTS = 160

export interface FuzzFailure {
  readonly what: string
  readonly request: FuzzRequest | null
  readonly detail: string
}

export interface FuzzReport {
  readonly role: FuzzRole
  readonly requests: number
  /** Status -> how many; 0 is a connection that was closed instead. */
  readonly statuses: Readonly<Record<string, number>>
  /** The most that one request made the server do. */
  readonly most: Readonly<Work>
  readonly failures: readonly FuzzFailure[]
}

interface Outcome {
  readonly status: number
  readonly work: Readonly<Work>
  readonly body: string
}

/** Sends `count` requests, the corpus first, over real connections, and reports what should not have happened. */
export async function fuzz(
  holdall: TestApp,
  { role, count, seed }: { readonly role: FuzzRole; readonly count: number; readonly seed: number },
): Promise<FuzzReport> {
  const port = holdall.app.server.listening
    ? (holdall.app.server.address() as { port: number }).port
    : await listen(holdall.app)
  const agent = new Agent({ keepAlive: true, maxSockets: CONCURRENT })
  const failures: FuzzFailure[] = []
  const statuses: Record<string, number> = {}
  const most: Work = { ...noWork, bytes: 0 }
  const works = workOfRequests(holdall.app.server)
  let world = await makeWorld(holdall, role)
  let [worldAt, isSignedOut] = [0, false]
  const before = openFiles(holdall)
  const requests = [...corpus, ...generateRequests(Math.max(0, count - corpus.length), seed)].slice(0, count)

  // Node warns once about listeners that are not removed.
  const warn = ({ name, message }: Error) => {
    failures.push({ what: 'warning', request: null, detail: `${name}: ${message}` })
  }
  process.on('warning', warn)
  const send = (each: FuzzRequest) => exchange({ port, agent, world, works }, each)

  for (let at = 0; at < requests.length; at += CONCURRENT) {
    if (at - worldAt >= WORLD_REQUESTS || isSignedOut) {
      world = await makeWorld(holdall, role)
      ;[worldAt, isSignedOut] = [at, false]
    }
    const group = requests.slice(at, at + CONCURRENT)
    const outcomes = await Promise.all(group.map(send))
    for (const [i, outcome] of outcomes.entries()) {
      const request = group[i]!
      statuses[outcome.status] = (statuses[outcome.status] ?? 0) + 1
      for (const unit of units) most[unit] = Math.max(most[unit], outcome.work[unit])
      isSignedOut ||= outcome.status === 401 && (role === 'user' || role === 'admin')
      const problem = problemOf(holdall, request, outcome)
      if (problem) failures.push(problem)
    }
  }
  agent.destroy()
  process.off('warning', warn)
  failures.push(...(await leftovers(holdall, before)))
  return { role, requests: requests.length, statuses, most, failures }
}

function problemOf(holdall: TestApp, request: FuzzRequest, { status, work, body }: Outcome): FuzzFailure | null {
  const most = { ...limits, ...(request.method !== 'GET' && { rows: limits.rowsOfChange }) }
  const exceeded = units.filter((unit) => work[unit] > most[unit])
  if (exceeded.length > 0)
    return { what: `too many ${exceeded.join(', ')}`, request, detail: JSON.stringify({ status, ...work }) }
  // When a body is refused while it is sent, a connection reset may arrive before the response.
  if (status === 0) return (request.payload?.length ?? 0) > 60_000 ? null : { what: 'no answer', request, detail: body }
  if (status < 500) return null
  const cause = holdall.log.findLast((line) => line.includes('"err"') || line.includes('unexpected error'))
  if (status === 503 && /"code":"(busy|serialization)"/.test(cause ?? '')) return null
  return { what: `status ${status}`, request, detail: `${body}\n${cause ?? ''}` }
}

const filled = (text: string, { refs }: FuzzWorld) =>
  text.replace(/REF_([a-z]+)_/g, (all, name: string) => refs[name] ?? all)

interface Connection {
  readonly port: number
  readonly agent: Agent
  readonly world: FuzzWorld
  readonly works: ReadonlyMap<string, RequestWork>
}

function exchange({ port, agent, world, works }: Connection, fuzzed: FuzzRequest): Promise<Outcome> {
  const id = randomUUID()
  const cookie = [...world.client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const payload = fuzzed.payload === undefined ? undefined : Buffer.from(filled(fuzzed.payload, world))
  // Each call of somebody without a session comes from another address, so that throttles refuse few of them.
  const address = cookie === '' ? `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}` : world.client.address
  return new Promise((resolve) => {
    const done = (status: number, body: string, bytes = 0) =>
      resolve({ status, work: { ...noWork, ...works.get(id), bytes }, body })
    const request = httpRequest({
      agent,
      port,
      host: '127.0.0.1',
      method: fuzzed.method,
      path: filled(fuzzed.url, world),
      headers: {
        ...(cookie && { cookie }),
        'x-forwarded-for': address,
        [REQUEST_HEADER]: id,
        ...fuzzed.headers,
        ...(payload && { 'content-length': payload.length }),
      },
      signal: AbortSignal.timeout(NO_ANSWER_MS),
    })
    request.on('response', (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', () => done(response.statusCode ?? 0, 'the response was aborted'))
      response.on('end', () => {
        const bytes = Buffer.concat(chunks)
        done(response.statusCode ?? 0, bytes.toString('utf8', 0, 2000), bytes.length)
      })
    })
    request.on('error', (error) => done(0, error.message))
    request.end(payload)
  })
}

/** Files below the data folder that this process holds open; empty where the system does not tell. */
function openFiles({ services }: TestApp): string[] {
  if (!existsSync('/proc/self/fd')) return []
  const targets = readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      return [readlinkSync(`/proc/self/fd/${fd}`)]
    } catch {
      return []
    }
  })
  // The thread for bulk work keeps its connection to the database until it has been idle for a while.
  const isDatabase = (path: string) => /holdall\.sqlite(-wal|-shm)?$/.test(path)
  return targets.filter((path) => path.startsWith(services.config.dataDir) && !isDatabase(path)).sort()
}

async function leftovers(holdall: TestApp, before: readonly string[]): Promise<FuzzFailure[]> {
  const { config, db } = holdall.services
  const tmp = join(config.dataDir, 'tmp')
  const found = async () => {
    const tmpFiles = existsSync(tmp) ? readdirSync(tmp) : []
    const open = openFiles(holdall)
    const connections = await new Promise<number>((resolve) =>
      holdall.app.server.getConnections((_error, count) => resolve(count)),
    )
    return [
      ...tmpFiles.map((name) => `tmp/${name} is left`),
      ...(open.length > before.length ? [`open files: ${open.join(', ')}`] : []),
      ...(connections > 0 ? [`${connections} connections are open`] : []),
    ]
  }
  let problems = await found()
  // Connections of the last responses are still being closed.
  for (let turn = 0; turn < 100 && problems.length > 0; turn++) {
    await new Promise((resolve) => setTimeout(resolve, 50))
    problems = await found()
  }
  const rows = [
    ...(await db.selectFrom('blobs').select('id').execute()).map(({ id }) => id),
    ...(await db.selectFrom('garbage').select('blob_id').execute()).map(({ blob_id }) => blob_id),
    ...(await db.selectFrom('uploads').select('blob_id').execute()).map(({ blob_id }) => blob_id),
  ]
  const known = new Set<string | null>(rows)
  for await (const { id } of openBlobs(config).list()) if (!known.has(id)) problems.push(`blob ${id} has no row`)
  return problems.map((detail) => ({ what: 'left over', request: null, detail }))
}
