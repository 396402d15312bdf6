import { createHash, randomBytes } from 'node:crypto'
import { copyFile, mkdir, mkdtemp, rename, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type NginxServer, startNginx, UPSTREAM_HEADER } from './testing/nginx-server.ts'
import { freePort, type PostgresServer, startPostgres } from './testing/postgres-server.ts'
import { endServers, type StartedServer, startServer } from './testing/server-process.ts'
import { openSocketAt } from './testing/socket-client.ts'

/** As “Several servers” of docs/operating.md says, with shared folders, and a proxy that uses the servers in turn. */

const email = 'admin@example.com'
const password = 'correct horse battery'
const CHUNK = 1_000_000
const CHUNKS = 12
const SHARED = ['blobs', 'partial', 'ui']

let folder: string
let postgres: PostgresServer
let nginx: NginxServer
let ports: readonly number[]
let servers: StartedServer[]
let cookie = ''
/** Which servers have answered. */
const answering = new Set<string>()

const dataDir = (n: number) => join(folder, `server-${n}`)
const start = (n: number) =>
  startServer({
    HOLDALL_PORT: String(ports[n]),
    HOLDALL_DATA_DIR: dataDir(n),
    HOLDALL_DATABASE_URL: postgres.url,
    HOLDALL_ADMIN_EMAIL: email,
    HOLDALL_ADMIN_PASSWORD: password,
    HOLDALL_DISK_RESERVE: '0',
  })

async function stop({ child, ended }: StartedServer, signal: NodeJS.Signals): Promise<void> {
  child.kill(signal)
  await ended
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holdall-servers-'))
  postgres = await startPostgres()
  ports = [await freePort(), await freePort()]
  for (const name of ['shared', 'server-0', 'server-1']) await mkdir(join(folder, name))
  const first = start(0)
  await first.ready()
  await stop(first, 'SIGTERM')
  // The folder of unfinished uploads is created with the first one.
  await mkdir(join(dataDir(0), 'partial'), { recursive: true })
  for (const name of SHARED) await rename(join(dataDir(0), name), join(folder, 'shared', name))
  for (const n of [0, 1]) for (const name of SHARED) await symlink(join(folder, 'shared', name), join(dataDir(n), name))
  await copyFile(join(dataDir(0), 'secret.key'), join(dataDir(1), 'secret.key'))
  servers = [start(0), start(1)]
  await Promise.all(servers.map((server) => server.ready()))
  nginx = await startNginx(ports.map((port) => `127.0.0.1:${port}`))
})
afterAll(async () => {
  await nginx?.stop()
  endServers()
  for (const { ended } of servers ?? []) await ended
  await postgres?.stop()
  await rm(folder, { recursive: true, force: true })
})

async function call(path: string, method = 'GET', body?: BodyInit, type = 'application/json'): Promise<Response> {
  const headers = { cookie, ...(body !== undefined && { 'content-type': type }) }
  const answer = await fetch(`http://${nginx.authority}${path}`, {
    method,
    headers,
    ...(body !== undefined && { body }),
  })
  answering.add(answer.headers.get(UPSTREAM_HEADER) ?? '')
  return answer
}
const json = async (answer: Response) => (await answer.json()) as any // eslint-disable-line typescript/no-explicit-any -- tests look into answers freely
const post = (path: string, body: object) => call(path, 'POST', JSON.stringify(body))

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const bothServers = () => ports.map((port) => `127.0.0.1:${port}`)
const fields = (name: string, uploadId: string, offset: number) =>
  new URLSearchParams({ name, upload_id: uploadId, offset: String(offset), size: String(CHUNK * CHUNKS) }).toString()

/** Sends a file in chunks, and continues where the servers are after one that has failed; the id of the file. */
async function upload(bytes: Buffer, uploadId: string, beforeChunk?: (n: number) => Promise<void>): Promise<string> {
  let offset = 0
  for (;;) {
    await beforeChunk?.(offset / CHUNK)
    const chunk = bytes.subarray(offset, offset + CHUNK)
    const path = `/api/upload/chunks?${fields(`${uploadId}.bin`, uploadId, offset)}`
    const answer = await call(path, 'POST', new Uint8Array(chunk), 'application/octet-stream')
    if (answer.status === 201) return (await json(answer)).data.id
    if (answer.status === 200) offset = (await json(answer)).data.attributes.offset
    else {
      expect([502, 503]).toContain(answer.status)
      const state = await call(`/api/upload/${uploadId}`)
      expect(state.status).toBe(200)
      offset = (await json(state)).data.attributes.offset
    }
  }
}

async function expectDownloads(id: string, sha256: string): Promise<void> {
  const { data } = await json(await call('/api/browse/folders/all?per_page=200'))
  const { file_url } = data.find((entry: { readonly id: string }) => entry.id === id).attributes
  for (let n = 0; n < 4; n++) {
    const answer = await call(file_url)
    expect([answer.status, hashOf(new Uint8Array(await answer.arrayBuffer()))]).toEqual([200, sha256])
  }
}

/** A page that is connected to one of the servers, subscribed to the changes of its user. */
async function openPage(userId: string) {
  const { broadcasting } = await json(await call('/api/config'))
  const page = await openSocketAt(`ws://${nginx.authority}`, { key: broadcasting.key })
  const channel = `private-user.${userId}`
  const answer = await post('/broadcasting/auth', { socket_id: page.id, channel_name: channel })
  page.send('pusher:subscribe', { channel, ...(await json(answer)) })
  await page.next(({ event }) => event === 'pusher_internal:subscription_succeeded')
  return page
}
type Page = Awaited<ReturnType<typeof openPage>>
const serverOf = ({ headers }: Page) => headers[UPSTREAM_HEADER]

/** Two pages or more at each server: which server takes a connection depends on all requests in between. */
async function openPages(userId: string): Promise<readonly Page[]> {
  const pages: Page[] = []
  const hasTwo = (server: string) => pages.filter((page) => serverOf(page) === server).length >= 2
  while (!bothServers().every(hasTwo)) pages.push(await openPage(userId))
  return pages
}

test('two servers behind a proxy share uploads in chunks, downloads and live updates, also when one is killed', async () => {
  const signedIn = await post('/login', { email, password })
  expect(signedIn.status).toBe(200)
  cookie = signedIn.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  const userId = (await json(await call('/api/user'))).data.id

  answering.clear()
  const first = randomBytes(CHUNK * CHUNKS)
  const firstId = await upload(first, 'upload-one')
  expect([...answering].toSorted()).toEqual(bothServers().toSorted())
  answering.clear()
  await expectDownloads(firstId, hashOf(first))
  expect([...answering].toSorted()).toEqual(bothServers().toSorted())

  const pages = await openPages(userId)
  expect((await post('/api/create-folder', { name: 'seen by all' })).status).toBe(201)
  for (const page of pages) await page.next(({ event }) => event === 'files.changed')

  const second = randomBytes(CHUNK * CHUNKS)
  const secondId = await upload(second, 'upload-two', async (n) => {
    if (n === CHUNKS / 2 && servers[1]!.child.signalCode === null) await stop(servers[1]!, 'SIGKILL')
  })
  await expectDownloads(secondId, hashOf(second))
  const [remaining, killed] = bothServers()
  for (const page of pages) if (serverOf(page) === killed) await page.closed
  const stayed = pages.filter((page) => serverOf(page) === remaining)
  for (const { socket } of stayed) expect(socket.readyState).toBe(socket.OPEN)
  for (const page of stayed) page.clear()
  expect((await post('/api/create-folder', { name: 'seen by some' })).status).toBe(201)
  for (const page of stayed) await page.next(({ event }) => event === 'files.changed')

  servers[1] = start(1)
  await servers[1].ready()
  await expectDownloads(secondId, hashOf(second))
  for (const { socket } of pages) socket.terminate()
})
