import { once } from 'node:events'
import { connect } from 'node:net'
import { day } from '../../infrastructure/clock.ts'
import { COOKIE_MS } from '../../infrastructure/realtime/realtime.ts'
import { rawConnection } from '../../testing/raw-http.ts'
import { authorise, openSocket, portOf, subscribedSocket } from '../../testing/socket-client.ts'
import { type SignedIn, testApp, type TestApp, testPassword } from '../../testing/test-app.ts'
import { until } from '../../testing/until.ts'

let holdall: TestApp
let ann: SignedIn
let bob: SignedIn
beforeAll(async () => {
  holdall = await testApp({ socketLimits: { connectionsPerAddress: 60, connectionsPerUser: 5 } })
})
afterAll(() => holdall.close())
beforeEach(async () => {
  ann = await holdall.signUp()
  bob = await holdall.signUp()
})

const openConnections = () =>
  new Promise<number>((resolve, reject) =>
    holdall.app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  )
const codeOf = async (client: { closed: Promise<number> }) => client.closed

describe('a subscription is refused', () => {
  test('without a session, and with 422 for what is no socket or channel', async () => {
    const body = { socket_id: '1.2', channel_name: `private-user.${ann.userId}` }
    expect((await holdall.visitor().post('/broadcasting/auth', body)).body.code).toBe('unauthenticated')
    for (const socket_id of ['', '1', '1.2:private-user.x', 'a.b', '1.2\n', `${'1'.repeat(30)}.2`, 7, null]) {
      expect((await ann.post('/broadcasting/auth', { ...body, socket_id })).status).toBe(422)
    }
  })

  test('where neither header nor body names the connection, or they name two', async () => {
    const body = { channel_name: `private-user.${ann.userId}` }
    const answer = async (socketId: string | undefined, header: string | undefined) =>
      (
        await ann.post(
          '/broadcasting/auth',
          { ...body, ...(socketId && { socket_id: socketId }) },
          header === undefined ? {} : { 'x-socket-id': header },
        )
      ).status
    expect([await answer(undefined, undefined), await answer('1.2', '1.3'), await answer('1.2', 'x')]).toEqual([
      422, 422, 422,
    ])
    expect([await answer('1.2', '1.2'), await answer('1.2', undefined), await answer(undefined, '1.2')]).toEqual([
      200, 200, 200,
    ])
  })

  test('to the channel of another user, and to any other channel', async () => {
    const client = await openSocket(holdall)
    const names = [
      `private-user.${bob.userId}`,
      'private-user.',
      'presence-users',
      'updates',
      `private-user.${ann.userId}.x`,
    ]
    for (const channel_name of names) {
      const { status, body } = await ann.post('/broadcasting/auth', { socket_id: client.id, channel_name })
      expect([status, body.code]).toEqual([403, 'forbidden'])
    }
    client.socket.close()
  })

  test('with a signature for another socket, another channel, or of nobody', async () => {
    const client = await openSocket(holdall)
    const own = (await authorise(ann, client.id)).body
    const other = (await authorise(ann, '1.2')).body
    const channel = `private-user.${ann.userId}`
    for (const data of [
      { channel },
      { channel, ...other },
      { channel, auth: own.auth },
      { channel, auth: own.auth, channel_data: '{"session":"x"}' },
      { channel, auth: `${own.auth.split(':')[0]}:${'0'.repeat(64)}`, channel_data: own.channel_data },
      { channel: `private-user.${bob.userId}`, ...own },
      { channel: 'updates', ...own },
    ]) {
      client.send('pusher:subscribe', data)
      await client.next(({ event, data: sent }) => event === 'pusher:subscription_error' && sent.status === 401)
      client.clear()
    }
    client.send('pusher:subscribe', { channel, ...own })
    await client.next(({ event }) => event === 'pusher_internal:subscription_succeeded')
    client.socket.close()
  })

  test('where the session ends while it is authorised', async () => {
    const { sessions, db } = holdall.services
    const actorOf = sessions.actorOf.bind(sessions)
    sessions.actorOf = async (request) => {
      const actor = await actorOf(request)
      await db.deleteFrom('sessions').where('user_id', '=', ann.userId).execute()
      return actor
    }
    const { status, body } = await authorise(ann, '1.2')
    sessions.actorOf = actorOf
    expect([status, body.code]).toEqual([401, 'unauthenticated'])
  })

  test('where the session ended after it was authorised', async () => {
    const client = await openSocket(holdall)
    const { body } = await authorise(ann, client.id)
    await ann.post('/logout')
    client.send('pusher:subscribe', { channel: `private-user.${ann.userId}`, ...body })
    expect(await codeOf(client)).toBe(4009)
  })
})

describe('a connection is refused', () => {
  test('with an unknown key, another version, or none', async () => {
    const codes = []
    for (const options of [{ key: 'unknown' }, { query: '?protocol=4' }, { query: '' }]) {
      codes.push(await codeOf(await openSocket(holdall, options)))
    }
    expect(codes).toEqual([4001, 4007, 4007])
  })

  test('from a page of another site', async () => {
    const port = await portOf(holdall)
    for (const headers of [
      { origin: 'https://evil.example' },
      { 'sec-fetch-site': 'cross-site' },
      { origin: 'null' },
    ]) {
      await expect(openSocket(holdall, { headers })).rejects.toThrow('403')
    }
    const client = await openSocket(holdall, { headers: { origin: `http://127.0.0.1:${port}` } })
    client.socket.close()
  })

  test('where it is no WebSocket; other paths ignore an upgrade', async () => {
    const port = await portOf(holdall)
    const path = `/app/${holdall.services.realtime.key}?protocol=7`
    expect((await holdall.visitor().get(path)).status).toBe(404)
    const upgrade = 'host: 127.0.0.1\r\nconnection: upgrade, close\r\nupgrade: websocket\r\n'
    const key = 'sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n'
    const other = rawConnection(port, `GET /api/ping HTTP/1.1\r\n${upgrade}${key}`)
    await other.closed
    expect(other.received()).toMatch(/^HTTP\/1\.1 200 /)
    const bare = rawConnection(port, `GET ${path} HTTP/1.1\r\n${upgrade}\r\n`)
    await bare.closed
    expect(bare.received()).toMatch(/^HTTP\/1\.1 400 /)
  })

  test('before the upgrade, and its socket is closed, also where the client keeps its side open', async () => {
    const port = await portOf(holdall)
    const before = await openConnections()
    const socket = connect({ host: '127.0.0.1', port, allowHalfOpen: true })
    const upgrade = 'connection: upgrade\r\nupgrade: websocket\r\nsec-fetch-site: cross-site\r\n'
    socket.write(`GET /app/x HTTP/1.1\r\nhost: 127.0.0.1\r\n${upgrade}\r\n`)
    socket.resume()
    await once(socket, 'end')
    await until(async () => (await openConnections()) === before)
    socket.destroy()
  })

  test('above the limit of an address, which is a whole network with IPv6', async () => {
    const own = await testApp({ socketLimits: { connectionsPerAddress: 2 } })
    const from = (address: string) => openSocket(own, { headers: { 'x-forwarded-for': address } })
    const addresses = ['2001:db8::1', '2001:db8::2', '2001:db8::3', '2001:db8:0:1::1', '192.0.2.1', '::ffff:192.0.2.1']
    const ids = []
    for (const address of addresses) ids.push((await from(address)).id !== '')
    expect(ids).toEqual([true, true, false, true, true, true])
    expect((await from('192.0.2.1')).id).toBe('')
    await own.close()
  })

  test('of 1,000 from one address all above its limit, and the others work', async () => {
    const own = await testApp({ socketLimits: { connectionsPerAddress: 60 } })
    const [user, someone] = [await own.signUp(), await own.signUp()]
    const first = await subscribedSocket(own, user)
    const clients = await Promise.all(Array.from({ length: 1000 }, () => openSocket(own)))
    const refused = clients.filter(({ id }) => id === '')
    expect(refused).toHaveLength(941)
    expect(new Set(await Promise.all(refused.map(codeOf)))).toEqual(new Set([4004]))
    expect(own.services.realtime.counts.connections).toBe(60)
    await someone.post('/api/create-folder', { name: 'x' })
    await user.post('/api/create-folder', { name: 'x' })
    await first.next(({ event }) => event === 'files.changed')
    for (const { socket } of [first, ...clients]) socket.terminate()
    await until(() => own.services.realtime.counts.connections === 0)
    await own.close()
  })

  test('above the limit of an account', async () => {
    const clients = await Promise.all(Array.from({ length: 5 }, () => subscribedSocket(holdall, ann)))
    const client = await openSocket(holdall)
    client.send('pusher:subscribe', {
      channel: `private-user.${ann.userId}`,
      ...(await authorise(ann, client.id)).body,
    })
    expect(await codeOf(client)).toBe(4004)
    for (const { socket } of clients) socket.terminate()
  })
})

describe('what a client sends', () => {
  test('that is too large or binary closes its connection', async () => {
    const large = await openSocket(holdall)
    large.socket.send('x'.repeat(10 * 1024 * 1024))
    expect(await codeOf(large)).toBe(1009)
    const binary = await openSocket(holdall)
    binary.socket.send(Buffer.from([1, 2, 3]))
    expect(await codeOf(binary)).toBe(1003)
  })

  test('that is no message is answered with an error, and too much of it ends the connection', async () => {
    const client = await openSocket(holdall)
    for (const text of ['', '{', 'null', '[]', '7', '{"event":7}', '['.repeat(8000), '{"a":'.repeat(3000)]) {
      client.socket.send(text)
    }
    client.send('pusher:subscribe', { channel: 7 })
    client.send('pusher:subscribe', 'x')
    client.send('client-message', { channel: `private-user.${ann.userId}`, data: 'x' })
    await until(() => client.messages.filter(({ event }) => event === 'pusher:error').length === 11)
    for (let n = 0; n < 100; n++) client.send('x', {})
    expect(await codeOf(client)).toBe(4100)
  })

  test('is a ping, which is answered; and a client that answers none is closed', async () => {
    const impatient = await testApp({ socketLimits: { activityMs: 300, pongMs: 300 } })
    const client = await openSocket(impatient, { answersPings: false })
    client.send('pusher:ping', {})
    await client.next(({ event }) => event === 'pusher:pong')
    await client.next(({ event }) => event === 'pusher:ping')
    expect(await codeOf(client)).toBe(4201)
    await impatient.close()
  })

  test('is nothing: without a channel the connection is closed', async () => {
    const impatient = await testApp({ socketLimits: { unsubscribedMs: 300 } })
    expect(await codeOf(await openSocket(impatient))).toBe(4009)
    await impatient.close()
  })
})

describe('a connection is closed', () => {
  test.each([
    ['by a sign-out', () => ann.post('/logout')],
    [
      'when its session is ended',
      async () => {
        const other = holdall.visitor()
        await other.post('/login', { email: ann.email, password: testPassword })
        return other.delete('/api/user/sessions')
      },
    ],
    [
      'by another password',
      () =>
        ann.post('/api/user/password', {
          current: testPassword,
          password: 'another long one 7',
          password_confirmation: 'another long one 7',
        }),
    ],
  ])('%s', async (_how, end) => {
    const own = await subscribedSocket(holdall, ann)
    const other = await subscribedSocket(holdall, bob)
    expect((await end()).status).toBeLessThan(300)
    expect(await codeOf(own)).toBe(4009)
    expect(other.socket.readyState).toBe(other.socket.OPEN)
    other.socket.terminate()
  })

  test('not by the end of another session', async () => {
    const other = holdall.visitor()
    await other.post('/login', { email: ann.email, password: testPassword })
    const client = await subscribedSocket(holdall, ann)
    await other.post('/logout')
    await ann.post('/api/create-folder', { name: 'x' })
    await client.next(({ event }) => event === 'files.changed')
    client.socket.terminate()
  })

  test('when the server stops, so that clients reconnect', async () => {
    const own = await testApp()
    const user = await own.signUp()
    const client = await subscribedSocket(own, user)
    await own.close()
    expect(await codeOf(client)).toBe(4200)
  })
})

test('a client that reads nothing does not fill the memory', async () => {
  const own = await testApp({ socketLimits: { bufferedBytes: 1024 } })
  const user = await own.signUp()
  const client = await subscribedSocket(own, user)
  client.socket.pause()
  const data = { text: 'x'.repeat(5000) }
  await until(() => {
    for (let n = 0; n < 100; n++) own.services.realtime.publish([user.userId], 'big', data)
    return own.services.realtime.counts.connections === 0
  })
  client.socket.terminate()
  await own.close()
})

test('the key stays the same, and is part of the configuration of the page', async () => {
  const { body } = await ann.get('/api/config')
  expect(body.broadcasting).toEqual({
    driver: 'native',
    key: holdall.services.realtime.key,
    host: null,
    port: null,
    tls: null,
  })
  expect(body.broadcasting.key).toMatch(/^[A-Za-z0-9]{15,20}$/)
})

test('an expired session is noticed when its user changes anything of the account', async () => {
  const client = await subscribedSocket(holdall, ann)
  holdall.clock.advance(31 * day)
  const again = holdall.visitor()
  await again.post('/login', { email: ann.email, password: testPassword })
  await again.delete('/api/user/sessions')
  expect(await codeOf(client)).toBe(4009)
})

test('the test of an admin reaches the channel of the admin only', async () => {
  expect((await ann.post('/api/admin/test-websockets')).status).toBe(403)
  const admin = await holdall.signInAdmin()
  const [own, other] = [await subscribedSocket(holdall, admin), await subscribedSocket(holdall, ann)]
  expect((await admin.post('/api/admin/test-websockets')).status).toBe(204)
  const { channel, data } = await own.next(({ event }) => event === 'TestWebsocketConnection')
  expect([channel, data]).toEqual([`private-user.${admin.userId}`, {}])
  expect(other.events()).toEqual([])
  for (const { socket } of [own, other]) socket.terminate()
})

test('metrics count the connections', async () => {
  const client = await subscribedSocket(holdall, ann)
  const { raw } = await holdall.visitor('127.0.0.1').get('/metrics')
  expect(raw.payload).toMatch(/^holdall_websocket_connections [1-9]/m)
  expect(raw.payload).toMatch(/^holdall_websocket_messages_total [1-9]/m)
  client.socket.terminate()
})

test('what a request ends is told after its answer, which may replace the cookie of the page', async () => {
  const client = await subscribedSocket(holdall, ann)
  const told: string[] = []
  void client.closed.then((code) => told.push(`closed ${code}`))
  const next = 'a password of the next year'
  const body = { current: testPassword, password: next, password_confirmation: next }
  const timers = jest.spyOn(globalThis, 'setTimeout')
  const { status } = await ann.post('/api/user/password', body)
  expect([status, ...told, ...client.events().map(({ event }) => event)]).toEqual([204])
  // As long as the page needs to store the cookie.
  await until(() => timers.mock.calls.some(([, delayMs]) => delayMs === COOKIE_MS))
  timers.mockRestore()
  expect((await ann.get('/api/user')).status).toBe(200)
  await client.closed
  expect(told).toEqual(['closed 4009'])
})
