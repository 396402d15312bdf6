import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { compileCache } from './killed-process.ts'

const running: ChildProcess[] = []

/** For `afterEach`, in the test file: this module is loaded once for several of them. */
export function endServers(): void {
  for (const child of running.splice(0)) child.kill('SIGKILL')
}

export interface StartedServer {
  readonly child: ChildProcess
  readonly out: () => string
  readonly err: () => string
  /** The exit code. */
  readonly ended: Promise<number | null>
  /** Resolves to the address in the ready line, also where that was printed before. */
  ready(): Promise<string>
}

/** Starts the server in a process of its own, with these variables and on a free port. */
export function startServer(env: Readonly<Record<string, string>>): StartedServer {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../main.mjs')], {
    env: { PATH: process.env['PATH'], HOLDALL_PORT: '0', NODE_COMPILE_CACHE: compileCache, ...env },
  })
  running.push(child)
  let out = ''
  let err = ''
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()))
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const ready = new Promise<string>((resolve, reject) => {
    child.stdout.on('data', () => {
      const [, address] = /(http:\S+)\n/.exec(out) ?? []
      if (address !== undefined) resolve(address)
    })
    void ended.then(() => reject(new Error(`ended: ${err}`)))
  })
  // Many tests do not wait for it.
  ready.catch(() => undefined)
  return {
    child,
    out: () => out,
    err: () => err,
    ended,
    ready: () => ready,
  }
}
