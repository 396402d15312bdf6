import type { Endpoint } from '@holdall/api'
import type { InjectOptions } from 'fastify'
import { type Answer, type Client, createClient, formOf } from '../client.ts'
import type { TestApp } from '../test-app.ts'
import type { AccessEntry, Given } from './entry.ts'

export type Cookies = Readonly<Record<string, string>>

/** An endpoint with what the table says about it. */
export interface TestedEndpoint {
  readonly endpoint: Endpoint
  readonly entry: AccessEntry
}

/** A client with an IP address of its own, and these cookies. */
export function clientOf({ app }: TestApp, cookies: Cookies): Client {
  const client = createClient(app)
  for (const [name, value] of Object.entries(cookies)) client.cookies.set(name, value)
  return client
}

/** The file of a call that takes one. */
function fileOf({ takes, image }: Endpoint) {
  const bytes = Buffer.from('x')
  if (image) return formOf([[image.field, bytes]])
  return takes === 'upload' && { payload: bytes, headers: { 'content-type': 'application/octet-stream' } }
}

/** How many ways there are to send a call: by its method and, where a form cannot send that, by POST with `_method`. */
export const waysOf = ({ method }: Pick<Endpoint, 'method'>): number => (['GET', 'POST'].includes(method) ? 1 : 2)

/** A valid call, in each of the ways to send it. */
export function requestsOf({ endpoint, entry }: TestedEndpoint, given: Given, extra: Cookies = {}): InjectOptions[] {
  const { params = {}, query = {}, body, headers } = entry.call(given)
  const url = endpoint.path.replace(/:(\w+)/g, (_, name: string) => params[name]!)
  const sent = fileOf(endpoint)
  const call = { url, query, headers: { ...headers, ...extra } }
  const direct: InjectOptions = {
    ...call,
    method: endpoint.method,
    ...(body && { payload: body }),
    ...(sent && { payload: sent.payload, headers: { ...call.headers, ...sent.headers } }),
  }
  if (waysOf(endpoint) === 1) return [direct]
  return [direct, { ...call, method: 'POST', payload: { ...body, _method: endpoint.method.toLowerCase() } }]
}

/** Of the handlers that are replaced: they answer who has reached them. */
export const reachedBy = (kind: string) => `reached by ${kind}`

/** `ok`, an error code or, for an answer without any, its status. */
export function codeOf({ status, body }: Answer): string {
  const code = (body as { code?: string } | undefined)?.code
  if (code?.startsWith(reachedBy(''))) return 'ok'
  return code ?? (status < 400 ? 'ok' : String(status))
}

interface Sent {
  readonly given: Given
  readonly cookies?: Cookies
  readonly headers?: Cookies
}

/** The answer to a call, or the different ones where they differ by the way to send it. */
export async function answerTo(
  app: TestApp,
  tested: TestedEndpoint,
  { given, cookies = {}, headers = {} }: Sent,
  read: (answer: Answer) => string = codeOf,
): Promise<string> {
  const found = new Set<string>()
  for (const request of requestsOf(tested, given, headers)) {
    found.add(read(await clientOf(app, cookies).request(request)))
  }
  return [...found].join(', ')
}
