import type { Endpoint } from '@holdall/api'
import type { InjectOptions } from 'fastify'
import { type Client, createClient, formOf } from '../../testing/client.ts'
import type { TestApp } from '../../testing/test-app.ts'
import { type Given, inputs } from './inputs.ts'

export type Cookies = Readonly<Record<string, string>>

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
export function requestsOf(endpoint: Endpoint, given: Given, extra: Cookies = {}): InjectOptions[] {
  const { params = {}, query = {}, body, headers } = inputs[endpoint.id]!(given)
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
