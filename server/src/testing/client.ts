import { randomInt } from 'node:crypto'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'

export interface Answer {
  readonly status: number
  /** Parsed JSON; undefined for other answers. */
  readonly body: any // eslint-disable-line typescript/no-explicit-any -- tests look into answers freely
  readonly raw: LightMyRequestResponse
}

/** An HTTP client that keeps cookies and has an IP address of its own. */
export interface Client {
  readonly cookies: Map<string, string>
  readonly address: string
  request(options: InjectOptions): Promise<Answer>
  get(url: string, headers?: Record<string, string>): Promise<Answer>
  post(url: string, payload?: object, headers?: Record<string, string>): Promise<Answer>
  patch(url: string, payload?: object): Promise<Answer>
  delete(url: string, payload?: object): Promise<Answer>
  /** Multipart: texts are fields, buffers are files, in this order. */
  form(url: string, fields: FormFields): Promise<Answer>
  /** A raw body with its fields in the query. */
  raw(url: string, fields: Readonly<Record<string, string | number>>, bytes: Buffer): Promise<Answer>
}

type FormFields = readonly (readonly [string, string | Buffer])[]

/** The header and the body of a multipart form. */
export function formOf(fields: FormFields): Required<Pick<InjectOptions, 'payload'>> & {
  readonly headers: Readonly<Record<string, string>>
} {
  const boundary = 'holdall-test-boundary'
  const parts = fields.flatMap(([name, value]) => {
    const file = typeof value === 'string' ? '' : `; filename="chunk.part"\r\ncontent-type: application/octet-stream`
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${file}\r\n\r\n`
    return [Buffer.from(head), Buffer.from(value as string), Buffer.from('\r\n')]
  })
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]),
  }
}

/** Each client has another one: throttles count by address. */
let lastAddress = randomInt(2 ** 24)
function nextAddress(): string {
  lastAddress = (lastAddress + 1) % 2 ** 24
  return `10.${lastAddress >> 16}.${(lastAddress >> 8) & 255}.${lastAddress & 255}`
}

export function createClient(app: FastifyInstance, address = nextAddress()): Client {
  const cookies = new Map<string, string>()

  async function request(options: InjectOptions): Promise<Answer> {
    const raw = await app.inject({
      remoteAddress: address,
      ...options,
      cookies: Object.fromEntries(cookies),
    })
    for (const cookie of raw.cookies) {
      if (cookie.value === '' || cookie.maxAge === 0) cookies.delete(cookie.name)
      else cookies.set(cookie.name, cookie.value)
    }
    const isJson = String(raw.headers['content-type'] ?? '').startsWith('application/json')
    return { status: raw.statusCode, body: isJson && raw.body ? raw.json() : undefined, raw }
  }

  const withBody =
    (method: 'POST' | 'PATCH' | 'DELETE') =>
    (url: string, payload?: object, headers = {}) =>
      request({ method, url, headers, ...(payload && { payload }) })

  return {
    cookies,
    address,
    request,
    get: (url, headers = {}) => request({ method: 'GET', url, headers }),
    post: withBody('POST'),
    patch: withBody('PATCH'),
    delete: withBody('DELETE'),
    form: (url, fields) => request({ method: 'POST', url, ...formOf(fields) }),
    raw: (url, fields, bytes) =>
      request({
        method: 'POST',
        url,
        query: Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)])),
        headers: { 'content-type': 'application/octet-stream' },
        payload: bytes,
      }),
  }
}
