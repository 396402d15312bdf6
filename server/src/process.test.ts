import { type ChildProcess, spawn } from 'node:child_process'
import { chmod, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freshPlace, type Place } from './testing/engine.ts'

let place: Place
const running: ChildProcess[] = []
beforeEach(async () => {
  place = await freshPlace('empty')
})
afterEach(async () => {
  for (const child of running.splice(0)) child.kill('SIGKILL')
  await place.remove()
})

interface Started {
  readonly child: ChildProcess
  readonly out: () => string
  readonly err: () => string
  readonly ended: Promise<number | null>
  ready(): Promise<string>
}

function start(env: Record<string, string>): Started {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.mjs')], {
    env: {
      PATH: process.env['PATH'],
      HOLDALL_DATA_DIR: place.dataDir,
      HOLDALL_PORT: '0',
      ...(place.databaseUrl && { HOLDALL_DATABASE_URL: place.databaseUrl }),
      ...env,
    },
  })
  running.push(child)
  let out = ''
  let err = ''
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()))
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  return {
    child,
    out: () => out,
    err: () => err,
    ended,
    ready: () =>
      new Promise((resolve, reject) => {
        child.stdout.on('data', () => out.includes('\n') && resolve(/http:\S+/.exec(out)![0]))
        void ended.then(() => reject(new Error(`ended: ${err}`)))
      }),
  }
}

describe('the process', () => {
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

  test('ends with a message and a code when the port is taken', async () => {
    const first = start({})
    const { port } = new URL(await first.ready())
    const second = start({ HOLDALL_PORT: port, HOLDALL_DATA_DIR: join(place.dataDir, 'second') })
    expect(await second.ended).toBe(1)
    expect(second.err()).toContain('Another program listens on this address already')
  })

  test('ends with a message and a code when the database cannot be reached', async () => {
    const started = start({ HOLDALL_DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing' })
    expect(await started.ended).toBe(1)
    expect(started.err()).toMatch(/^The database cannot be used: database: connection: .+\n$/)
  })

  test('keeps answering while nobody reads its log', async () => {
    const started = start({})
    const address = await started.ready()
    started.child.stderr!.pause()
    // More lines than a pipe holds.
    for (let call = 0; call < 1500; call++) expect((await fetch(new URL('/api/config', address))).status).toBe(200)
    started.child.stderr!.resume()
    started.child.kill('SIGTERM')
    expect(await started.ended).toBe(0)
    expect(started.err().match(/"url":"\/api\/config"/g)).toHaveLength(1500)
  }, 30_000)

  test('prints one line with the address, which opens the wizard before setup, and closes on SIGTERM', async () => {
    const started = start({})
    const address = new URL(await started.ready())
    expect(started.out()).toMatch(/^Holdall is ready at http:\/\/127\.0\.0\.1:\d+\/install\?key=[\w-]{32}\n$/)
    const headers = { 'x-holdall-setup-key': address.searchParams.get('key')! }
    expect((await fetch(new URL('/api/setup/status', address), { headers })).status).toBe(200)
    started.child.kill('SIGTERM')
    expect(await started.ended).toBe(0)
    expect(started.err()).not.toContain(headers['x-holdall-setup-key'])
  })

  test('prints no key where the environment names the owner', async () => {
    const started = start({ HOLDALL_ADMIN_EMAIL: 'a@example.com', HOLDALL_ADMIN_PASSWORD: 'correct horse' })
    await started.ready()
    expect(started.out()).toMatch(/^Holdall is ready at http:\/\/127\.0\.0\.1:\d+\n$/)
  })

  test('installs itself by the file that HOLDALL_CONFIG names, without the wizard', async () => {
    const file = join(place.dataDir, 'holdall.config.json')
    const admin = { name: 'Ada Lovelace', email: 'ada@example.com', password: 'correct horse' }
    await writeFile(file, JSON.stringify({ admin, 'app.name': 'Vault', 'trash.days': 14 }))
    const started = start({ HOLDALL_CONFIG: file })
    const address = await started.ready()
    expect(started.out()).toMatch(/^Holdall is ready at http:\/\/127\.0\.0\.1:\d+\n$/)
    const config = (await (await fetch(new URL('/api/config', address))).json()) as Record<string, unknown>
    expect(config).toMatchObject({ name: 'Vault', trashDays: 14, installation: 'installation-done' })
    const signIn = await fetch(new URL('/login', address), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: admin.email, password: admin.password }),
    })
    expect(signIn.status).toBe(200)
  })

  test('ends with a message where the file of HOLDALL_CONFIG is not valid', async () => {
    const file = join(place.dataDir, 'holdall.config.json')
    await writeFile(file, '{"admin": {"email": "ada@example.com"}}')
    const started = start({ HOLDALL_CONFIG: file })
    expect(await started.ended).toBe(1)
    expect(started.err()).toContain('HOLDALL_ADMIN_EMAIL and HOLDALL_ADMIN_PASSWORD belong together')
  })

  test('a second one on the same data folder ends with a message and changes nothing in it', async () => {
    const first = start({})
    await first.ready()
    const form = join(place.dataDir, 'tmp', 'a-form-under-way')
    await mkdir(join(place.dataDir, 'tmp'), { recursive: true })
    await writeFile(form, 'bytes')
    const second = start({})
    expect(await second.ended).toBe(1)
    expect([second.out(), second.err()]).toEqual([
      '',
      `Another Holdall is running on the data folder ${place.dataDir}. Stop it first, or set HOLDALL_DATA_DIR.\n`,
    ])
    expect(await readFile(form, 'utf8')).toBe('bytes')
    first.child.kill('SIGKILL')
    await first.ended
    await start({}).ready()
  })

  test('creates private files in a data folder that everybody may read', async () => {
    await chmod(place.dataDir, 0o755)
    for (const name of ['blobs', 'mails']) await mkdir(join(place.dataDir, name), { mode: 0o755 })
    await writeFile(join(place.dataDir, 'config.json'), '{}', { mode: 0o644 })
    const started = start({ HOLDALL_ADMIN_EMAIL: 'a@example.com', HOLDALL_ADMIN_PASSWORD: 'correct horse' })
    const address = await started.ready()
    const signIn = await fetch(new URL('/login', address), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'a@example.com', password: 'correct horse' }),
    })
    const cookie = signIn.headers.getSetCookie()[0]!.split(';')[0]!
    const form = new FormData()
    form.append('file', new Blob(['some bytes']), 'a.txt')
    form.append('name', 'a.txt')
    const upload = await fetch(new URL('/api/upload', address), { method: 'POST', headers: { cookie }, body: form })
    expect(upload.status).toBe(201)
    const open: string[] = []
    for (const name of await readdir(place.dataDir, { recursive: true })) {
      // The builds that every visitor gets have the mode of their originals.
      if (name.startsWith('ui/builds/') || name.startsWith('ui/shell/')) continue
      // A form's file may be removed meanwhile.
      const found = await stat(join(place.dataDir, name)).catch(() => null)
      if (found && (found.mode & 0o077) !== 0) open.push(name)
    }
    expect(open).toEqual([])
  })

  test.each([
    ['a folder that cannot be written', () => Promise.resolve('/proc')],
    [
      'a folder for content that cannot be written',
      async () => {
        await writeFile(join(place.dataDir, 'blobs'), 'a file where a folder should be')
        return place.dataDir
      },
    ],
  ])('is never ready on %s', async (_what, prepare) => {
    const folder = await prepare()
    const started = start({ HOLDALL_DATA_DIR: folder })
    expect(await started.ended).toBe(1)
    expect(started.out()).toBe('')
    expect(started.err()).toMatch(new RegExp(`^The data folder ${folder} cannot be written: .+\\n$`))
  })

  test('has sixteen threads for files, so that a slow disk does not block everybody, or as many as configured', async () => {
    const threads = async (env: Record<string, string>) => {
      const { child, ready } = start({ HOLDALL_HOST: '127.0.0.1', ...env })
      expect((await fetch(new URL('/readyz', await ready()))).status).toBe(200)
      return (await readdir(`/proc/${child.pid}/task`)).length
    }
    expect(
      (await threads({})) -
        (await threads({ UV_THREADPOOL_SIZE: '5', HOLDALL_DATA_DIR: join(place.dataDir, 'other') })),
    ).toBe(11)
  })

  test.each(['192.0.2.1', 'nowhere.invalid'])('ends with a message where it cannot listen on %s', async (host) => {
    const started = start({ HOLDALL_HOST: host })
    expect(await started.ended).toBe(1)
    expect(started.err()).toMatch(/^HOLDALL_HOST names no address of this machine \(.+\)\.\n$/)
  })
})
