import { type ChildProcess, spawn } from 'node:child_process'
import { createHash, randomBytes, randomInt } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { removeOrphans } from '../storage/garbage.ts'
import { openBlobs } from '../../infrastructure/blobs/open-blob-store.ts'
import { readConfig } from '../../infrastructure/config/config.ts'
import { type Connected, connect } from '../../infrastructure/db/connect.ts'
import { transactor } from '../../infrastructure/db/transact.ts'
import { expectCountersToMatchRows } from '../../testing/file-requests.ts'
import { createLog } from '../../infrastructure/log.ts'
import { freshPlace, type Place } from '../../testing/engine.ts'
import { until } from '../../testing/until.ts'
import { storageVariablesOf, testStorage } from '../../testing/test-storage.ts'

/** How often the server is killed; more in `npm run test:full`. */
const ROUNDS = Number(process.env['HOLDALL_CRASH_ROUNDS'] ?? 3)

const admin = { email: 'admin@example.com', password: 'correct horse battery' }
const sha = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

interface Sending {
  readonly id: string
  readonly name: string
  readonly bytes: Buffer
}

interface Listed {
  readonly id: string
  readonly type: 'file' | 'folder'
  readonly attributes: { readonly name: string; readonly file_url: string | null; readonly filesize: number | null }
}

const storage = testStorage()
let place: Place
let server: ChildProcess | undefined
let base = ''
let cookie = ''

/** Sent in full or in part, by name: what such a file must hold if it is there. */
const intended = new Map<string, string>()
/** Acknowledged by the server: must never be lost, by id. */
const acknowledged = new Map<string, string>()
let unfinished: Sending[] = []
/** Calls that have begun. */
let calls = 0

const environment = () => ({
  HOLDALL_PORT: '0',
  HOLDALL_DATA_DIR: place.dataDir,
  HOLDALL_ADMIN_EMAIL: admin.email,
  HOLDALL_ADMIN_PASSWORD: admin.password,
  HOLDALL_LOG_LEVEL: 'error',
  ...(place.databaseUrl && { HOLDALL_DATABASE_URL: place.databaseUrl }),
  ...storageVariablesOf(storage),
})

async function start(): Promise<void> {
  const main = join(import.meta.dirname, '../../main.mjs')
  const { NODE_OPTIONS: _jestOnly, ...own } = process.env
  const child = spawn(process.execPath, [main], {
    env: { ...own, ...environment() },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  server = child
  base = await new Promise<string>((resolve, reject) => {
    let errors = ''
    child.stderr.on('data', (text: Buffer) => (errors += text.toString()))
    child.stdout.on('data', (text: Buffer) => {
      const address = /ready at (http:\S+)/.exec(text.toString())?.[1]
      if (address) resolve(address)
    })
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${errors}`)))
  })
}

async function kill(): Promise<void> {
  const child = server
  server = undefined
  if (!child || child.exitCode !== null) return
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await gone
}

// eslint-disable-next-line typescript/no-explicit-any -- the test looks into answers freely
async function call(method: string, path: string, body?: object | Buffer): Promise<{ status: number; body: any }> {
  const raw = Buffer.isBuffer(body)
  calls++
  const response = await fetch(base + path, {
    method,
    headers: { cookie, ...(body && { 'content-type': raw ? 'application/octet-stream' : 'application/json' }) },
    ...(body && { body: raw ? new Uint8Array(body) : JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, body: text ? JSON.parse(text) : undefined }
}

const brokenConnection = new Set(['ECONNRESET', 'ECONNREFUSED', 'EPIPE', 'UND_ERR_SOCKET'])

/** Whether `fetch` failed because its connection did. A bug in the test is a TypeError too. */
function isBrokenConnection(error: unknown): boolean {
  const cause = (error as { cause?: { code?: unknown } } | null)?.cause
  return typeof cause?.code === 'string' && brokenConnection.has(cause.code)
}

async function signIn(): Promise<void> {
  const response = await fetch(`${base}/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(admin),
  })
  expect(response.status).toBe(200)
  cookie = response.headers.getSetCookie()[0]!.split(';')[0]!
}

/** Sends a file from `offset` on, in chunks of random sizes. Throws when the server is killed. */
async function send(file: Sending, offset = 0): Promise<void> {
  const chunk = randomInt(20_000, 400_000)
  for (let at = offset; at < file.bytes.length || offset === file.bytes.length; at += chunk) {
    const part = file.bytes.subarray(at, at + chunk)
    const query = new URLSearchParams({
      name: file.name,
      upload_id: file.id,
      offset: String(at),
      size: String(file.bytes.length),
      checksum: sha(part),
      path: `/folder ${file.bytes.length % 3}/${file.name}`,
    })
    const { status, body } = await call('POST', `/api/upload/chunks?${query}`, part)
    if (status === 201) return void acknowledged.set(body.data.id, sha(file.bytes))
    expect([status, body.code]).toEqual([200, undefined])
  }
}

async function sendForEver(round: number, worker: number): Promise<void> {
  for (let n = 0; ; n++) {
    // Mostly small ones: their last rename comes often.
    const bytes = randomBytes(randomInt(1, n % 3 === 0 ? 1_500_000 : 30_000))
    const file = { id: `upload-${round}-${worker}-${n}`, name: `r${round}w${worker}n${n}.bin`, bytes }
    intended.set(file.name, sha(bytes))
    unfinished.push(file)
    await send(file)
    unfinished = unfinished.filter((other) => other !== file)
  }
}

async function moveForEver(round: number): Promise<void> {
  const folders: string[] = []
  for (let n = 0; ; n++) {
    const made = await call('POST', '/api/create-folder', { name: `moved ${round}`, parent_id: folders.at(-1) ?? null })
    if (made.status === 201 && folders.length < 4) folders.push(made.body.data.id)
    const files = [...acknowledged.keys()]
    const id = files[randomInt(Math.max(1, files.length))]
    if (!id) continue
    const to = folders[n % folders.length] ?? null
    expect((await call('POST', '/api/move', { to_id: to, items: [{ id }, { id: folders[0] }] })).status).toBeLessThan(
      500,
    )
    await call('POST', '/api/move', { to_id: to, items: [{ id }] })
    await call('PATCH', `/api/rename/${id}`, { name: `renamed ${round} ${n}.bin` })
  }
}

async function everything(id = 'all'): Promise<Listed[]> {
  const found: Listed[] = []
  for (let page = 1; ; page++) {
    const { status, body } = await call('GET', `/api/browse/folders/${id}?per_page=200&page=${page}`)
    expect(status).toBe(200)
    found.push(...body.data)
    if (page >= body.meta.paginate.lastPage) break
  }
  const below = await Promise.all(found.filter((entry) => entry.type === 'folder').map((entry) => everything(entry.id)))
  return [...found, ...below.flat()]
}

async function expectNothingLostOrHalfMade(checked: Set<string>): Promise<void> {
  const files = (await everything()).filter((entry) => entry.type === 'file')
  const ids = new Set(files.map((entry) => entry.id))
  expect([...acknowledged.keys()].filter((id) => !ids.has(id))).toEqual([])
  for (const { id, attributes } of files.filter((entry) => !checked.has(entry.id))) {
    const response = await fetch(base + attributes.file_url, { headers: { cookie } })
    const bytes = new Uint8Array(await response.arrayBuffer())
    expect([attributes.name, sha(bytes)]).toEqual([
      attributes.name,
      acknowledged.get(id) ?? intended.get(attributes.name),
    ])
    checked.add(id)
  }
}

async function finishUnfinished(): Promise<void> {
  for (const file of unfinished) {
    const state = await call('GET', `/api/upload/${file.id}`)
    await send(file, state.status === 200 ? state.body.data.attributes.offset : 0)
  }
  unfinished = []
}

let connected: Connected
beforeAll(async () => {
  place = await freshPlace()
  await start()
  await signIn()
  connected = connect(readConfig(environment()), createLog('silent'))
})
afterAll(async () => {
  await kill()
  await connected.db.destroy()
  await place.remove()
})

test('only a broken connection is taken for a killed server', async () => {
  const caught = (work: Promise<unknown>) =>
    work.then(
      () => 'nothing',
      (error: unknown) => error,
    )
  expect(isBrokenConnection(await caught(fetch('http://127.0.0.1:1')))).toBe(false)
  const closed = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1')
  await once(closed, 'listening')
  const { port } = closed.address() as AddressInfo
  expect(isBrokenConnection(await caught(fetch(`http://127.0.0.1:${port}`)))).toBe(true)
  closed.close()
  await once(closed, 'close')
  expect(isBrokenConnection(await caught(fetch(`http://127.0.0.1:${port}`)))).toBe(true)
  expect(isBrokenConnection(await caught(Promise.reject(new TypeError('body is undefined'))))).toBe(false)
})

test(
  `killed ${ROUNDS} times in the middle of uploads, moves and renames, it has every acknowledged file whole, nothing half-made, and counters that match rows`,
  async () => {
    const checked = new Set<string>()
    for (let round = 0; round < ROUNDS; round++) {
      const refused: unknown[] = []
      let isKilled = false
      const gone = (error: unknown) => {
        // Expected is a connection that breaks with the kill; not a wrong answer, and not one that broke before.
        if (!isKilled || !isBrokenConnection(error)) refused.push(error)
      }
      const work = [0, 1, 2].map((worker) => sendForEver(round, worker).catch(gone))
      work.push(moveForEver(round).catch(gone))
      const last = calls + randomInt(3, 150)
      await until(() => calls >= last || refused.length > 0)
      isKilled = true
      await kill()
      await Promise.all(work)
      expect(refused).toEqual([])

      await start()
      await expectCountersToMatchRows(connected.db)
      await expectNothingLostOrHalfMade(checked)
      await finishUnfinished()
      await expectNothingLostOrHalfMade(checked)
      await expectCountersToMatchRows(connected.db)
    }
    expect(acknowledged.size).toBeGreaterThan(0)
    const { db } = connected
    const inTwoDays = { now: () => Date.now() + 48 * 3600 * 1000 }
    const blobs = openBlobs(readConfig(environment()))
    expect(await removeOrphans({ db, transact: transactor(db), clock: inTwoDays }, blobs)).toBe(0)
  },
  300_000 + ROUNDS * 60_000,
)
