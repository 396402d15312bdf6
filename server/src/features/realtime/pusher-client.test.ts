import { connect as connectTo, createServer } from 'node:net'
import Pusher, { type Options } from 'pusher-js'
import { createApp } from '../../app.ts'
import { createLog } from '../../infrastructure/log.ts'
import { listen } from '../../testing/raw-http.ts'
import { portOf, subscribedSocket, until } from '../../testing/socket-client.ts'
import { type SignedIn, testApp, type TestApp } from '../../testing/test-app.ts'

let holdall: TestApp
let ann: SignedIn
beforeEach(async () => {
  holdall = await testApp()
  ann = await holdall.signUp()
})
afterEach(() => holdall.close())

async function authorise(
  user: SignedIn,
  socketId: string,
  channel: string,
  { inHeader }: { inHeader: boolean },
  done: (error: Error | null, authorisation: { auth: string } | null) => void,
): Promise<void> {
  const { status, body } = await user.request({
    method: 'POST',
    url: '/broadcasting/auth',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...(inHeader && { 'x-socket-id': socketId }) },
    payload: new URLSearchParams({ ...(!inHeader && { socket_id: socketId }), channel_name: channel }).toString(),
  })
  if (status === 200) done(null, body as { auth: string })
  else done(new Error(String(status)), null)
}

/** The client library as it is; only the cookie of its request is ours, which a browser would add. */
async function connect(user: SignedIn, at?: number, how = { inHeader: false }): Promise<Pusher> {
  const port = at ?? (await portOf(holdall))
  const address = { wsHost: '127.0.0.1', wsPort: port, wssPort: port, forceTLS: false, cluster: '' }
  const options: Options = {
    ...address,
    enabledTransports: ['ws', 'wss'],
    channelAuthorization: {
      endpoint: '/broadcasting/auth',
      transport: 'ajax',
      customHandler: ({ socketId, channelName }, done) => {
        void authorise(user, socketId, channelName, how, done)
      },
    },
  }
  return new Pusher(holdall.services.realtime.key!, options)
}

test('a stock client connects, subscribes to its own channel only, and receives', async () => {
  const bob = await holdall.signUp()
  const pusher = await connect(ann)
  const errors: unknown[] = []
  pusher
    .subscribe(`private-user.${bob.userId}`)
    .bind('pusher:subscription_error', (error: unknown) => errors.push(error))
  const own = pusher.subscribe(`private-user.${ann.userId}`)
  const events: unknown[] = []
  own.bind('files.changed', (data: unknown) => events.push(data))
  await until(() => own.subscribed && errors.length === 1)
  await ann.post('/api/create-folder', { name: 'a' })
  await until(() => events.length === 1)
  expect(events).toEqual([{ folderIds: [null] }])
  const other = await subscribedSocket(holdall, ann)
  // What this client causes does not come back to it.
  await ann.post('/api/create-folder', { name: 'b' }, { 'x-socket-id': pusher.connection.socket_id })
  pusher.unsubscribe(`private-user.${ann.userId}`)
  await ann.post('/api/create-folder', { name: 'c' })
  await until(() => other.events().filter(({ event }) => event === 'files.changed').length === 2)
  expect(events).toHaveLength(1)
  other.socket.terminate()
  pusher.disconnect()
  await until(() => holdall.services.realtime.counts.connections === 0)
})

test('the socket id in a header alone authorises a client too', async () => {
  const pusher = await connect(ann, undefined, { inHeader: true })
  const own = pusher.subscribe(`private-user.${ann.userId}`)
  await until(() => own.subscribed)
  pusher.disconnect()
  await until(() => holdall.services.realtime.counts.connections === 0)
})

interface ClosedSocket {
  readonly _closeTimer?: NodeJS.Timeout
}

/** The WebSocket below a connection. The library replaces it when it connects again, and has no name for it. */
function socketOf({ connection }: Pusher): ClosedSocket {
  const { socket } = connection.connection.transport
  const closed: typeof socket & ClosedSocket = socket
  return closed
}

/** A port that stays open while the server behind it is started again, as that of a reverse proxy does. */
async function proxyTo(target: () => Promise<number>): Promise<{ port: number; close(): void }> {
  const proxy = createServer((client) => {
    void target().then((port) => {
      const server = connectTo({ host: '127.0.0.1', port })
      for (const [from, to] of [
        [client, server],
        [server, client],
      ] as const) {
        from.pipe(to)
        from.on('error', () => to.destroy())
      }
    })
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  return { port: (proxy.address() as { port: number }).port, close: () => void proxy.close() }
}

test('a stock client reconnects when the server is started again, and stops when its session ends', async () => {
  let port = portOf(holdall)
  const proxy = await proxyTo(() => port)
  const pusher = await connect(ann, proxy.port)
  const own = pusher.subscribe(`private-user.${ann.userId}`)
  await until(() => own.subscribed)
  const states: string[] = []
  pusher.connection.bind('state_change', ({ current }: { current: string }) => states.push(current))
  const { config } = holdall.services
  const again = await createApp(config, { durable: false, log: createLog('silent') })
  port = listen(again.app)
  // The client authorises itself at the new server.
  const { request } = ann
  ann.request = async (options) => {
    const raw = await again.app.inject({ ...options, cookies: Object.fromEntries(ann.cookies) })
    return { status: raw.statusCode, body: raw.json() as unknown, raw }
  }
  await holdall.app.close()
  await until(() => states.includes('connecting') && states.at(-1) === 'connected' && own.subscribed)
  const socket = socketOf(pusher)
  await again.services.transact((trx) =>
    import('../../infrastructure/sessions/session.store.ts').then((m) => m.deleteSessionsOf(trx, ann.userId, null)),
  )
  await until(() => pusher.connection.state === 'disconnected')
  // The library closes the socket that the server has closed already: nothing ends the timer of 30 s that it starts for
  // an answer, and the process would wait for it.
  clearTimeout(socket._closeTimer)
  ann.request = request
  pusher.disconnect()
  proxy.close()
  await again.close()
})
