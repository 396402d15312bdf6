import type { Endpoint } from '@holdall/api'
import { endpoints } from '@holdall/api/table'
import fc, { type Arbitrary } from 'fast-check'
import { arbitraryOf, hostileValue } from './schema-arbitrary.ts'

export interface FuzzRequest {
  /** The endpoint that was meant, or the case of the corpus. */
  readonly name: string
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly payload?: string
}

type Fields = Readonly<Record<string, unknown>>

const json = { 'content-type': 'application/json' }
const form = { 'content-type': 'application/x-www-form-urlencoded' }
const multipart = { 'content-type': 'multipart/form-data; boundary=fuzz' }
const octets = { 'content-type': 'application/octet-stream' }

const asText = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))
/** Like `encodeURIComponent`, for any text: half a surrogate pair becomes bytes that no decoder accepts. */
const encoded = (text: string) => {
  try {
    return encodeURIComponent(text)
  } catch {
    return '%ED%A0%80'
  }
}
const pairs = (fields: Fields) =>
  Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${encoded(name)}=${encoded(asText(value))}`)
    .join('&')

export function multipartOf(fields: Fields, file: string | null, isFileFirst = false, fileField = 'file'): string {
  const texts = Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `--fuzz\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${asText(value)}\r\n`)
  const part =
    file === null
      ? []
      : [`--fuzz\r\ncontent-disposition: form-data; name="${fileField}"; filename="fuzz.bin"\r\n\r\n${file}\r\n`]
  return `${(isFileFirst ? [...part, ...texts] : [...texts, ...part]).join('')}--fuzz--\r\n`
}

/** The body in one of the ways that a client may send it; wrong ones are among them. */
function bodyOf(
  { takes, image, method }: Endpoint,
  fields: Fields,
  how: number,
  content: string,
): Pick<FuzzRequest, 'headers' | 'payload'> & { readonly query?: string } {
  if (method === 'GET') return { headers: {} }
  if (takes === 'upload') {
    if (how < 4) return { headers: octets, payload: content, query: pairs(fields) }
    if (how < 9) return { headers: multipart, payload: multipartOf(fields, how === 8 ? null : content, how % 2 === 0) }
  }
  if (image && how < 8) {
    return {
      headers: multipart,
      payload: multipartOf(fields, content, how % 2 === 0, how === 7 ? 'file' : image.field),
    }
  }
  const text = JSON.stringify(fields)
  if (how < 7) return { headers: json, payload: text }
  if (how === 7) return { headers: form, payload: pairs(fields) }
  if (how === 8) return { headers: json, payload: text.slice(0, -2) }
  return { headers: { 'content-type': content.replace(/[^\x21-\x7e]/g, '') || 'x' }, payload: text }
}

function pathOf({ path }: Endpoint, params: Fields, spelling: number): string {
  const plain = path.replace(/:(\w+)/g, (_, name: string) => encoded(asText(params[name])))
  if (spelling === 0) return plain.replace('/', '//')
  if (spelling === 1) return plain.replace(/[a-z](?=[a-z]*\/)/, (c) => `%${c.charCodeAt(0).toString(16)}`)
  if (spelling === 2) return `${plain}/`
  if (spelling === 3) return `${plain}%00`
  return plain
}

const header: Arbitrary<Readonly<Record<string, string>>> = fc.oneof(
  { weight: 6, arbitrary: fc.constant({}) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Readonly<Record<string, string>>>(
      { range: 'bytes=0-' },
      { range: 'bytes=-1,5-2,99999999999999999999-' },
      { 'if-none-match': `"${'x'.repeat(3000)}"` },
      { 'if-range': 'Thu, 99 Foo 2026' },
      { 'if-modified-since': 'never' },
      { accept: 'text/html' },
      { 'accept-encoding': 'br;q=0, gzip;q=zero, *' },
      { 'accept-language': ',;q=,*-*' },
      { 'x-forwarded-for': '::ffff:1.2.3.4, , nonsense' },
      { 'x-forwarded-host': 'evil.example/@x' },
      { 'x-forwarded-proto': 'gopher' },
      { host: '[::1' },
      { host: '' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { expect: '200-maybe' },
      { 'x-holdall-setup-key': 'x' },
    ),
  },
)

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']

function requestOf(endpoint: Endpoint): Arbitrary<FuzzRequest> {
  const part = (schema: Endpoint['body']) => arbitraryOf(schema) as Arbitrary<Fields>
  return fc
    .record({
      params: part(endpoint.params),
      query: part(endpoint.query),
      body: part(endpoint.body),
      hostile: fc.option(fc.record({ at: fc.nat(), value: hostileValue, where: fc.nat(5) }), { freq: 2 }),
      how: fc.nat(9),
      spelling: fc.nat(40),
      isTunnelled: fc.boolean(),
      method: fc.oneof({ weight: 19, arbitrary: fc.constant(null) }, fc.constantFrom(...methods)),
      header,
      content: fc.oneof(
        fc.string({ unit: 'binary', maxLength: 200 }),
        fc.constantFrom('', '<!---->'.repeat(40) + 'x', '%PDF-1.7', '\x89PNG\r\n\x1a\n', 'x'.repeat(70_000)),
      ),
    })
    .map((r) => {
      let { params, query, body } = r
      if (r.hostile) {
        const { at, value, where } = r.hostile
        const put = (fields: Fields): Fields => {
          const names = [...Object.keys(fields), 'unknown', '_method']
          return { ...fields, [names[at % names.length]!]: value }
        }
        if (where === 0) params = put(params)
        else if (where === 1) query = put(query)
        else if (where === 2) body = value as Fields
        else body = put(body)
      }
      let method = r.method ?? endpoint.method
      if (r.isTunnelled && method === endpoint.method && !['GET', 'POST'].includes(method)) {
        if (typeof body === 'object' && body !== null && !Array.isArray(body)) body = { _method: method, ...body }
        method = 'POST'
      }
      const sent = bodyOf(endpoint, body ?? {}, r.how, r.content)
      const search = [pairs(query), sent.query ?? ''].filter(Boolean).join('&')
      return {
        name: endpoint.id,
        method,
        url: pathOf(endpoint, params, r.spelling) + (search && `?${search}`),
        headers: { ...sent.headers, ...r.header },
        ...(sent.payload !== undefined && method !== 'GET' && method !== 'HEAD' && { payload: sent.payload }),
      }
    })
}

/** The same requests for the same seed, as many for each endpoint. */
export function generateRequests(count: number, seed: number): FuzzRequest[] {
  return fc.sample(fc.oneof(...endpoints.map(requestOf)), { numRuns: count, seed })
}
