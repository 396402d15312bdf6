import { endpoints } from '@holdall/api/table'
import { testApp, type TestApp } from '../testing/test-app.ts'

let holdall: TestApp
beforeAll(async () => {
  holdall = await testApp()
})
afterAll(() => holdall.close())

const form = { 'content-type': 'application/x-www-form-urlencoded' }
const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)

test.each([
  ['an object', '{"_method":{"toString":1}}'],
  ['a deep array', `{"_method":${nested(10_000)}}`],
  ['a number', '{"_method":1}'],
])('refuses %s as _method', async (_what, payload) => {
  const user = await holdall.signUp()
  for (const url of ['/api/user/settings', '/api/share/revoke']) {
    const answer = await user.request({
      method: 'POST',
      url,
      payload,
      headers: { 'content-type': 'application/json' },
    })
    expect([answer.status, answer.body.code, Object.keys(answer.body.errors)]).toEqual([422, 'validation', ['_method']])
  }
})

test('refuses a NUL in any string of any input, on every engine', async () => {
  const user = await holdall.signUp()
  const refused = async (answer: Promise<{ status: number; body: { code: string } }>, field: string) => {
    const { status, body } = await answer
    expect([status, body]).toMatchObject([
      422,
      { code: 'validation', errors: { [field]: expect.arrayContaining([expect.any(String)]) } },
    ])
  }
  await refused(user.post('/login', { email: 'a\0b@example.com', password: 'x' }), 'email')
  await refused(user.post('/login', { email: 'a@example.com', password: 'x\0' }), 'password')
  await refused(user.post('/api/create-folder', { name: 'a', emoji: '\0' }), 'emoji')
  await refused(user.post('/api/create-folder', { name: 'a\0' }), 'name')
  await refused(user.patch('/api/user/settings', { name: 'first_name', value: '\0' }), 'value')
  const id = '01890000-0000-7000-8000-000000000000'
  await refused(user.post('/api/remove', { items: [{ id, 'ty\0pe': 1 }] }), 'items.0')
  await refused(user.get('/api/browse/folders/all?sort=%00'), 'sort')
  await refused(user.raw('/api/upload', { name: 'a\0' }, Buffer.from('x')), 'name')
  await refused(
    user.request({ method: 'POST', url: '/login', payload: 'email=%00&password=x', headers: form }),
    'email',
  )
})

test('a path with a NUL is not found', async () => {
  const { status, body } = await holdall.visitor().get('/translations/de%00')
  expect([status, body.code]).toEqual([404, 'not-found'])
})

test('refuses half of a surrogate pair, which no database can store', async () => {
  const user = await holdall.signUp()
  const answer = await user.post('/api/create-folder', { name: 'a\ud800' })
  expect([answer.status, answer.body.code]).toEqual([422, 'validation'])
})

test('checks every part of an input and no deeper than any call needs', async () => {
  const user = await holdall.signUp()
  for (const body of [
    `{"name":"a","x":${nested(100_000)}}`,
    `{"name":"a","x":[${'1,'.repeat(200_000)}1]}`,
    `{"items":[${'{},'.repeat(20_000)}{}]}`,
  ]) {
    for (const { method, path } of endpoints.filter(({ takes, access }) => takes === 'json' && access.by === 'user')) {
      const url = path.replace(':id', '01890000-0000-7000-8000-000000000000').replace(':token', 'x'.repeat(20))
      const started = performance.now()
      const { status, raw } = await user.request({
        method: method as 'POST',
        url,
        payload: body,
        headers: { 'content-type': 'application/json' },
      })
      expect([404, 422]).toContain(status)
      expect(raw.payload.length).toBeLessThan(10_000)
      expect(performance.now() - started).toBeLessThan(1000)
    }
  }
})

test('refuses JSON of too many values before it parses it', async () => {
  const values = (count: number) => `{${Array.from({ length: count }, (_, n) => `"${n}":1`).join(',')}`
  const headers = { 'content-type': 'application/json' }
  const visitor = holdall.visitor()
  const many = await visitor.request({ method: 'POST', url: '/login', payload: values(100_000), headers })
  expect([many.status, many.body.errors]).toEqual([422, { body: ['This has too many values.'] }])
  const fewer = await visitor.request({ method: 'POST', url: '/login', payload: values(20_000), headers })
  expect([fewer.status, fewer.body.code]).toEqual([400, 'malformed-request'])
})

test('refuses a form of too many fields before it parses it', async () => {
  const visitor = holdall.visitor()
  const many = await visitor.request({ method: 'POST', url: '/login', payload: 'a&'.repeat(500_000), headers: form })
  expect([many.status, many.body.code]).toEqual([413, 'too-large'])
  const enough = await visitor.request({ method: 'POST', url: '/login', payload: 'a&'.repeat(500), headers: form })
  expect(enough.status).toBe(422)
})

test('names at most a few of the invalid fields', async () => {
  const user = await holdall.signUp()
  const { status, body } = await user.post('/api/remove', { items: Array(1000).fill({}) })
  expect(status).toBe(422)
  expect(Object.keys(body.errors).length).toBeLessThanOrEqual(50)
})

test('refuses a form whose boundary is longer than the standard allows', async () => {
  const user = await holdall.signUp()
  for (const length of [71, 10_000]) {
    const answer = await user.request({
      method: 'POST',
      url: '/api/upload',
      payload: 'x',
      headers: { 'content-type': `multipart/form-data; boundary=${'b'.repeat(length)}` },
    })
    expect([answer.status, answer.body.code]).toEqual([400, 'malformed-request'])
  }
})
