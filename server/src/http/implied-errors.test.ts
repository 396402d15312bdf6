import { errorsOf } from '@holdall/api'
import { endpoints } from '@holdall/api/table'
import { testApp, type TestApp } from '../testing/test-app.ts'

let holdall: TestApp
beforeAll(async () => {
  holdall = await testApp()
})
afterAll(() => holdall.close())

/** What the stages before the pipeline, and its first ones, refuse. */
const hostile = {
  'from another site': { headers: { 'sec-fetch-site': 'cross-site' } },
  'with a long boundary': { headers: { 'content-type': `multipart/form-data; boundary=${'x'.repeat(71)}` } },
  'with a body of another type': { headers: { 'content-type': 'text/csv' }, payload: 'a' },
  'with a body that is too large': {
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify({ text: 'x'.repeat(1024 * 1024) }),
  },
  'with broken JSON': { headers: { 'content-type': 'application/json' }, payload: '{' },
  'with text that cannot be stored': { headers: {}, query: { text: '\0' } },
  'without a body': { headers: {} },
} as const

test.each(Object.entries(hostile))('a request %s is answered with codes of the table', async (_what, request) => {
  const admin = await holdall.signInAdmin()
  for (const endpoint of endpoints) {
    const url = endpoint.path.replace(/:\w+/g, 'x')
    for (const client of [holdall.visitor(), admin]) {
      const { body } = await client.request({ ...request, method: endpoint.method, url })
      const code = (body as { code?: string } | undefined)?.code
      if (code === undefined) continue
      expect({ id: endpoint.id, codes: errorsOf(endpoint) }).toEqual({
        id: endpoint.id,
        codes: expect.arrayContaining([code]),
      })
    }
  }
})
