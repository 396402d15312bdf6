import { once } from 'node:events'
import { createServer, type IncomingMessage, request as forward, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * What happens to a request: an error of the server, a connection that is cut after so many bytes of the request or of the
 * answer, an answer that is lost after the server has acted, one that never comes, or a server that ignores ranges.
 */
export type Fault =
  | { readonly kind: 'status'; readonly status: number; readonly code?: string }
  | { readonly kind: 'cut-request'; readonly afterBytes: number }
  | { readonly kind: 'cut-answer'; readonly afterBytes: number }
  | { readonly kind: 'lose-answer' }
  | { readonly kind: 'hang' }
  | { readonly kind: 'no-ranges' }

/** Chooses by method and address, with its query. */
type Chooser = (request: Pick<IncomingMessage, 'method' | 'url'>) => Fault | undefined

export interface FaultProxy {
  readonly endpoint: string
  /** Method and path with query of all requests so far. */
  readonly requests: readonly string[]
  /** Replaces what happens to requests; without an argument nothing does. */
  fail(choose?: Chooser): void
  /** Connections of clients that are open. */
  connections(): Promise<number>
  close(): Promise<void>
}

/** A proxy before an HTTP server that lets requests fail. */
export async function faultProxy(target: string): Promise<FaultProxy> {
  let choose: Chooser = () => undefined
  const requests: string[] = []
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`)
    response.on('error', () => undefined)
    request.on('error', () => undefined)
    answer(target, request, response, choose(request))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    fail: (next = () => undefined) => void (choose = next),
    connections: () =>
      new Promise((resolve, reject) =>
        server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
      ),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function answer(target: string, request: IncomingMessage, response: ServerResponse, fault: Fault | undefined): void {
  if (fault?.kind === 'status') {
    request.resume()
    const code = fault.code ?? 'SlowDown'
    response.writeHead(fault.status, { 'content-type': 'application/xml' })
    response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>by the test</Message></Error>`)
    return
  }
  if (fault?.kind === 'hang') return void request.resume()
  if (fault?.kind === 'cut-request') {
    let received = 0
    request.on('data', (bytes: Buffer) => {
      received += bytes.length
      if (received >= fault.afterBytes) request.destroy()
    })
    request.on('end', () => request.destroy())
    return
  }
  const { method, headers } = request
  const sent = forward(`${target}${request.url}`, { method, headers, agent: false })
  sent.on('error', () => response.destroy())
  sent.on('response', (received) => {
    received.on('error', () => response.destroy())
    if (fault?.kind === 'lose-answer') {
      received.resume()
      received.on('end', () => response.destroy())
      return
    }
    if (fault?.kind === 'no-ranges') {
      // The range is signed, so that the server gets it. What tells a reader is the status.
      const { 'content-range': _, ...rest } = received.headers
      response.writeHead(200, rest)
    } else response.writeHead(received.statusCode ?? 500, received.headers)
    if (fault?.kind !== 'cut-answer') return void received.pipe(response)
    let passed = 0
    received.on('data', (bytes: Buffer) => {
      const some = bytes.subarray(0, fault.afterBytes - passed)
      passed += some.length
      response.write(some)
      if (passed >= fault.afterBytes) {
        received.destroy()
        setImmediate(() => response.destroy())
      }
    })
    received.on('end', () => response.end())
  })
  request.pipe(sent)
}

/** Lets the first `times` requests fail that the pattern matches: `PUT` and the address, for example. */
export function failing(pattern: RegExp, fault: Fault, times = Number.POSITIVE_INFINITY): Chooser {
  let left = times
  return ({ method, url }) => (pattern.test(`${method} ${url}`) && left-- > 0 ? fault : undefined)
}
