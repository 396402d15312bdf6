import { hostname } from 'node:os'
import { setupKeyHeader } from '@holdall/api'
import { testApp, type TestApp, testPassword } from '../testing/test-app.ts'

const id = '01890000-0000-7000-8000-000000000000'
const token = 'TOKENTOKENTOKEN1'

let installed: TestApp
beforeAll(async () => void (installed = await testApp()))
afterAll(() => installed.close())

test.each([
  [`/file/${id}?for=u.1&signature=abc`, `/file/${id}?…`],
  [`/api/sharing/${token}`, '/api/sharing/…'],
  [`/api/s%68aring/${token}`, '/api/sharing/…'],
  [`/api/sharing/authenticate/${token}`, '/api/sharing/authenticate/…'],
  [`/api/sharing/folders/all/${token}`, '/api/sharing/folders/all/…'],
  [`/api/sharing/folders/${id}/${token}`, `/api/sharing/folders/${id}/…`],
  [`/api/sharing/file/${token}`, '/api/sharing/file/…'],
  [`/api/sharing/navigation/${token}?parent_id=1`, '/api/sharing/navigation/…?…'],
  [`/translations/${token}`, '/translations/…'],
  ['/api/browse/folders/all', '/api/browse/folders/all'],
  [`/api/Sharing/${token}`, '/…'],
  [`/api//sharing/${token}`, '/…'],
  [`//share/${token}`, undefined],
  [`/Share/${token}`, undefined],
  [`/share/${token}/files/1`, undefined],
  [`/%73hare/${token}`, undefined],
  [`/share%2f${token}`, undefined],
  [`/share/${token}/%zz`, undefined],
  [`/install?key=${token}`, undefined],
  [`/${token}`, undefined],
])('GET %s is logged without its secrets', async (url, shown) => {
  const before = installed.log.length
  await installed.visitor().get(url)
  const lines = installed.log.slice(before)
  expect(lines.join('')).not.toContain(token)
  if (shown !== undefined) expect(lines.map((line) => (JSON.parse(line) as { url: string }).url)).toContain(shown)
})

test('the line of a call has its account, its id, the node, the level by name and the time in ISO 8601', async () => {
  const user = await installed.signUp()
  const before = installed.log.length
  await user.get('/api/user')
  await user.post('/api/create-folder', { name: 'Plans' })
  await user.get(`/api/browse/folders/${id}`)
  await installed.visitor().post('/login', { email: user.email, password: testPassword })
  await installed.visitor().get('/healthz')
  const calls = installed.log
    .slice(before)
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ msg }) => msg === 'call')
  expect(calls.map(({ url, level, accountId }) => [url, level, accountId])).toEqual([
    ['/api/user', 'debug', user.userId],
    ['/api/create-folder', 'info', user.userId],
    [`/api/browse/folders/${id}`, 'info', user.userId],
    ['/login', 'info', user.userId],
    ['/healthz', 'debug', undefined],
  ])
  expect(new Set(calls.map(({ requestId }) => requestId)).size).toBe(5)
  for (const { time, node, pid } of calls) {
    expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    expect([node, pid]).toEqual([hostname(), process.pid])
  }
})

test('the line of an unexpected error has the request and the account of its call', async () => {
  const failing = await testApp({
    mapRoutes: (routes) =>
      routes.map((route) =>
        route.endpoint.id === 'user.current' ? { ...route, run: () => Promise.reject(new Error('broken')) } : route,
      ),
  })
  try {
    const user = await failing.signUp()
    expect((await user.get('/api/user')).status).toBe(500)
    const lines = failing.log.map((line) => JSON.parse(line) as Record<string, unknown>)
    const [error, call] = ['unexpected error', 'call'].map((msg) => lines.findLast((line) => line['msg'] === msg)!)
    expect(error).toMatchObject({ level: 'error', accountId: user.userId, requestId: call!['requestId'] })
  } finally {
    await failing.close()
  }
})

test('the log of a day holds no password, no cookie, no token and no key', async () => {
  const holdall = await testApp({ installed: false })
  const { key } = holdall.services.installation
  const client = holdall.visitor()
  const owner = { name: 'A', email: 'a@example.com', password: testPassword, password_confirmation: testPassword }
  await client.get(`/install?key=${key}`)
  await client.get('/api/setup/status', { [setupKeyHeader]: key })
  await client.post('/api/setup/admin', owner, { [setupKeyHeader]: key })
  const folder = (await client.post('/api/create-folder', { name: 'Plans' })).body.data
  const share = (await client.post('/api/share', { id: folder.id, isPassword: true, password: 'sesame-open' })).body
    .data
  const { token } = share.attributes
  const guest = holdall.visitor()
  await guest.get(`/share/${token}`)
  await guest.get(`/api/sharing/${token}`)
  await guest.post(`/api/sharing/authenticate/${token}`, { password: 'sesame-open' })
  await guest.get(`/api/sharing/folders/all/${token}`)
  await client.patch(`/api/share/${token}`, { expiration: 1 })
  await client.delete('/api/share/revoke', { tokens: [token] })
  await client.post('/login', { email: owner.email, password: 'a wrong password' })
  const secrets = [
    key,
    testPassword,
    'a wrong password',
    'sesame-open',
    token,
    ...client.cookies.values(),
    ...guest.cookies.values(),
  ]
  const text = holdall.log.join('\n')
  expect(holdall.log.length).toBeGreaterThan(10)
  expect(guest.cookies.size).toBe(1)
  expect(secrets.filter((secret) => text.includes(secret))).toEqual([])
  await holdall.close()
})
