import { hour } from '../../infrastructure/clock.ts'
import { parseOutgoingAllow } from '../../infrastructure/outgoing/outgoing-allow.ts'
import type { Client } from '../../testing/client.ts'
import { withLock } from '../entries/keyed-lock.ts'
import { bytesOf, type FileServer, fileServer } from '../../testing/file-server.ts'
import { expectCountersToMatchRows, folder, names, shareLink } from '../../testing/file-requests.ts'
import { type SignedIn, testApp, type TestApp } from '../../testing/test-app.ts'
import { until } from '../../testing/until.ts'

let server: FileServer
/** Sends the rest of `/held`. */
let release = () => {}
let holdall: TestApp
let ann: SignedIn
let visitor: Client
beforeAll(async () => {
  server = await fileServer({
    '/a.txt': bytesOf('some bytes'),
    '/b.txt': bytesOf('other bytes'),
    '/held': (response) => {
      response.writeHead(200, { 'content-length': '4' }).write('ab')
      release = () => response.end('cd')
    },
    '/endless': (response) => {
      response.writeHead(200, { 'content-length': '1000000000' })
      const timer = setInterval(() => response.write('x'.repeat(1000)), 20)
      response.on('close', () => clearInterval(timer))
    },
  })
  holdall = await testApp({ remoteUploads: { allow: parseOutgoingAllow(server.authority) ?? [] } })
})
afterAll(async () => {
  await holdall.close()
  await server.close()
})
beforeEach(async () => {
  ann = await holdall.signUp()
  visitor = holdall.visitor()
  await holdall.services.settings.set('shares.remote_uploads', true)
})
afterEach(async () => {
  jest.restoreAllMocks()
  await expectCountersToMatchRows(holdall.services.db)
})

async function shared(rules: object = {}) {
  const top = await folder(ann, 'shared')
  const inner = await folder(ann, 'inner', top)
  return { top, inner, token: await shareLink(ann, top, { permission: 'editor', ...rules }) }
}
const path = (token: string) => `/api/sharing/upload/remote/${token}`
const start = (token: string, { client = visitor, parentId = null as string | null, file = '/a.txt' } = {}) =>
  client.post(path(token), { urls: [`${server.origin}${file}`], parent_id: parentId })
const listOf = async (token: string, client = visitor) => (await client.get(path(token))).body.data
const statesOf = async (token: string, client = visitor) =>
  (await listOf(token, client)).flatMap(
    ({ attributes }: { attributes: { files: { status: string; reason: string | null }[] } }) =>
      attributes.files.map(({ status, reason }) => reason ?? status),
  )
const run = () => holdall.services.jobs.runDue()
const codeOf = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code]
const refusedAll = async (token: string) => {
  const answers = [
    await start(token),
    await visitor.get(path(token)),
    await visitor.delete(`/api/sharing/upload/remote/01890000-0000-7000-8000-000000000000/${token}`),
  ]
  return answers.map(codeOf)
}

test('is refused until an operator allows it, and to visitors of links for viewing', async () => {
  const { settings } = holdall.services
  const { token, top } = await shared()
  const canUpload = async () => (await visitor.get(`/api/sharing/${token}`)).body.data.attributes.can_upload_remote
  await settings.set('shares.remote_uploads', false)
  expect(await refusedAll(token)).toEqual(Array(3).fill([403, 'remote-uploads-disabled']))
  expect(await canUpload()).toBe(false)
  await settings.set('shares.remote_uploads', true)
  expect(await canUpload()).toBe(true)
  const forViewing = await shareLink(ann, top)
  expect(await refusedAll(forViewing)).toEqual(Array(3).fill([404, 'not-found']))
  await run()
  expect(await names(ann, top)).toEqual(['inner'])
})

test('refuses folders outside of the link and what is no address, and fetches nothing', async () => {
  const { token } = await shared()
  const outside = await folder(ann, 'outside')
  const before = server.requests.length
  expect(codeOf(await start(token, { parentId: outside }))).toEqual([404, 'not-found'])
  expect((await visitor.post(path(token), { urls: ['ftp://a/b'] })).status).toBe(422)
  await run()
  expect(server.requests).toHaveLength(before)
})

test('saves the file in the folder, for the owner of the link, who is charged and does not see it in the own list', async () => {
  const { token, inner } = await shared()
  const used = async () => (await ann.get('/api/user/storage')).body.data.attributes
  const before = JSON.stringify(await used())
  const { status, body } = await start(token, { parentId: inner })
  expect([status, body.data.attributes]).toMatchObject([201, { parent_id: inner, folder_name: 'inner' }])
  await run()
  expect(await names(ann, inner)).toEqual(['a.txt'])
  expect(await statesOf(token)).toEqual(['done'])
  expect(JSON.stringify(await used())).not.toBe(before)
  expect((await ann.get('/api/upload/remote')).body.data).toEqual([])
  expect((await ann.get('/api/notifications')).body.data).toEqual([])
})

test('is refused where the link allows viewing only by the time it is stored', async () => {
  const { token } = await shared()
  const { db, disk } = holdall.services
  const authorised = jest.spyOn(disk, 'admit')
  const { answer } = await withLock(ann.userId, async () => {
    const begun = start(token)
    await until(() => authorised.mock.calls.length === 1)
    await db.updateTable('shares').set({ permission: 'visitor' }).where('token', '=', token).execute()
    return { answer: begun }
  })
  expect(codeOf(await answer)).toEqual([404, 'not-found'])
  expect(await db.selectFrom('remote_uploads').select('id').where('user_id', '=', ann.userId).execute()).toEqual([])
})

test('is shown to the browser that has started it, and to no other one with the link', async () => {
  const { token } = await shared()
  const [other, bob] = [holdall.visitor(), await holdall.signUp()]
  const { id } = (await start(token)).body.data
  expect(await listOf(token)).toHaveLength(1)
  for (const client of [other, bob, ann]) {
    expect(await listOf(token, client)).toEqual([])
    expect((await client.delete(`/api/sharing/upload/remote/${id}/${token}`)).status).toBe(404)
    expect((await client.delete(`/api/upload/remote/${id}`)).status).toBe([other].includes(client) ? 401 : 404)
  }
  // Nor to one that has its own.
  const own = (await start(token, { client: other })).body.data.id
  expect((await other.delete(`/api/sharing/upload/remote/${id}/${token}`)).status).toBe(404)
  expect((await listOf(token, other)).map((one: { id: string }) => one.id)).toEqual([own])
  expect((await other.delete(`/api/sharing/upload/remote/${own}/${token}`)).status).toBe(204)
  const elsewhere = await shared()
  expect((await visitor.delete(`/api/sharing/upload/remote/${id}/${elsewhere.token}`)).status).toBe(404)
  expect((await visitor.delete(`/api/sharing/upload/remote/${id}/${token}`)).status).toBe(204)
  await run()
  expect(await statesOf(token)).toEqual(['canceled'])
})

test('a visitor has two that are unfinished, a link five, and the own ones of the owner do not wait for them', async () => {
  const { token } = await shared()
  const begun = await start(token)
  await start(token)
  expect(codeOf(await start(token))).toEqual([422, 'too-many-remote-uploads'])
  for (const client of [holdall.visitor(), holdall.visitor()]) {
    await start(token, { client })
    await start(token, { client })
  }
  expect(codeOf(await start(token, { client: holdall.visitor() }))).toEqual([422, 'too-many-remote-uploads'])
  expect(begun.body.data.attributes.status).toBe('running')
  const own = await ann.post('/api/upload/remote', { urls: [`${server.origin}/b.txt`] })
  expect(own.body.data.attributes.status).toBe('running')
  await run()
  expect(await statesOf(token)).toEqual(['done', 'done'])
  expect((await start(token)).status).toBe(201)
  await run()
})

test('what waits and what runs ends with the link', async () => {
  const { token, top } = await shared()
  await start(token, { file: '/endless' })
  await start(token)
  const before = server.requests.length
  const running = run()
  await until(() => server.requests.length > before)
  await ann.delete('/api/share/revoke', { tokens: [token] })
  await running
  expect(await names(ann, top)).toEqual(['inner'])
  const { db } = holdall.services
  const rows = await db.selectFrom('remote_uploads').select('status').where('user_id', '=', ann.userId).execute()
  expect(rows).toEqual([{ status: 'finished' }])
})

test.each([
  [
    'has expired',
    (token: string) =>
      holdall.services.db.updateTable('shares').set({ expires_at: 1 }).where('token', '=', token).execute(),
  ],
  ['is turned off by the operator', () => holdall.services.settings.set('shares.remote_uploads', false)],
])('fetches and saves nothing once the link %s', async (_what, end) => {
  const { token, top } = await shared({ expiration: 24 })
  await start(token)
  await end(token)
  const before = server.requests.length
  await run()
  expect(server.requests).toHaveLength(before)
  expect(await names(ann, top)).toEqual(['inner'])
  await holdall.services.settings.set('shares.remote_uploads', true)
  await ann.patch(`/api/share/${token}`, { expiration: 48 })
  expect(await statesOf(token)).toEqual(['link-ended'])
})

test('saves nothing in a folder that was moved out of the link', async () => {
  const { token, inner } = await shared()
  await start(token, { parentId: inner })
  await ann.post('/api/move', { items: [{ id: inner }], to_id: null })
  await run()
  expect(await names(ann, inner)).toEqual([])
  const [{ attributes }] = await listOf(token)
  expect([attributes.folder_name, attributes.files[0].reason]).toEqual([null, 'link-ended'])
})

test('saves nothing in a folder that is moved out of the link while the file is received', async () => {
  const { token, inner } = await shared()
  await start(token, { parentId: inner, file: '/held' })
  const before = server.requests.length
  const running = run()
  await until(() => server.requests.length > before)
  await ann.post('/api/move', { items: [{ id: inner }], to_id: null })
  release()
  await running
  expect(await names(ann, inner)).toEqual([])
  expect((await listOf(token))[0].attributes.files[0].reason).toBe('link-ended')
})

test('a link with a password keeps them behind it, and a new password ends them', async () => {
  const { token, top } = await shared({ isPassword: true, password: 'secret' })
  expect(codeOf(await start(token))).toEqual([403, 'share-locked'])
  await visitor.post(`/api/sharing/authenticate/${token}`, { password: 'secret' })
  await start(token)
  await ann.patch(`/api/share/${token}`, { password: 'other' })
  expect(codeOf(await visitor.get(path(token)))).toEqual([403, 'share-locked'])
  await run()
  expect(await names(ann, top)).toEqual(['inner'])
})

test('finished ones are deleted after a week', async () => {
  const { token } = await shared()
  await start(token)
  await run()
  holdall.clock.advance(8 * 24 * hour)
  await holdall.services.remoteUploads.sweep()
  expect(await listOf(token)).toEqual([])
})
