import { endpoints } from '@holdall/api/table'
import { png } from '../../testing/pictures.ts'
import { file, folder, put, shareLink } from '../../testing/file-requests.ts'
import { recordUser } from '../../infrastructure/db/recorded-changes.ts'
import { settledEvents, type SocketClient, subscribedSocket, until } from '../../testing/socket-client.ts'
import { type SignedIn, testApp, type TestApp } from '../../testing/test-app.ts'

let holdall: TestApp
let ann: SignedIn
let client: SocketClient
beforeAll(async () => void (holdall = await testApp()))
afterAll(() => holdall.close())
beforeEach(async () => {
  ann = await holdall.signUp()
  client = await subscribedSocket(holdall, ann)
})
afterEach(() => client.socket.terminate())

/** The events of `work`, those of a kind as one. */
async function eventsOf(work: () => Promise<unknown>): Promise<Record<string, unknown>> {
  await settled()
  await work()
  const events: Record<string, Record<string, unknown>> = {}
  for (const { event, data } of await settled()) {
    const { folderIds } = events[event] ?? {}
    const isLonger = Array.isArray(folderIds) && Array.isArray(data.folderIds)
    events[event] = isLonger ? { ...data, folderIds: [...new Set([...folderIds, ...data.folderIds])] } : data
  }
  return events
}
const settled = () => settledEvents(holdall, client, ann.userId)

test('every call that writes says what it changes', () => {
  const silent = endpoints.filter(({ method, changes }) => method !== 'GET' && changes === undefined)
  expect(silent.map(({ id }) => id)).toEqual([])
})

test('a refused call and another user’s change are not published', async () => {
  const bob = await holdall.signUp()
  expect(
    await eventsOf(async () => {
      await folder(bob, 'x')
      await ann.post('/api/create-folder', { name: '' })
      await ann.patch('/api/rename/01890000-0000-7000-8000-000000000000', { name: 'x' })
    }),
  ).toEqual({})
})

test('changes name the folders whose lists show them', async () => {
  const a = await folder(ann, 'a')
  const b = await folder(ann, 'b')
  expect(await eventsOf(() => folder(ann, 'top'))).toEqual({ 'files.changed': { folderIds: [null] } })
  expect(await eventsOf(() => folder(ann, 'inner', a))).toEqual({ 'files.changed': { folderIds: [a] } })
  expect(await eventsOf(() => ann.patch(`/api/rename/${b}`, { name: 'b2' }))).toEqual({
    'files.changed': { folderIds: [null, b] },
  })
  const uploaded = await eventsOf(() => put(ann, 'x.txt', 'text', { parent_id: a }))
  expect(uploaded).toEqual({ 'files.changed': { folderIds: [a] }, 'user.changed': {} })
  const { id } = await file(ann, 'y.txt', 'text', { parent_id: a })
  expect(await eventsOf(() => ann.post('/api/move', { items: [{ id }], to_id: b }))).toEqual({
    'files.changed': { folderIds: [a, b] },
  })
  expect(await eventsOf(() => ann.post('/api/copy', { items: [{ id }], to_id: null }))).toMatchObject({
    'files.changed': { folderIds: [null] },
  })
  expect(await eventsOf(() => ann.post('/api/remove', { items: [{ id }] }))).toEqual({
    'files.changed': { folderIds: [b] },
    'trash.changed': {},
  })
  expect(await eventsOf(() => ann.post('/api/trash/restore', { items: [{ id }] }))).toEqual({
    'files.changed': { folderIds: [b] },
    'trash.changed': {},
  })
  await ann.post('/api/remove', { items: [{ id }] })
  expect(await eventsOf(() => ann.delete('/api/trash/dump'))).toEqual({ 'trash.changed': {}, 'user.changed': {} })
})

test('links, favorites and the account have events of their own', async () => {
  const id = await folder(ann, 'a')
  let token = ''
  const made = await eventsOf(async () => {
    token = await shareLink(ann, id)
  })
  expect(made).toEqual({ 'shares.changed': { entryIds: [id] } })
  expect(await eventsOf(() => ann.patch(`/api/share/${token}`, { expiration: 24 }))).toEqual(made)
  expect(await eventsOf(() => ann.delete('/api/share/revoke', { tokens: [token] }))).toEqual(made)
  const favourites = { 'favourites.changed': {} }
  expect(await eventsOf(() => ann.post('/api/favourites', { ids: [id] }))).toEqual(favourites)
  expect(await eventsOf(() => ann.delete(`/api/favourites/${id}`))).toEqual(favourites)
  expect(await eventsOf(() => ann.patch('/api/user/settings', { name: 'first_name', value: 'A' }))).toEqual({
    'user.changed': {},
  })
})

test('the tab that caused a change is left out, and its other tabs know which one it was', async () => {
  const other = await subscribedSocket(holdall, ann)
  const events = await eventsOf(() => ann.post('/api/create-folder', { name: 'x' }, { 'x-socket-id': client.id }))
  expect(events).toEqual({})
  expect(await settledEvents(holdall, other, ann.userId)).toMatchObject([
    { event: 'files.changed', data: { folderIds: [null], origin: client.id } },
  ])
  // What is no socket id is ignored.
  expect(await eventsOf(() => ann.post('/api/create-folder', { name: 'y' }, { 'x-socket-id': '1.2\u00e9' }))).toEqual({
    'files.changed': { folderIds: [null] },
  })
  other.socket.terminate()
})

test('more folders than a message names are all', async () => {
  const parents = await Promise.all(Array.from({ length: 60 }, (_, n) => folder(ann, `f${n}`)))
  const inner = await Promise.all(parents.map((parent) => folder(ann, 'x', parent)))
  const events = await eventsOf(() => ann.post('/api/remove', { items: inner.map((id) => ({ id })) }))
  expect(events).toEqual({ 'files.changed': { folderIds: 'all' }, 'trash.changed': {} })
})

test('thumbnails and the purge of the trash are published when their jobs have run', async () => {
  const parent = await folder(ann, 'pictures')
  const bytes = await png()
  await put(ann, 'a.png', bytes, { parent_id: parent })
  expect(await eventsOf(() => holdall.services.jobs.runDue())).toEqual({ 'files.changed': { folderIds: [parent] } })
  await ann.post('/api/remove', { items: [{ id: parent }] })
  holdall.clock.advance(31 * 24 * 3600 * 1000 - 1)
  expect(await eventsOf(() => holdall.services.jobs.runDue())).toMatchObject({ 'trash.changed': {} })
})

test('a transaction that changes what pages show and records nothing fails in tests', async () => {
  const { services } = holdall
  const write = services.transact((trx) => trx.updateTable('user_settings').set({ locale: 'de' }).execute())
  await expect(write).rejects.toThrow('records no change')
})

test('a rolled back change is not published', async () => {
  const { services } = holdall
  const events = await eventsOf(() =>
    services
      .transact((trx) => {
        recordUser(trx, ann.userId)
        return Promise.reject(new Error('back'))
      })
      .catch(() => undefined),
  )
  expect(events).toEqual({})
  await services.transact((trx) => Promise.resolve(recordUser(trx, ann.userId)))
  await until(() => client.events().length === 1)
})

test('an upload through a request is told to its owner, and so is each change of a request', async () => {
  const visitor = holdall.visitor()
  let token = ''
  const made = await eventsOf(async () => {
    token = (await ann.post('/api/file-request', { name: 'Receipts' })).body.data.attributes.token
  })
  expect(made).toEqual({ 'upload-requests.changed': {} })
  const send = () => visitor.form(`/api/file-request/${token}/upload`, [['file', Buffer.from('x')] as const])
  const first = await eventsOf(send)
  const { folder_id: root } = (await ann.get('/api/file-request')).body.data[0].attributes
  expect(first).toEqual({
    'files.changed': { folderIds: [null, root] },
    'user.changed': {},
    'upload-requests.changed': {},
  })
  expect(await eventsOf(() => visitor.delete(`/api/file-request/${token}`))).toMatchObject({
    'upload-requests.changed': {},
  })
  expect(await eventsOf(() => ann.post(`/api/file-request/${token}/renew`))).toEqual({ 'upload-requests.changed': {} })
})
