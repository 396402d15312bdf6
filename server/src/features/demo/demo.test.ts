import { hour } from '../../infrastructure/clock.ts'
import { expectCountersToMatchRows, names } from '../../testing/file-requests.ts'
import type { Client } from '../../testing/client.ts'
import { invite, teamFolder } from '../../testing/team-requests.ts'
import { testApp, type TestApp } from '../../testing/test-app.ts'
import { DEMO_USER_ID } from '../../access/demo.ts'
import { resetDemo } from './demo-service.ts'

let holdall: TestApp
beforeAll(async () => void (holdall = await testApp({ config: { demo: true } })))
afterAll(() => holdall.close())

async function opened(): Promise<Client> {
  const visitor = holdall.visitor()
  expect((await visitor.post('/api/demo')).status).toBe(204)
  return visitor
}
const sorted = '?sort=name&direction=ASC'
const namesIn = (client: Client, folder = 'all') => names(client, folder, sorted)
const emailOf = async () =>
  (
    await holdall.services.db
      .selectFrom('users')
      .select('email')
      .where('id', '=', DEMO_USER_ID)
      .executeTakeFirstOrThrow()
  ).email

test('without HOLDALL_DEMO nobody can open it, and what is left of it cannot be used', async () => {
  const other = await testApp()
  expect((await other.visitor().post('/api/demo')).status).toBe(404)
  expect((await other.visitor().get('/api/config')).body).toMatchObject({ offersDemo: false })
  await other.close()

  const demo = await opened()
  const { config } = holdall.services
  const wasOn = config.demo
  Object.assign(config, { demo: false })
  try {
    expect((await demo.get('/api/browse/folders/all')).status).toBe(401)
    expect((await demo.post('/api/demo')).status).toBe(404)
    await resetDemo(holdall.services)
  } finally {
    Object.assign(config, { demo: wasOn })
  }
  expect((await demo.get('/api/browse/folders/all')).status).toBe(401)
})

test('everybody opens the same files, can read and download them, and change nothing', async () => {
  const demo = await opened()
  expect((await demo.get('/api/config')).body).toMatchObject({ offersDemo: true, isAuthenticated: true })
  const { cause, reason, canUpload } = (await demo.get('/api/user')).body.data.meta.restrictions
  expect([cause, reason, canUpload]).toEqual([
    'demo',
    'This is a demo. Look around: nothing can be changed here.',
    true,
  ])
  expect(await namesIn(demo)).toEqual(['Documents', 'Holiday in Sweden', 'Welcome.md'])
  const { body } = await demo.get('/api/browse/folders/all?sort=name&direction=ASC')
  const welcome = body.data[2]
  const content = await demo.get(
    new URL(welcome.attributes.file_url, 'http://x').pathname + new URL(welcome.attributes.file_url, 'http://x').search,
  )
  expect(content.raw.payload).toContain('Welcome to the demo')

  const refused = [
    await demo.post('/api/create-folder', { name: 'x' }),
    await demo.patch(`/api/rename/${welcome.id}`, { name: 'x' }),
    await demo.post('/api/remove', { items: [{ id: welcome.id }] }),
    await demo.raw('/api/upload/chunks', { name: 'a', upload_id: 'x'.repeat(22), offset: 0 }, Buffer.from('a')),
    await demo.post('/api/user/data-export'),
    await demo.post('/api/user/tokens', { name: 'x' }),
    await demo.get('/api/user/sessions'),
  ]
  expect(refused.map(({ status, body: { code } }) => [status, code])).toEqual(
    refused.map(() => [403, 'demo-read-only']),
  )
  expect(await namesIn(demo)).toEqual(['Documents', 'Holiday in Sweden', 'Welcome.md'])
  // Signing out ends the own session only.
  const another = await opened()
  await demo.post('/logout')
  expect((await demo.get('/api/browse/folders/all')).status).toBe(401)
  expect((await another.get('/api/browse/folders/all')).status).toBe(200)
})

test('it has no password, and none can be set by a mail', async () => {
  await opened()
  const email = await emailOf()
  for (const password of ['', 'demo', 'password']) {
    const { status } = await holdall.visitor().post('/login', { email, password })
    expect(status).not.toBe(200)
  }
  await holdall.visitor().post('/api/password/recover', { email })
  await holdall.services.jobs.runDue()
  const { db } = holdall.services
  expect(
    await db.selectFrom('password_resets').select('user_id').where('user_id', '=', DEMO_USER_ID).execute(),
  ).toEqual([])
  expect(await db.selectFrom('notifications').select('id').where('user_id', '=', DEMO_USER_ID).execute()).toEqual([])
})

test('every hour the sessions end, and the content is as it was made', async () => {
  const { services, clock } = holdall
  const demo = await opened()
  const before = await namesIn(demo)
  await services.jobs.runDue()
  const { db } = services
  await db.deleteFrom('entries').where('owner_id', '=', DEMO_USER_ID).where('name', '=', 'Route.txt').execute()
  await db
    .updateTable('entries')
    .set({ name: 'Changed' })
    .where('owner_id', '=', DEMO_USER_ID)
    .where('name', '=', 'Documents')
    .execute()
  const host = await holdall.signUp()
  await invite(host, await teamFolder(host), await emailOf())
  const notified = () => db.selectFrom('notifications').select('id').where('user_id', '=', DEMO_USER_ID).execute()
  expect(await notified()).toHaveLength(1)
  clock.advance(hour)
  await services.jobs.runDue()
  expect((await demo.get('/api/browse/folders/all')).status).toBe(401)
  expect(await notified()).toEqual([])
  const again = await opened()
  expect(await namesIn(again)).toEqual(before)
  const documents = (await again.get('/api/browse/folders/all?sort=name&direction=ASC')).body.data[0]
  expect(await namesIn(again, documents.id)).toEqual(['Budget.csv', 'Packing list.md', 'Route.txt'])

  // Where nothing has changed, nothing is written.
  const ids = async () =>
    (await db.selectFrom('entries').select('id').where('owner_id', '=', DEMO_USER_ID).orderBy('id').execute()).map(
      ({ id }) => id,
    )
  const unchanged = await ids()
  await resetDemo(services)
  expect(await ids()).toEqual(unchanged)
  await services.jobs.runDue()
})

test('somebody who has signed up with its address keeps the account', async () => {
  const other = await testApp({ config: { demo: true } })
  const squatter = await other.signUp({ email: 'demo@holdall.invalid' })
  const visitor = other.visitor()
  expect((await visitor.post('/api/demo')).status).toBe(204)
  expect((await visitor.get('/api/user')).body.data.id).toBe(DEMO_USER_ID)
  expect((await squatter.post('/api/create-folder', { name: 'Mine' })).status).toBe(201)
  await expectCountersToMatchRows(other.services.db)
  await other.close()
})
