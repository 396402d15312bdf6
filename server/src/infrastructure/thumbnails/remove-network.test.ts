import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { patientRenderLimits } from '../../testing/patient-render-limits.ts'
import { createRenderer } from './renderer.ts'

test('the process that renders has no network', async () => {
  let connections = 0
  const server = createServer((socket) => {
    connections++
    socket.on('error', () => undefined)
    socket.destroy()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const worker = new URL('../../testing/network-worker.ts', import.meta.url)
  const renderer = createRenderer<{ readonly port: number }, string[]>(worker, patientRenderLimits)
  try {
    expect(await renderer.render({ port }, new AbortController().signal, true)).toEqual([])
    expect(connections).toBe(0)
  } finally {
    renderer.close()
    server.close()
  }
})
