import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Answers = Readonly<Record<string, (response: ServerResponse, request: IncomingMessage) => void>>

/** A server that remote uploads fetch from. */
export interface FileServer {
  /** `http://127.0.0.1:1234`. */
  readonly origin: string
  /** `127.0.0.1:1234`, for an allowance. */
  readonly authority: string
  readonly port: number
  readonly requests: readonly IncomingMessage[]
  /** Connections that are open. */
  connections(): Promise<number>
  close(): Promise<void>
}

/** Answers by path; any other path is 404. */
export async function fileServer(answers: Answers, host = '127.0.0.1', port = 0): Promise<FileServer> {
  const requests: IncomingMessage[] = []
  const listener: RequestListener = (request, response) => {
    requests.push(request)
    const answer = answers[(request.url ?? '').split('?', 1)[0]!]
    if (answer) answer(response, request)
    else response.writeHead(404).end('nothing here')
  }
  const server = createServer(listener)
  server.listen(port, host)
  await once(server, 'listening')
  const { port: bound } = server.address() as AddressInfo
  return {
    origin: `http://${host}:${bound}`,
    authority: `${host}:${bound}`,
    port: bound,
    requests,
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

/** Answers with these bytes and their length. */
export const bytesOf =
  (bytes: Buffer | string, headers: Readonly<Record<string, string>> = {}) =>
  (response: ServerResponse): void =>
    void response.writeHead(200, { 'content-length': Buffer.byteLength(bytes), ...headers }).end(bytes)

export const redirectTo =
  (location: string, status = 302) =>
  (response: ServerResponse): void =>
    void response.writeHead(status, { location }).end()
