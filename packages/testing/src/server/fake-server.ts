import type { Endpoint, Output, Parsed } from '@holdall/api'
import axios, {
  type AxiosInstance,
  AxiosError,
  type AxiosResponse,
  CanceledError,
  type InternalAxiosRequestConfig,
} from 'axios'
import { matchEndpoint } from './match-endpoint.ts'
import { issuesOf, readInput } from './parse-input.ts'
import { Refusal, refuse } from './refuse.ts'

/** What a call has besides its parsed input. */
export interface CallDetail {
  /** The raw body of an upload, or the image of a form. */
  readonly bytes: Blob | null
  readonly signal: AbortSignal | null
}
export type Handler<E extends Endpoint> = (
  input: Parsed<E>,
  detail: CallDetail,
) => Output<E> | Refusal | Promise<Output<E> | Refusal>

/** A call that the server received. */
export interface RecordedCall {
  readonly id: string
  readonly input: Parsed<Endpoint>
}

export interface FakeServer {
  /** Sets the handler of an endpoint, or its answer. A handler returns `refuse(…)` to fail the call. */
  on<E extends Endpoint>(endpoint: E, handler: Handler<E> | Output<E>): FakeServer
  /** The same, but keeps a handler that is set already. */
  onDefault<E extends Endpoint>(endpoint: E, handler: Handler<E> | Output<E>): FakeServer
  /** Valid calls of this endpoint, oldest first. */
  callsOf<E extends Endpoint>(endpoint: E): readonly Parsed<E>[]
  readonly calls: readonly RecordedCall[]
  /** The transport for `configureApi` or `createApiClient`. */
  readonly http: AxiosInstance
  /**
   * Mistakes of the test, which fail it unless they are taken: calls without a handler, answers that do not match their
   * schema. Empties the list.
   */
  takeMistakes(): readonly string[]
}

const servers = new Set<FakeServer>()

// A mistake fails the test even where the code under test swallows the error of its call.
afterEach(() => {
  const mistakes = [...servers].flatMap((server) => server.takeMistakes())
  if (mistakes.length > 0) throw new Error(`The fake server was misused:\n- ${mistakes.join('\n- ')}`)
})

/** A server made from the endpoint table, which checks requests and the answers of handlers by the schemas. */
export function fakeServer(): FakeServer {
  const handlers = new Map<string, Handler<Endpoint>>()
  const calls: RecordedCall[] = []
  let mistakes: string[] = []

  const answer = async (config: InternalAxiosRequestConfig): Promise<{ status: number; body: unknown }> => {
    const method = config.method ?? 'get'
    const path = config.url ?? ''
    const fail = (mistake: string) => {
      mistakes.push(mistake)
      return asAnswer(refuse('internal', { message: mistake }))
    }
    const matched = matchEndpoint(method, path)
    if (!matched) return fail(`${method.toUpperCase()} ${path} is not in the endpoint table.`)
    const { endpoint } = matched
    const { input, issues } = readInput(matched, config)
    if (!input) return asAnswer(refuse('validation', { message: 'The given data was invalid.', errors: issues }))
    calls.push({ id: endpoint.id, input })
    const handler = handlers.get(endpoint.id)
    if (!handler) return fail(`There is no handler for ${endpoint.id} (${endpoint.method} ${endpoint.path}).`)
    const bytes = bytesOf(endpoint, config.data)
    const output = await handler(input, { bytes, signal: (config.signal as AbortSignal | undefined) ?? null })
    if (output instanceof Refusal) return asAnswer(output)
    if (endpoint.answers !== 'json') return { status: endpoint.status, body: '' }
    const checked = checkOutput(endpoint, output)
    return checked === null
      ? { status: endpoint.status, body: output }
      : fail(`The answer to ${endpoint.id} is not what the table says: ${checked}`)
  }

  const http = axios.create({
    adapter: async (config) => {
      // All bytes are sent before the answer comes.
      const size = config.data instanceof Blob ? config.data.size : 0
      config.onUploadProgress?.({ loaded: size, total: size, bytes: size, lengthComputable: true })
      const { status, body } = await withAbort(answer(config), config)
      const response: AxiosResponse = { status, statusText: '', headers: {}, config, data: body }
      if (status >= 400) throw new AxiosError('refused', 'ERR_BAD_REQUEST', config, null, response)
      return response
    },
  })

  const server: FakeServer = {
    http,
    calls,
    on(endpoint, handler) {
      const run = typeof handler === 'function' ? handler : () => handler
      handlers.set(endpoint.id, run as unknown as Handler<Endpoint>)
      return server
    },
    onDefault: (endpoint, handler) => (handlers.has(endpoint.id) ? server : server.on(endpoint, handler)),
    callsOf: (endpoint) => calls.filter(({ id }) => id === endpoint.id).map(({ input }) => input as never),
    takeMistakes() {
      const taken = mistakes
      mistakes = []
      return taken
    },
  }
  servers.add(server)
  return server
}

function bytesOf({ image }: Endpoint, data: unknown): Blob | null {
  const sent = image && data instanceof FormData ? data.get(image.field) : data
  return sent instanceof Blob ? sent : null
}

function asAnswer(refusal: Refusal) {
  return { status: refusal.status, body: refusal.body as unknown }
}

function checkOutput(endpoint: Endpoint, output: unknown): string | null {
  const issues = issuesOf(endpoint.response, output)
  return issues.length === 0 ? null : issues.map(({ field, message }) => `${field}: ${message}`).join('; ')
}

/** Rejects like a real transport when the caller aborts. */
function withAbort<T>(work: Promise<T>, config: InternalAxiosRequestConfig): Promise<T> {
  const signal = config.signal as AbortSignal | undefined
  if (!signal) return work
  return new Promise((resolve, reject) => {
    const abort = () => {
      reject(new CanceledError('canceled', config))
    }
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    work.then(resolve, reject)
  })
}
