import type { Route } from './route.ts'
import { accountReadLimits, visitorReadLimits } from '../infrastructure/owner-slots.ts'
import { folder, shareLink } from '../testing/file-requests.ts'
import type { Client } from '../testing/client.ts'
import { testApp, type TestApp, testPassword } from '../testing/test-app.ts'
import { until } from '../testing/until.ts'

/** Calls that have begun to read, by the token of their link or by their user, and what lets them continue. */
const reading = new Map<string, number>()
let resume: () => void
let resumed: Promise<void>

const mapRoutes = (routes: readonly Route[]): Route[] =>
  routes.map((route) => {
    if (route.endpoint.id !== 'public-links.navigation' && route.endpoint.id !== 'files.browse') return route
    return {
      ...route,
      run: async (input, call) => {
        const { token } = input.params as { token?: string }
        const reader = token ?? (call.actor.kind === 'user' ? call.actor.userId : '')
        reading.set(reader, (reading.get(reader) ?? 0) + 1)
        await resumed
        return route.run(input, call)
      },
    }
  })

let holdall: TestApp
beforeAll(async () => {
  holdall = await testApp({ mapRoutes })
})
beforeEach(() => {
  reading.clear()
  resumed = new Promise((resolve) => (resume = resolve))
})
afterAll(() => holdall.close())

test('visitors of one link take turns, leave turns to other links, and are refused when too many wait', async () => {
  const ann = await holdall.signUp()
  const tokens: string[] = []
  for (const name of ['busy', 'other']) tokens.push(await shareLink(ann, await folder(ann, name)))
  const [busy, other] = tokens as [string, string]
  const visitor = holdall.visitor()
  const read = (token: string) => visitor.get(`/api/sharing/navigation/${token}`)
  const { perOwner, maxWaiting } = visitorReadLimits.byLink
  const reads = Array.from({ length: perOwner + maxWaiting + 1 }, () => read(busy))
  const refused = await Promise.race(reads)
  expect([refused.status, refused.body.code, refused.body.retry_after]).toEqual([503, 'busy', 5])
  expect(reading.get(busy)).toBe(perOwner)
  const elsewhere = read(other)
  await until(() => reading.has(other))
  // The owner waits for no visitor.
  expect((await ann.get('/api/browse/navigation')).status).toBe(200)
  expect(reading.get(busy)).toBe(perOwner)
  resume()
  const statuses = (await Promise.all([...reads, elsewhere])).map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(perOwner + maxWaiting + 1)
  expect(statuses.filter((status) => status === 503)).toHaveLength(1)
})

test('many links of one owner leave turns to links of other owners', async () => {
  const [ann, bob] = [await holdall.signUp(), await holdall.signUp()]
  const { size, perOwner } = visitorReadLimits.byOwner
  const [shared, other] = [await folder(ann, 'shared'), await folder(bob, 'other')]
  const links: string[] = []
  while (links.length < size) links.push(await shareLink(ann, shared))
  const link = await shareLink(bob, other)
  const visitor = holdall.visitor()
  const reads = links.map((token) => visitor.get(`/api/sharing/navigation/${token}`))
  await until(() => reading.size === perOwner)
  const elsewhere = visitor.get(`/api/sharing/navigation/${link}`)
  await until(() => reading.has(link))
  expect(reading.size).toBe(perOwner + 1)
  resume()
  const statuses = (await Promise.all([...reads, elsewhere])).map(({ status }) => status)
  expect(new Set(statuses)).toEqual(new Set([200]))
})

/** One more session of an account. */
async function anotherSession(email: string): Promise<Client> {
  const browser = holdall.visitor()
  expect((await browser.post('/login', { email, password: testPassword })).status).toBe(200)
  return browser
}

test('reads of one account take turns, leave turns to other accounts, and are refused when too many wait', async () => {
  const [busy, other] = [await holdall.signUp(), await holdall.signUp()]
  const { perSession, maxWaiting } = accountReadLimits
  const reads = Array.from({ length: perSession + maxWaiting + 1 }, () => busy.get('/api/browse/folders/all'))
  const refused = await Promise.race(reads)
  expect([refused.status, refused.body.code, refused.body.retry_after]).toEqual([503, 'busy', 5])
  expect(reading.get(busy.userId)).toBe(perSession)
  const elsewhere = other.get('/api/browse/folders/all')
  await until(() => reading.has(other.userId))
  expect(reading.get(busy.userId)).toBe(perSession)
  resume()
  const statuses = (await Promise.all([...reads, elsewhere])).map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(perSession + maxWaiting + 1)
  expect(statuses.filter((status) => status === 503)).toHaveLength(1)
})

test('a session with very many reads leaves turns and places to other sessions and tokens of its account', async () => {
  const busy = await holdall.signUp()
  const { perAccount, perSession, maxWaiting } = accountReadLimits
  const created = await busy.post('/api/user/tokens', { name: 'sync' })
  const browser = await anotherSession(busy.email)
  const program = holdall.visitor()
  const byToken = { authorization: `Bearer ${created.body.plainTextToken as string}` }
  const reads = Array.from({ length: perSession + maxWaiting }, () => busy.get('/api/browse/folders/all'))
  await until(() => reading.get(busy.userId) === perSession)
  const others = [browser.get('/api/browse/folders/all'), program.get('/api/browse/folders/all', byToken)]
  // They run beside the reads of the busy session.
  await until(() => reading.get(busy.userId) === perAccount)
  const waiting = [browser.get('/api/browse/folders/all'), program.get('/api/browse/folders/all', byToken)]
  // Its newest reads are refused for them.
  const refused: unknown[] = []
  for (const read of reads) void read.then(({ status, body }) => status === 503 && refused.push(body.code))
  await until(() => refused.length === waiting.length)
  expect(new Set(refused)).toEqual(new Set(['busy']))
  resume()
  const answers = await Promise.all([...others, ...waiting])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect((await Promise.all(reads)).filter(({ status }) => status === 200)).toHaveLength(reads.length - 2)
})
