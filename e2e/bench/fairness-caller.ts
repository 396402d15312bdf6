import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

const password = 'correct horse battery'

/** Calls a server as one account or visitor, from an address of its own. */
export interface Caller {
  readonly email: string
  /** The value of its `cookie` header. */
  cookie(): string
  get(path: string): Promise<Answered>
  post(path: string, body: object): Promise<Answered>
  /** Uploads a whole file; `path` is the endpoint. */
  put(name: string, bytes: Buffer | string, path?: string): Promise<Answered>
  /** Signs in again, as from the same browser; the status. */
  signIn(): Promise<number>
}

export interface Answered {
  readonly status: number
  readonly bytes: number
  readonly body: { readonly data?: unknown; readonly code?: string } | null
}

let callers = 0
/** Keeps cookies, as a browser does. */
export function visitor(url: string, email = ''): Caller {
  callers += 1
  const address = `10.1.${String(callers >> 8)}.${String(callers & 255)}`
  const cookies = new Map<string, string>()
  const cookie = () => [...cookies].map((pair) => pair.join('=')).join('; ')
  async function call(path: string, method: string, type: string, body?: BodyInit): Promise<Answered> {
    const headers = { 'x-forwarded-for': address, cookie: cookie(), ...(type && { 'content-type': type }) }
    const answer = await fetch(url + path, { method, headers, ...(body !== undefined && { body }) })
    for (const pair of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = pair.split(';', 1)[0]?.split('=', 2) ?? []
      cookies.set(name, value)
    }
    const text = await answer.text()
    const isJson = answer.headers.get('content-type')?.startsWith('application/json') ?? false
    const bytes = Buffer.byteLength(text)
    return { status: answer.status, bytes, body: isJson ? (JSON.parse(text) as Answered['body']) : null }
  }
  const post = (path: string, body: object) => call(path, 'POST', 'application/json', JSON.stringify(body))
  return {
    email,
    cookie,
    get: (path) => call(path, 'GET', ''),
    post,
    put(name, bytes, path = '/api/upload/chunks') {
      const buffer = Buffer.from(bytes as string)
      const fields = { name, upload_id: randomUUID(), offset: '0', size: String(buffer.length) }
      const query = new URLSearchParams(fields).toString()
      return call(`${path}${path.includes('?') ? '&' : '?'}${query}`, 'POST', 'application/octet-stream', buffer)
    },
    async signIn() {
      return (await post('/login', { email, password })).status
    },
  }
}

/** Tries a password that is wrong, from a new address each time. */
export async function guess(url: string, email: string): Promise<number> {
  return (await visitor(url).post('/login', { email, password: 'not this one' })).status
}

/** A new account, signed in. */
export async function account(url: string, name: string): Promise<Caller> {
  const by = visitor(url, `${name}-${randomUUID()}@holdall.test`)
  const form = { name, email: by.email, password, password_confirmation: password }
  const { status } = await by.post('/api/register', form)
  if (status !== 201 || by.cookie() === '') throw new Error(`Sign-up answered ${String(status)}.`)
  return by
}

/** The resource of an answer. */
export function resource(answer: Answered): { readonly id: string; readonly attributes: Record<string, unknown> } {
  if (answer.status >= 300) throw new Error(`A call answered ${String(answer.status)} ${answer.body?.code ?? ''}.`)
  return answer.body?.data as ReturnType<typeof resource>
}

export const createFolder = async (by: Caller, name: string, parentId: string | null = null): Promise<string> =>
  resource(await by.post('/api/create-folder', { name, parent_id: parentId })).id

export const allOf = (parentId: string) => ({ parent_id: parentId, all: true, except: [] })

/** The longest of the calls that run one after the other until `work` has ended, in milliseconds, and how many they were. */
export async function longestBeside(
  work: Promise<unknown>,
  call: () => Promise<unknown>,
): Promise<{ readonly longestMs: number; readonly count: number }> {
  const ended = new AbortController()
  const guarded = work.finally(() => {
    ended.abort()
  })
  let [longestMs, count] = [0, 0]
  do {
    const from = performance.now()
    await call()
    longestMs = Math.max(longestMs, performance.now() - from)
    count += 1
    await sleep(20)
  } while (!ended.signal.aborted)
  await guarded
  return { longestMs, count }
}
