import { cp, mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApp } from '../../app.ts'
import { createOwner } from '../../features/setup/create-first-admin.ts'
import { runCommand, variablesOf } from '../../testing/command-line.ts'
import { freshPlace, type Place } from '../../testing/engine.ts'
import { endServers, startServer } from '../../testing/server-process.ts'
import { until } from '../../testing/until.ts'
import { STORAGE_ID_KEY } from '../blobs/storage-id.ts'
import { readConfig } from '../config/config.ts'
import { createLog } from '../log.ts'

const owner = { name: 'Owner', email: 'owner@example.com', password: 'correct horse battery' }
const isSqlite = () => globalThis.HOLDALL_TEST_ENGINE === 'sqlite'

let place: Place
let otherDir: string
beforeEach(async () => {
  place = await freshPlace()
  otherDir = await mkdtemp(join(tmpdir(), 'holdall-node-'))
})
afterEach(async () => {
  endServers()
  await place.remove()
  await rm(otherDir, { recursive: true, force: true })
})

const variables = () => ({
  ...variablesOf(place),
  HOLDALL_ADMIN_EMAIL: owner.email,
  HOLDALL_ADMIN_PASSWORD: owner.password,
})
/** The variables of a second server with its own data folder. On SQLite it has a copy of the database. */
const otherVariables = () => ({ ...variables(), HOLDALL_DATA_DIR: otherDir })
const app = (env: Readonly<Record<string, string>>, log: string[] = []) =>
  createApp(readConfig(env), {
    log: createLog('info', { destination: { write: (line) => void log.push(line) } }),
    durable: false,
  })
/** A server that is started once, and ends. */
async function once(env: Readonly<Record<string, string>>): Promise<void> {
  await (await app(env)).close()
}
async function copyInto(names: readonly string[]): Promise<void> {
  const all = isSqlite() ? ['holdall.sqlite', ...names] : names
  for (const name of all) await cp(join(place.dataDir, name), join(otherDir, name), { recursive: true })
}
async function identityRow(): Promise<{ readonly storage: string; readonly secret: string }> {
  const { services, close } = await app(variables())
  const { value } = await services.db
    .selectFrom('settings')
    .select('value')
    .where('name', '=', 'installation.identity')
    .executeTakeFirstOrThrow()
  await close()
  return JSON.parse(value)
}

describe('a database that is used', () => {
  test('with another secret is refused with a message, and adopted by a command', async () => {
    await once(variables())
    await copyInto(['blobs'])
    await expect(app(otherVariables())).rejects.toThrow(
      `${join(otherDir, 'secret.key')} is not the key that this database is used with.`,
    )
    const adopted = await runCommand(['storage', 'adopt'], { env: otherVariables() })
    expect(adopted).toMatchObject({ code: 0, out: expect.stringContaining(join(otherDir, 'secret.key')) })
    await once(otherVariables())
    if (!isSqlite()) await expect(app(variables())).rejects.toThrow('is not the key')
  })

  test('with another storage is refused with a message, and adopted by a command', async () => {
    await once(variables())
    await copyInto(['secret.key'])
    await expect(app(otherVariables())).rejects.toThrow(
      `The folder ${join(otherDir, 'blobs')} is not the storage that this database is used with`,
    )
    await runCommand(['storage', 'adopt'], { env: otherVariables() })
    await once(otherVariables())
  })

  test('with the same secret and a moved storage is used', async () => {
    await once(variables())
    await copyInto(['secret.key', 'blobs'])
    await once(otherVariables())
  })

  test('keeps no secret', async () => {
    await once(variables())
    const { storage, secret } = await identityRow()
    expect(await readFile(join(place.dataDir, STORAGE_ID_KEY), 'utf8')).toBe(storage)
    expect(secret).not.toContain((await readFile(join(place.dataDir, 'secret.key'), 'utf8')).trim())
  })
})

test('a database of an earlier version gets the identity of the storage at its next start', async () => {
  const first = await app(variables())
  await first.services.db.deleteFrom('settings').where('name', '=', 'installation.identity').execute()
  await first.close()
  const before = await readFile(join(place.dataDir, STORAGE_ID_KEY), 'utf8')
  await once(variables())
  expect((await identityRow()).storage).toBe(before)
  await copyInto(['secret.key'])
  await expect(app(otherVariables())).rejects.toThrow('is not the storage')
})

test('servers that are started at once, with one storage, record one identity', async () => {
  if (isSqlite()) return
  const first = await app(variables())
  await first.services.db.deleteFrom('settings').where('name', '=', 'installation.identity').execute()
  await rm(join(place.dataDir, STORAGE_ID_KEY))
  await first.close()
  const servers = await Promise.all([app(variables()), app(variables()), app(variables())])
  for (const { close } of servers) await close()
  expect((await identityRow()).storage).toBe(await readFile(join(place.dataDir, STORAGE_ID_KEY), 'utf8'))
})

test('until there is an owner another storage may be chosen; then a server with another one is not ready', async () => {
  const env = variablesOf(place)
  const first = await app(env)
  await copyInto([])
  const log: string[] = []
  const second = await app({ ...env, HOLDALL_DATA_DIR: otherDir }, log)
  const ready = async () => (await second.app.inject('/readyz')).statusCode
  expect(await ready()).toBe(200)
  await createOwner(first.services, owner)
  if (isSqlite()) await second.close()
  else {
    await until(async () => (await ready()) === 503)
    expect(log.join('')).toContain('is not the key that this database is used with')
    expect((await first.app.inject('/readyz')).statusCode).toBe(200)
    await second.close()
  }
  await first.close()
})

test('a server process with other content ends with the message; one that shares the folders serves the files', async () => {
  const first = startServer(variables())
  const address = await first.ready()
  if (isSqlite()) {
    // What is in its log is moved into the file.
    first.child.kill('SIGTERM')
    await first.ended
  }
  await copyInto(['secret.key'])
  const refused = startServer(otherVariables())
  expect(await refused.ended).toBe(1)
  expect([refused.out(), refused.err()]).toEqual([
    '',
    expect.stringMatching(/^The folder \S+blobs is not the storage that this database is used with: .+\n$/),
  ])
  if (isSqlite()) return
  await mkdir(join(place.dataDir, 'partial'), { recursive: true })
  await rm(join(otherDir, 'blobs'), { recursive: true, force: true })
  for (const name of ['blobs', 'partial']) await symlink(join(place.dataDir, name), join(otherDir, name))
  const second = startServer(otherVariables())
  const otherAddress = await second.ready()

  const signIn = await fetch(new URL('/login', address), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: owner.email, password: owner.password }),
  })
  const headers = { cookie: signIn.headers.getSetCookie()[0]!.split(';')[0]! }
  const form = new FormData()
  form.append('name', 'a.txt')
  form.append('file', new Blob(['some bytes']), 'a.txt')
  const upload = await fetch(new URL('/api/upload', address), { method: 'POST', headers, body: form })
  const { data } = (await upload.json()) as { data: { attributes: { file_url: string } } }
  const { pathname, search } = new URL(data.attributes.file_url, address)
  const download = await fetch(new URL(pathname + search, otherAddress), { headers })
  expect([download.status, await download.text()]).toEqual([200, 'some bytes'])
})
