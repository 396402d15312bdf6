import { createHash, createHmac } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import { readConfig } from '../../infrastructure/config/config.ts'
import { type BroadcastConfig, broadcastFrom, socketOriginOf } from '../../infrastructure/config/broadcast.ts'
import { createLog } from '../../infrastructure/log.ts'
import { createOutgoing } from '../../infrastructure/outgoing/outgoing.ts'
import { createPusherApi } from '../../infrastructure/realtime/pusher-api.ts'
import { parseOutgoingAllow } from '../../infrastructure/outgoing/outgoing-allow.ts'
import { until } from '../../testing/socket-client.ts'
import { codeHeaders } from '../frontend/page-headers.ts'
import { testApp } from '../../testing/test-app.ts'

interface Call {
  readonly url: URL
  readonly body: string
}
let calls: Call[]
let server: Server
let origin: string
let status: number
beforeEach(async () => {
  calls = []
  status = 200
  server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString('utf8')))
    request.on('end', () => {
      calls.push({ url: new URL(request.url!, origin), body })
      response.writeHead(status).end('{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as { port: number }).port}`
})
afterEach(() => new Promise((resolve) => server.close(resolve)))

const broadcast = () => broadcastFrom(`${origin.replace('//', '//key:secret@')}/apps/app-1`, 'wss://ws.example:6001')

/** It is at a private address, which the operator allows. */
const external = () => ({
  broadcast: broadcast(),
  outgoingAllow: parseOutgoingAllow(new URL(origin).host) ?? [],
})

/** Where the policy of the pages lets them connect. */
const connectSources = (config: BroadcastConfig) =>
  codeHeaders(null, { socket: socketOriginOf(config) })
    ['content-security-policy']!.split('; ')
    .find((part) => part.startsWith('connect-src'))

test('events go to the configured server, signed, and this one serves no socket', async () => {
  const holdall = await testApp({ config: external() })
  const ann = await holdall.signUp()
  await until(() => calls.length === 1)
  calls.length = 0
  await ann.post('/api/create-folder', { name: 'x' }, { 'x-socket-id': '12.34' })
  await until(() => calls.length === 1)
  const [{ url, body }] = calls as [Call]
  expect(JSON.parse(body)).toEqual({
    name: 'files.changed',
    channels: [`private-user.${ann.userId}`],
    data: JSON.stringify({ folderIds: [null], origin: '12.34' }),
    socket_id: '12.34',
  })
  expect(url.pathname).toBe('/apps/app-1/events')
  expect(url.searchParams.get('body_md5')).toBe(createHash('md5').update(body).digest('hex'))
  const [query, signature] = url.search.slice(1).split('&auth_signature=') as [string, string]
  const right = createHmac('sha256', 'secret').update(`POST\n/apps/app-1/events\n${query}`).digest('hex')
  expect(signature).toBe(right)
  const channel = `private-user.${ann.userId}`
  const { body: authorised } = await ann.post('/broadcasting/auth', { socket_id: '1.2', channel_name: channel })
  expect(authorised).toEqual({
    auth: `key:${createHmac('sha256', 'secret').update(`1.2:${channel}`).digest('hex')}`,
  })
  const { body: config } = await ann.get('/api/config')
  expect(config.broadcasting).toEqual({ driver: 'pusher', key: 'key', host: 'ws.example', port: 6001, tls: true })
  expect(connectSources(broadcast())).toBe("connect-src 'self' wss://ws.example:6001")
  const admin = await holdall.signInAdmin()
  await until(() => calls.length > 1)
  calls.length = 0
  expect((await admin.post('/api/admin/test-websockets')).status).toBe(204)
  await until(() => calls.some(({ body: sent }) => sent.includes('TestWebsocketConnection')))
  expect(JSON.parse(calls.find(({ body: sent }) => sent.includes('TestWebsocketConnection'))!.body)).toMatchObject({
    channels: [`private-user.${admin.userId}`],
  })
  await holdall.close()
})

test('a server that fails delays and fails no request', async () => {
  status = 500
  const holdall = await testApp({ config: external() })
  const ann = await holdall.signUp()
  expect((await ann.post('/api/create-folder', { name: 'x' })).status).toBe(201)
  await until(() => holdall.log.some((line) => line.includes('the broadcast server refuses events')))
  await holdall.close()
})

test('users whose events a server did not take are told that they missed something, once it answers again', async () => {
  const config = broadcast()
  if (config.driver !== 'pusher') throw new Error('no server')
  const outgoing = createOutgoing({ allow: external().outgoingAllow })
  const api = createPusherApi(config, createLog('silent'), outgoing, 20)
  status = 500
  api.publish(['a', 'b'], 'files.changed', { folderIds: [null] })
  api.publish(['b', 'c'], 'trash.changed', {})
  const missed = () => calls.filter(({ body }) => body.includes('changes.missed'))
  await until(() => missed().length >= 2)
  status = 200
  await until(() => missed().length >= 3)
  calls.length = 0
  api.publish(['d'], 'trash.changed', {})
  await until(() => calls.length >= 1 && calls.at(-1)!.body.includes('private-user.d'))
  const told = calls.filter(({ body }) => body.includes('changes.missed'))
  // At most the one that was on its way when the server began to answer.
  expect(told.length).toBeLessThanOrEqual(1)
})

test('a server at a private address that the operator does not allow is not contacted', async () => {
  const holdall = await testApp({ config: { broadcast: broadcast() } })
  const ann = await holdall.signUp()
  expect((await ann.post('/api/create-folder', { name: 'x' })).status).toBe(201)
  await until(() => holdall.log.some((line) => line.includes('the broadcast server cannot be reached')))
  expect(calls).toEqual([])
  await holdall.close()
})

test('without broadcasting there is no channel, and changes work as before', async () => {
  const holdall = await testApp({ config: { broadcast: { driver: 'none' } } })
  const ann = await holdall.signUp()
  expect((await ann.post('/api/create-folder', { name: 'x' })).status).toBe(201)
  const body = { socket_id: '1.2', channel_name: `private-user.${ann.userId}` }
  expect((await ann.post('/broadcasting/auth', body)).status).toBe(404)
  expect((await ann.get('/api/config')).body.broadcasting).toMatchObject({ driver: 'none', key: null })
  expect(connectSources({ driver: 'none' })).toBe("connect-src 'self'")
  await holdall.close()
})

test.each([
  ['ftp://key:secret@host/apps/1', 'HOLDALL_BROADCAST_URL'],
  ['https://host/apps/1', 'HOLDALL_BROADCAST_URL'],
  ['https://key:secret@host', 'HOLDALL_BROADCAST_URL'],
  ['https://key:secret@host/apps/1?x=1', 'HOLDALL_BROADCAST_URL'],
  ['https://ke%0ay:secret@host/apps/1', 'HOLDALL_BROADCAST_URL'],
])('the address %s is refused at the start', (address, variable) => {
  expect(() => readConfig({ HOLDALL_BROADCAST_URL: address })).toThrow(variable)
})

test('an address for browsers is refused without a server, or with a path', () => {
  const socket = { HOLDALL_BROADCAST_SOCKET_URL: 'wss://ws.example' }
  expect(() => readConfig(socket)).toThrow('HOLDALL_BROADCAST_URL beside it')
  const url = { HOLDALL_BROADCAST_URL: 'https://key:secret@host/apps/1' }
  expect(() => readConfig({ ...url, HOLDALL_BROADCAST_SOCKET_URL: 'wss://ws.example/x' })).toThrow('without a path')
  expect(readConfig({ ...url, ...socket }).broadcast).toMatchObject({ host: 'ws.example', port: 443, tls: true })
  expect(readConfig(url).broadcast).toMatchObject({ origin: 'https://host', host: 'host', port: 443, appId: '1' })
  expect(readConfig({ HOLDALL_BROADCAST_URL: 'none' }).broadcast).toEqual({ driver: 'none' })
  expect(readConfig({}).broadcast).toEqual({ driver: 'native' })
})
