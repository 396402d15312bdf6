import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { defaultLimits } from '../infrastructure/http-limits.ts'
import { watchSender } from './slow-peers.ts'

test('a body that has arrived whole is not ended while the server works on its last bytes', async () => {
  const uploadWindowMs = 20
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let length = 0
    for await (const chunk of request) {
      length += (chunk as Buffer).length
      await sleep(6 * uploadWindowMs)
    }
    response.end(String(length))
  }
  const server = createServer((request, response) => {
    watchSender(request, { ...defaultLimits, uploadWindowMs })
    answer(request, response).catch((error: unknown) => response.destroy(error as Error))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const response = await fetch(`http://127.0.0.1:${port}`, { method: 'POST', body: 'whole' })
  expect(await response.text()).toBe('5')
  server.close()
  server.closeAllConnections()
})
