import { minute } from '../../infrastructure/clock.ts'
import { digest } from '../../infrastructure/ids.ts'
import { sessionCookie } from '../../infrastructure/sessions/session-cookie.ts'
import { type SignedIn, testApp, type TestApp, testPassword } from '../../testing/test-app.ts'
import { describeDevice } from './describe-device.ts'

let holdall: TestApp
beforeAll(async () => void (holdall = await testApp()))
afterAll(() => holdall.close())

const url = '/api/user/sessions'
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'

async function signInWith({ email }: SignedIn, userAgent: string) {
  const client = holdall.visitor()
  const { status } = await client.post('/login', { email, password: testPassword }, { 'user-agent': userAgent })
  expect(status).toBe(200)
  return client
}
const listOf = async (user: Pick<SignedIn, 'get'>) => (await user.get(url)).body.data
const isSignedIn = async (user: Pick<SignedIn, 'get'>) => (await user.get('/api/user')).status === 200

describe('the sessions of a user', () => {
  test('are refused without a session', async () => {
    const visitor = holdall.visitor()
    const answers = [
      await visitor.get(url),
      await visitor.delete(url),
      await visitor.delete(`${url}/${'a'.repeat(32)}`),
    ]
    expect(answers.map(({ body }) => body.code)).toEqual(Array(3).fill('unauthenticated'))
  })

  test('are ended by their user only', async () => {
    const [ann, ben] = [await holdall.signUp(), await holdall.signUp()]
    const [{ id }] = await listOf(ann)
    const { status, body } = await ben.delete(`${url}/${id}`)
    expect([status, body.code]).toEqual([404, 'not-found'])
    expect((await ben.delete(`${url}/not-an-id`)).status).toBe(404)
    expect((await ben.delete(url)).status).toBe(204)
    expect([await isSignedIn(ann), await isSignedIn(ben)]).toEqual([true, true])
  })

  test('have browser, system and times, the last used first, and say which one this is', async () => {
    const ann = await holdall.signUp()
    holdall.clock.advance(minute)
    await signInWith(ann, firefox)
    holdall.clock.advance(minute)
    const onPhone = await signInWith(ann, phone)
    const sessions = await listOf(onPhone)
    expect(sessions.map(({ attributes }: { attributes: object }) => attributes)).toMatchObject([
      { browser: 'Safari', system: 'iPhone', device: 'phone', current: true, address: onPhone.address },
      { browser: 'Firefox', system: 'Linux', device: 'computer', current: false },
      { browser: null, system: null, device: 'computer', current: false },
    ])
    expect(Date.parse(sessions[1].attributes.created_at)).toBeLessThan(Date.parse(sessions[0].attributes.created_at))
  })

  test('are not listed once they have expired', async () => {
    const ann = await holdall.signUp()
    const unused = await signInWith(ann, firefox)
    expect(await listOf(ann)).toHaveLength(2)
    await holdall.services.db
      .updateTable('sessions')
      .set({ expires_at: holdall.clock.now() })
      .where('id', '=', digest(unused.cookies.get(sessionCookie)!))
      .execute()
    expect(
      (await listOf(ann)).map(({ attributes }: { attributes: { current: boolean } }) => attributes.current),
    ).toEqual([true])
  })

  test('are not shown with anything that signs in', async () => {
    const ann = await holdall.signUp()
    const secret = ann.cookies.get(sessionCookie)!
    const { raw } = await ann.get(url)
    expect(raw.payload).not.toContain(secret)
    expect(raw.payload).not.toContain(digest(secret))
    const [{ id }] = await listOf(ann)
    const other = holdall.visitor()
    other.cookies.set(sessionCookie, id)
    expect(await isSignedIn(other)).toBe(false)
  })

  test('end one by one, or all but this one', async () => {
    const ann = await holdall.signUp()
    const [one, two, three] = [
      await signInWith(ann, firefox),
      await signInWith(ann, phone),
      await signInWith(ann, firefox),
    ]
    const [{ id }] = (await listOf(one)).filter(
      ({ attributes }: { attributes: { system: string } }) => attributes.system === 'iPhone',
    )
    expect((await ann.delete(`${url}/${id}`)).status).toBe(204)
    expect((await ann.delete(`${url}/${id}`)).status).toBe(404)
    expect([await isSignedIn(one), await isSignedIn(two), await isSignedIn(three)]).toEqual([true, false, true])
    expect((await ann.delete(url)).status).toBe(204)
    expect([await isSignedIn(ann), await isSignedIn(one), await isSignedIn(three)]).toEqual([true, false, false])
    expect(await listOf(ann)).toHaveLength(1)
  })
})

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/141.0 Safari/537.36 Edg/141.0',
    'Edge',
    'Windows',
    'computer',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1 Version/18.5 Safari/605.1',
    'Safari',
    'macOS',
    'computer',
  ],
  [
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/141.0 Mobile Safari/537.36',
    'Chrome',
    'Android',
    'phone',
  ],
  [
    'Mozilla/5.0 (Linux; Android 14; SM-X710) AppleWebKit/537.36 SamsungBrowser/28.0 Chrome/130.0 Safari/537.36',
    'Samsung Internet',
    'Android',
    'tablet',
  ],
  ['Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X) CriOS/141.0 Mobile/15E148 Safari/604.1', 'Chrome', 'iPad', 'tablet'],
  ['Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) Chrome/141.0 Safari/537.36', 'Chrome', 'ChromeOS', 'computer'],
  ['curl/8.5.0', null, null, 'computer'],
  ['', null, null, 'computer'],
])('%s is described', (userAgent, browser, system, device) => {
  expect(describeDevice(userAgent)).toEqual({ browser, system, device })
})
