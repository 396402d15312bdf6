import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../..')
const node = path.join(root, 'node_modules/node/bin/node')

export const admin = { email: 'admin@holdall.test', password: 'correct horse battery' }

export interface Holdall {
  /** `http://127.0.0.1:<port>` */
  readonly url: string
  /** The same server under a name that is not a secure context. */
  readonly lanUrl: string
  readonly dataDir: string
  readonly pid: number
  /** The ready line of the server. */
  readonly ready: string
  kill(signal?: NodeJS.Signals): Promise<void>
  /** Restarts on the same port and data, from another checkout if one is given. */
  restart(checkout?: string): Promise<void>
  stop(): Promise<void>
}

/** Starts the real server with its own data. `installed: false` leaves the setup wizard to the test. */
export async function startHoldall({
  installed = true,
  env = {},
}: { installed?: boolean; env?: Record<string, string> } = {}): Promise<Holdall> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'holdall-e2e-'))
  const port = await freePort()
  const variables = {
    ...process.env,
    HOLDALL_PORT: String(port),
    HOLDALL_DATA_DIR: dataDir,
    // The disk of the machine does not decide.
    HOLDALL_DISK_RESERVE: '0',
    ...(installed ? { HOLDALL_ADMIN_EMAIL: admin.email, HOLDALL_ADMIN_PASSWORD: admin.password } : {}),
    ...env,
  }
  let running = await start(variables, root)
  const kill = async (signal: NodeJS.Signals = 'SIGTERM') => {
    if (running.child.exitCode !== null || running.child.signalCode !== null) return
    const gone = new Promise((resolve) => running.child.once('exit', resolve))
    running.child.kill(signal)
    await gone
  }
  return {
    url: `http://127.0.0.1:${String(port)}`,
    lanUrl: `http://holdall.lan:${String(port)}`,
    dataDir,
    get pid() {
      return running.child.pid ?? 0
    },
    get ready() {
      return running.ready
    },
    kill,
    async restart(checkout = root) {
      await kill()
      running = await start(variables, checkout)
    },
    async stop() {
      await kill()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

function start(env: NodeJS.ProcessEnv, cwd: string): Promise<{ child: ChildProcess; ready: string }> {
  const child = spawn(node, ['--max-semi-space-size=8', '--expose-gc', 'server/src/main.mjs'], {
    cwd,
    env: { MALLOC_ARENA_MAX: '2', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  return new Promise((resolve, reject) => {
    let out = ''
    let errors = ''
    const timer = setTimeout(() => {
      reject(new Error(`The server did not get ready.\n${errors}`))
    }, 120_000)
    child.stderr.on('data', (data: Buffer) => {
      errors = (errors + data.toString()).slice(-20_000)
    })
    child.stdout.on('data', (data: Buffer) => {
      out += data.toString()
      const line = out.split('\n').find((one) => one.includes('Holdall is ready'))
      if (!line || !out.includes('\n')) return
      clearTimeout(timer)
      resolve({ child, ready: line })
    })
    child.once('exit', (code) => {
      clearTimeout(timer)
      reject(new Error(`The server ended with ${String(code)}.\n${errors}`))
    })
  })
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => {
        resolve(typeof address === 'object' && address ? address.port : 0)
      })
    })
  })
}
