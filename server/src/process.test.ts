import { chmod, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setupKeyHeader } from '@holdall/api'
import { variablesOf } from './testing/command-line.ts'
import { freshPlace, type Place } from './testing/engine.ts'
import { endServers, startServer, type StartedServer } from './testing/server-process.ts'

let place: Place
beforeEach(async () => {
  place = await freshPlace('empty')
})
afterEach(async () => {
  endServers()
  await place.remove()
})

const start = (env: Record<string, string>) => startServer({ ...variablesOf(place), ...env })

/** The threads of a server that has used the file system. */
async function threadsOf({ child }: StartedServer, address: string | URL): Promise<number> {
  expect((await fetch(new URL('/readyz', address))).status).toBe(200)
  return (await readdir(`/proc/${child.pid}/task`)).length
}

const postJson = (url: URL, body: object, headers: Record<string, string> = {}) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })

/** Those of the data folder that others than this user may read. */
async function openFiles(): Promise<string[]> {
  const open: string[] = []
  for (const name of await readdir(place.dataDir, { recursive: true })) {
    // The builds that every visitor gets have the mode of their originals.
    if (name.startsWith('ui/builds/') || name.startsWith('ui/shell/')) continue
    // A form's file may be removed meanwhile.
    const found = await stat(join(place.dataDir, name)).catch(() => null)
    if (found && (found.mode & 0o077) !== 0) open.push(name)
  }
  return open
}

test('ends with a message and a code when its settings are invalid', async () => {
  const started = start({ HOLDALL_PORT: 'eighty' })
  expect(await started.ended).toBe(1)
  expect([started.out(), started.err()]).toEqual(['', 'HOLDALL_PORT must be a port, 0 to 65535.\n'])
})

test('tells an older Node which version it needs', async () => {
  const old = encodeURIComponent(
    `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } })`,
  )
  const started = start({ NODE_OPTIONS: `--import=data:text/javascript,${old}` })
  expect(await started.ended).toBe(1)
  expect(started.err()).toBe('Holdall needs Node 24 or newer; this is 20.20.2.\n')
})

test('prints one line with the address and the key of the wizard, writes private files, and is restarted without a key', async () => {
  await chmod(place.dataDir, 0o755)
  const first = start({})
  const address = new URL(await first.ready())
  const threads = await threadsOf(first, address)
  expect(first.out()).toMatch(/^Holdall is ready at http:\/\/127\.0\.0\.1:\d+\/install\?key=[\w-]{32}\n$/)
  const headers = { [setupKeyHeader]: address.searchParams.get('key')! }
  expect((await fetch(new URL('/api/setup/status', address), { headers })).status).toBe(200)

  const owner = { name: 'Ada', email: 'ada@example.com', password: 'correct horse' }
  const setUp = await postJson(
    new URL('/api/setup/admin', address),
    { ...owner, password_confirmation: owner.password },
    headers,
  )
  const cookie = setUp.headers.getSetCookie()[0]!.split(';')[0]!
  const form = new FormData()
  form.append('file', new Blob(['some bytes']), 'a.txt')
  form.append('name', 'a.txt')
  const upload = await fetch(new URL('/api/upload', address), { method: 'POST', headers: { cookie }, body: form })
  expect(upload.status).toBe(201)
  expect(await openFiles()).toEqual([])

  const formUnderWay = join(place.dataDir, 'tmp', 'a-form-under-way')
  await mkdir(join(place.dataDir, 'tmp'), { recursive: true })
  await writeFile(formUnderWay, 'bytes')
  const second = start({})
  expect(await second.ended).toBe(1)
  expect([second.out(), second.err()]).toEqual([
    '',
    `Another Holdall is running on the data folder ${place.dataDir}. Stop it first, or set HOLDALL_DATA_DIR.\n`,
  ])
  expect(await readFile(formUnderWay, 'utf8')).toBe('bytes')

  first.child.kill('SIGKILL')
  await first.ended
  expect(first.err()).not.toContain(headers[setupKeyHeader])
  const third = start({ UV_THREADPOOL_SIZE: '5' })
  const next = await third.ready()
  expect(third.out()).toMatch(/^Holdall is ready at http:\/\/127\.0\.0\.1:\d+\n$/)
  // So many for files that a slow disk does not block everybody, or as many as configured.
  expect(threads - (await threadsOf(third, next))).toBe(11)
})

test('names unknown variables at the start', async () => {
  const started = start({ HOLDALL_PUBLIC_ULR: 'http://a.example', HOLDALL_NAME: 'Choir' })
  await started.ready()
  started.child.kill('SIGTERM')
  await started.ended
  const lines = started
    .err()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(lines.filter(({ msg }) => msg === 'this variable is unknown and has no effect')).toMatchObject([
    { level: 'warn', name: 'HOLDALL_PUBLIC_ULR', nearest: 'HOLDALL_PUBLIC_URL' },
  ])
  expect(started.err()).not.toContain('a.example')
})

test('writes its log as text where that is configured', async () => {
  const started = start({ HOLDALL_LOG_FORMAT: 'text' })
  const address = await started.ready()
  await fetch(new URL('/api/nothing', address))
  started.child.kill('SIGTERM')
  await started.ended
  expect(started.err()).toMatch(
    /^\d{4}-\S+Z info {2}call node=\S+ pid=\d+ requestId=\S+ method=GET url=\/… status=404 /m,
  )
  expect(started.err()).toMatch(/^\d{4}-\S+Z info {2}closing .*signal=SIGTERM$/m)
})

test('stores its environment for the commands, readable for this user only', async () => {
  await chmod(place.dataDir, 0o755)
  const started = start({
    HOLDALL_NAME: 'Choir',
    HOLDALL_SMTP_URL: 'smtp://a:secret@localhost',
    HOLDALL_PUBLIC_URL: 'http://a.example',
  })
  await started.ready()
  const stored = JSON.parse(await readFile(join(place.dataDir, 'environment.json'), 'utf8')) as object
  expect(stored).toEqual({
    HOLDALL_NAME: 'Choir',
    HOLDALL_PORT: '0',
    HOLDALL_PUBLIC_URL: 'http://a.example',
    HOLDALL_SMTP_URL: 'smtp://a:secret@localhost',
    ...(place.databaseUrl && { HOLDALL_DATABASE_URL: place.databaseUrl }),
  })
  expect(await openFiles()).toEqual([])
})

test('keeps answering while nobody reads its log, and closes on SIGTERM', async () => {
  const started = start({ HOLDALL_LOG_LEVEL: 'debug' })
  const address = await started.ready()
  // The line was printed before.
  expect(await started.ready()).toBe(address)
  started.child.stderr!.pause()
  // More lines than a pipe holds.
  const CALLS = 1500
  for (let call = 0; call < CALLS; call++) expect((await fetch(new URL('/api/ping', address))).status).toBe(200)
  started.child.stderr!.resume()
  started.child.kill('SIGTERM')
  expect(await started.ended).toBe(0)
  expect(started.err().match(/"url":"\/api\/ping"/g)).toHaveLength(CALLS)
})
