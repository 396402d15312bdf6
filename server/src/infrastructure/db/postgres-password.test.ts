import { type AddressInfo, createServer, type Server } from 'node:net'
import { createLog } from '../log.ts'
import { connect } from './connect.ts'

const password = `p@ss/w:rd %25 $'"#?`
const CLEARTEXT_PASSWORD = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 3])

let received: string[]
let server: Server
/** Asks each client for its password, and disconnects it. */
beforeEach(async () => {
  received = []
  server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => {
      socket.write(CLEARTEXT_PASSWORD)
      socket.once('data', (message) => {
        received.push(message.subarray(5, -1).toString('utf8'))
        socket.destroy()
      })
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
})
afterEach(async () => {
  delete process.env['PGPASSWORD']
  await new Promise((closed) => server.close(closed))
})

async function connectAs(user: string): Promise<void> {
  const { port } = server.address() as AddressInfo
  const databaseUrl = `postgres://${user}@127.0.0.1:${port}/holdall`
  const { db } = connect({ dataDir: '/nowhere', databaseUrl }, createLog('silent'))
  await expect(db.selectFrom('users').select('id').execute()).rejects.toThrow('terminated')
  await db.destroy()
}

test('sends a password with special characters from PGPASSWORD, where the address has none', async () => {
  process.env['PGPASSWORD'] = password
  await connectAs('holdall')
  expect(received).toEqual([password])
})

test('decodes a percent-encoded password of the address, which has precedence over PGPASSWORD', async () => {
  process.env['PGPASSWORD'] = 'another one'
  await connectAs(`holdall:${encodeURIComponent(password)}`)
  expect(received).toEqual([password])
})
