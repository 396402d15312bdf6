import { listen, rawConnection, rawJson } from '../testing/raw-http.ts'
import { type SignedIn, testApp, type TestApp, testPassword } from '../testing/test-app.ts'
import { until } from '../testing/until.ts'

let holdall: TestApp
let port: number
let ann: SignedIn
beforeAll(async () => {
  holdall = await testApp()
  port = await listen(holdall.app)
})
beforeEach(async () => void (ann = await holdall.signUp()))
afterAll(() => holdall.close())

/** A call of which half the body is sent; `end` sends the rest, and resolves with the status and the code. */
function begin(path: string, body: object, header: string, at = port) {
  const text = JSON.stringify(body)
  const { socket, received } = rawConnection(
    at,
    `POST ${path} HTTP/1.1\r\nhost: a\r\n${header}\r\ncontent-type: application/json\r\n` +
      `content-length: ${text.length}\r\n\r\n${text.slice(0, 5)}`,
  )
  return async () => {
    socket.write(text.slice(5))
    await until(() => /\r\n\r\n(?:\{|$)/.test(received()))
    socket.destroy()
    const status = Number(received().split(' ')[1])
    return [status, status < 400 ? undefined : (rawJson(received()) as { code: string }).code]
  }
}
const cookieOf = (client: SignedIn) => `cookie: ${[...client.cookies].map((pair) => pair.join('=')).join('; ')}`

/** Begins a call, and waits until the server has looked up who calls. */
async function beginSignedIn(path: string, body: object) {
  const { db } = holdall.services
  const sessions = db.selectFrom('sessions').select('seen_at').where('user_id', '=', ann.userId)
  await db.updateTable('sessions').set({ seen_at: 1 }).where('user_id', '=', ann.userId).execute()
  const end = begin(path, body, cookieOf(ann))
  await until(async () => (await sessions.execute()).every(({ seen_at }) => seen_at > 1))
  return end
}

const calls = {
  'creates no API token': ['/api/user/tokens', { name: 'Kept' }],
  'creates no folder': ['/api/create-folder', { name: 'Kept' }],
} as const
describe('a call whose session ends while its body is received', () => {
  test.each(Object.entries(calls))('%s', async (_, [path, body]) => {
    const end = await beginSignedIn(path, body)
    const owner = holdall.visitor()
    await owner.post('/login', { email: ann.email, password: testPassword })
    const change = { current: testPassword, password: 'another long password' }
    await owner.post('/api/user/password', { ...change, password_confirmation: change.password })
    expect(await end()).toEqual([401, 'unauthenticated'])
    expect((await owner.get('/api/user/tokens')).body.data).toEqual([])
    expect((await owner.get('/api/browse/folders/all')).body.data).toEqual([])
  })

  test('is carried out where the session is still there', async () => {
    expect((await (await beginSignedIn('/api/user/tokens', { name: 'Kept' }))())[0]).toBe(201)
  })

  test('is not confirmed any more after its time', async () => {
    const end = await beginSignedIn('/api/user/tokens', { name: 'Kept' })
    holdall.clock.advance(15 * 60_000)
    expect(await end()).toEqual([403, 'confirmation-required'])
  })
})

test('a call of the setup whose body is received until after its end changes nothing', async () => {
  const fresh = await testApp({ installed: false })
  const { installation, settings } = fresh.services
  const isDone = jest.spyOn(installation, 'isDone')
  const freshPort = await listen(fresh.app)
  const app = { name: 'Kept', description: '', accent: null, contact_email: '', registration: 'open' }
  const limits = { default_quota_bytes: null, max_team_members: null, subscription_type: 'none' }
  const header = `x-holdall-setup-key: ${installation.key}`
  const end = begin('/api/setup/app', { ...app, ...limits }, header, freshPort)
  await until(() => isDone.mock.results.length > 0)
  await isDone.mock.results[0]!.value
  const owner = {
    name: 'Owner',
    email: 'owner@example.com',
    password: testPassword,
    password_confirmation: testPassword,
  }
  const setupKey = { 'x-holdall-setup-key': installation.key }
  expect((await fresh.visitor().post('/api/setup/admin', owner, setupKey)).status).toBeLessThan(300)
  expect(await end()).toEqual([404, 'not-found'])
  expect(await settings.get('app.name')).toBe('Holdall')
  await fresh.close()
})
