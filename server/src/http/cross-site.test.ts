import { testApp, type TestApp } from '../testing/test-app.ts'

let holdall: TestApp
beforeAll(async () => {
  holdall = await testApp({ config: { publicUrl: 'https://files.example.com' } })
})
afterAll(() => holdall.close())

const write = async (headers: Record<string, string>) => (await holdall.visitor().post('/logout', {}, headers)).status

describe('a write', () => {
  test.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['another host of this site', { 'sec-fetch-site': 'same-site' }],
    [
      'another site that sends the right origin too',
      { 'sec-fetch-site': 'cross-site', origin: 'https://files.example.com' },
    ],
    ['another origin, by a browser on plain http', { origin: 'http://elsewhere.example', host: 'nas.lan:8080' }],
    ['another port', { origin: 'http://nas.lan:9090', host: 'nas.lan:8080' }],
    ['a sandboxed frame', { origin: 'null', host: 'nas.lan:8080' }],
  ])('from %s is refused', async (_from, headers) => {
    const answer = await holdall.visitor().post('/logout', {}, headers as Record<string, string>)
    expect([answer.status, answer.body.code]).toEqual([403, 'cross-site'])
  })

  test.each([
    ['the page itself', { 'sec-fetch-site': 'same-origin' }],
    ['the address bar', { 'sec-fetch-site': 'none' }],
    ['the page on plain http', { origin: 'http://nas.lan:8080', host: 'nas.lan:8080' }],
    ['the page behind a proxy', { origin: 'https://files.example.com', host: '10.0.0.5:8080' }],
    ['what is no browser', {}],
  ])('from %s is allowed', async (_from, headers) => {
    expect(await write(headers as Record<string, string>)).toBe(204)
  })

  test('that is sent as POST with _method is checked as well', async () => {
    const user = await holdall.signUp()
    const answer = await user.post('/api/trash/dump', { _method: 'delete' }, { 'sec-fetch-site': 'cross-site' })
    expect(answer.body.code).toBe('cross-site')
  })
})

test('reading from another site is left to the browser', async () => {
  expect((await holdall.visitor().get('/api/ping', { 'sec-fetch-site': 'cross-site' })).status).toBe(200)
})
