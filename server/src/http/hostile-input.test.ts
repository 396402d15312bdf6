import { executedBlocks, MAX_LINEAR_GROWTH } from '../../../packages/testing/src/blocks/executed-blocks.ts'
import type * as inputs from '../testing/parse-any-input.ts'
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

test('refuses input that is nested deeper than any call needs', async () => {
  const user = await holdall.signUp()
  const payload = `{"name":"a","x":${nested(10_000)}}`
  const headers = { 'content-type': 'application/json' }
  const { status, body } = await user.request({ method: 'POST', url: '/api/create-folder', payload, headers })
  expect([status, body.errors]).toEqual([422, { body: ['This is nested too deeply.'] }])
})

test('checks input with work in proportion to its size, up to the greatest depth and number of values', async () => {
  const check = ({ parseAnyInput }: typeof inputs, [levels, count]: [number, number]) => {
    let value: unknown = Array.from({ length: count }, () => 'a')
    for (let level = 0; level < levels; level++) value = [value]
    try {
      return parseAnyInput(value)
    } catch {
      return null
    }
  }
  const counts = await executedBlocks(import.meta.resolve('../testing/parse-any-input.ts'), check, [
    [1, 2000],
    [1, 4000],
    [100, 0],
    [200, 0],
  ])
  expect(counts[1]! / counts[0]!).toBeLessThan(MAX_LINEAR_GROWTH)
  // The levels are built, and no more of them are looked at.
  expect(counts[3]! - counts[2]!).toBeLessThanOrEqual(110)
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
  const { status, body } = await user.post('/api/favourites', { ids: Array(100).fill(7) })
  expect(status).toBe(422)
  expect(Object.keys(body.errors)).toHaveLength(50)
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
