import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { checkPostgres } from './database-check.store.ts'

test('a server that refuses a query and keeps the connection is reported at once, without its words', async () => {
  const message = (type: string, ...fields: readonly Uint8Array[]) => {
    const body = Buffer.concat(fields)
    const length = Buffer.alloc(4)
    length.writeInt32BE(body.length + 4)
    return Buffer.concat([Buffer.from(type), length, body])
  }
  const isReady = message('Z', Buffer.from('I'))
  const sockets: Socket[] = []
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.push(socket)
    socket.on('error', () => undefined)
    socket.once('data', () => {
      socket.write(Buffer.concat([message('R', Buffer.alloc(4)), isReady]))
      socket.once('data', () => {
        const error = message('E', Buffer.from('SERROR\0C57P01\0Mit is being moved\0\0'))
        socket.write(Buffer.concat([error, isReady]))
      })
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  try {
    await expect(
      // The name has no address: the connection is made to the checked one.
      checkPostgres(`postgres://ann:secret@database.invalid:${port}/holdall?sslmode=disable`, ['127.0.0.1']),
    ).rejects.toMatchObject({
      code: 'database-unusable',
      details: { errors: { detail: ['it is being stopped (57P01)'] } },
    })
  } finally {
    for (const socket of sockets) socket.destroy()
    server.close()
  }
})
