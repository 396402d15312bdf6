/** A thread that answers every request with 20 MB, so that the thread under test does nothing but receive them. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parentPort } from 'node:worker_threads'

const bytes = Buffer.alloc(20_000_000, 7)
const server = createServer((_, response) => {
  response.writeHead(200, { 'content-length': bytes.length }).end(bytes)
})
server.listen(0, '127.0.0.1', () => parentPort?.postMessage((server.address() as AddressInfo).port))
