import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { second } from '../clock.ts'
import { limitMemory } from './limit-process.ts'
import type { RenderAnswer } from './render-messages.ts'

const MiB = 1024 * 1024

export interface RenderLimits {
  /** For one image. */
  readonly timeoutMs: number
  /** For the first attempt at one, where a second one follows. */
  readonly firstTimeoutMs: number
  /** Resident memory of the process. */
  readonly memoryBytes: number
  /** The process is ended when it has had nothing to do for this long. */
  readonly idleMs: number
}

export const renderLimits: RenderLimits = {
  timeoutMs: 20 * second,
  firstTimeoutMs: 3 * second,
  memoryBytes: 768 * MiB,
  idleMs: 30 * second,
}

/** The modules of the program: not its root, where the data folder may be. */
const programPaths = [
  '../../',
  '../../../package.json',
  '../../../node_modules/',
  '../../../../node_modules/',
  '../../../../packages/',
].map((path) => fileURLToPath(new URL(path, import.meta.url)))

const START_TIMEOUT_MS = 30 * second
const MAX_HEAP_MIB = 384

export type Rendered<Result> = Result | null | 'interrupted' | 'timed-out'

export interface Renderer<Request, Result> {
  /**
   * Null where the content gives no image, and where its decoder crashed or used too much memory; `timed-out` where it
   * took too long. `interrupted` where another attempt may succeed: the process had rendered other files, whose memory
   * may be the cause, or the first attempt has less time. The last attempt is in a new process. Rejects when aborted, and
   * when the process cannot be started. One at a time.
   */
  render(request: Request, signal: AbortSignal, isLastAttempt: boolean): Promise<Rendered<Result>>
  close(): void
}

interface Waiting<Result> {
  readonly of: ChildProcess
  answer(answer: RenderAnswer<Result>): void
  /** The process has ended. */
  end(error: Error): void
}

interface Process {
  readonly child: ChildProcess
  readonly ready: Promise<unknown>
}

class RenderTimeout extends Error {}

/**
 * Renders in a process of its own, which is started when needed: whatever a file does to a decoder ends only that.
 * `worker`: the module that answers the requests. `readable`: folders with the files that its JavaScript reads; native
 * decoders are not limited by the permissions.
 */
export function createRenderer<Request extends object, Result>(
  worker: URL,
  limits: RenderLimits,
  readable: readonly string[] = [],
): Renderer<Request, Result> {
  let current: Process | undefined
  let waiting: Waiting<Result> | undefined
  let idle: NodeJS.Timeout | undefined

  function start(): Process {
    const child = fork(fileURLToPath(worker), {
      // What its JavaScript does not need is not permitted: reading other files, writing files, and starting processes and
      // threads.
      execArgv: [
        `--max-old-space-size=${String(MAX_HEAP_MIB)}`,
        '--permission',
        '--allow-addons',
        ...[...programPaths, ...readable.map((path) => join(path, '/'))].map((path) => `--allow-fs-read=${path}`),
        '--disable-warning=SecurityWarning',
      ],
      // No secrets of the server. More arenas would keep more freed memory.
      env: { NODE_ENV: 'production', MALLOC_ARENA_MAX: '2' },
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    const stopChecks = limitMemory(child, limits.memoryBytes)
    const end = (error: Error) => {
      stopChecks()
      if (current?.child === child) current = undefined
      if (waiting?.of === child) waiting.end(error)
    }
    child.on('message', (answer: RenderAnswer<Result>) => waiting?.of === child && waiting.answer(answer))
    child.on('error', end)
    child.on('exit', () => end(new Error('The process that renders images ended.')))
    current = { child, ready: expectAnswer(child, START_TIMEOUT_MS) }
    return current
  }

  /** The next answer of the process. It is killed when that takes too long. */
  function expectAnswer(child: ChildProcess, timeoutMs: number, signal?: AbortSignal) {
    return new Promise<RenderAnswer<Result>>((resolve, reject) => {
      let isTimedOut = false
      const kill = () => child.kill('SIGKILL')
      const timer = setTimeout(() => {
        isTimedOut = true
        kill()
      }, timeoutMs)
      signal?.addEventListener('abort', kill, { once: true })
      const settle = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', kill)
        waiting = undefined
      }
      waiting = {
        of: child,
        answer: (answer) => (settle(), resolve(answer)),
        end: (error) => (settle(), reject(isTimedOut ? new RenderTimeout(error.message) : error)),
      }
    })
  }

  /** Undefined when the process ended without an answer, and was not killed because of its time. */
  async function renderIn({ child, ready }: Process, request: Request, signal: AbortSignal, isLastAttempt: boolean) {
    await ready
    signal.throwIfAborted()
    const answered = expectAnswer(child, isLastAttempt ? limits.timeoutMs : limits.firstTimeoutMs, signal)
    child.send(request, () => undefined)
    const answer = await answered.catch((error: unknown) => (error instanceof RenderTimeout ? 'timed-out' : undefined))
    signal.throwIfAborted()
    return answer
  }

  async function renderNext(request: Request, signal: AbortSignal, isLastAttempt: boolean): Promise<Rendered<Result>> {
    signal.throwIfAborted()
    clearTimeout(idle)
    try {
      if (isLastAttempt) close()
      const isNew = current === undefined
      const answer = await renderIn(current ?? start(), request, signal, isLastAttempt)
      if (typeof answer === 'object') return answer.is === 'done' ? answer.result : null
      // Not tried again here: the files that wait would wait twice as long.
      const hasMoreTime = answer === 'timed-out' && !isLastAttempt && limits.firstTimeoutMs < limits.timeoutMs
      return !isNew || hasMoreTime ? 'interrupted' : (answer ?? null)
    } finally {
      idle = setTimeout(close, limits.idleMs).unref()
    }
  }

  function close() {
    clearTimeout(idle)
    current?.child.kill('SIGKILL')
    current = undefined
  }

  let last: Promise<unknown> = Promise.resolve()
  return {
    render(request, signal, isLastAttempt) {
      const result = last.then(() => renderNext(request, signal, isLastAttempt))
      last = result.catch(() => undefined)
      return result
    },
    close,
  }
}
