import { type ChildProcess, spawn } from 'node:child_process'
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
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
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
  it('ends with words and a code when its settings are wrong', async () => {
    const started = start({ HOLDALL_PORT: 'eighty' })
    expect(await started.ended).toBe(1)
    expect([started.out(), started.err()]).toEqual(['', 'HOLDALL_PORT must be a port, 0 to 65535.\n'])
  })

  it('ends with words and a code when the port is taken', async () => {
    const first = start({})
    const { port } = new URL(await first.ready())
    const second = start({ HOLDALL_PORT: port })
    expect(await second.ended).toBe(1)
    expect(second.err()).toContain('Another program listens on this address already')
  })

  it('ends with words and a code when the database cannot be reached', async () => {
    const started = start({ HOLDALL_DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing' })
    expect(await started.ended).toBe(1)
    expect(started.err()).toMatch(/^The database cannot be used: database: connection: .+\n$/)
  })

  it('prints one line with the address, that opens the wizard while nothing is installed, and closes when told to', async () => {
    const started = start({})
    const address = new URL(await started.ready())
    expect(started.out()).toMatch(/^Holdall is ready at http:\/\/127\.0\.0\.1:\d+\/install\?key=[\w-]{32}\n$/)
    const headers = { 'x-holdall-setup-key': address.searchParams.get('key')! }
    expect((await fetch(new URL('/api/setup/status', address), { headers })).status).toBe(200)
    started.child.kill('SIGTERM')
    expect(await started.ended).toBe(0)
    expect(started.err()).not.toContain(headers['x-holdall-setup-key'])
  })

  it('prints no key where the environment names the owner', async () => {
    const started = start({ HOLDALL_ADMIN_EMAIL: 'a@example.com', HOLDALL_ADMIN_PASSWORD: 'correct horse' })
    await started.ready()
    expect(started.out()).toMatch(/^Holdall is ready at http:\/\/127\.0\.0\.1:\d+\n$/)
  })
})
