import type { Endpoint } from '@holdall/api'
import { endpoints } from '@holdall/api/table'
import { resetDemo } from '../../features/demo/demo-service.ts'
import type { Route } from '../../http/route.ts'
import { createClient } from '../../testing/client.ts'
import { testApp, type TestApp } from '../../testing/test-app.ts'
import { clientOf, requestsOf } from './calls.ts'
import { demoCalls } from './demo-expectations.ts'

const stopAtHandlers = (routes: readonly Route[]): Route[] =>
  routes.map((route) =>
    route.endpoint.id === 'demo.open'
      ? route
      : { ...route, run: async (_input, { reply }) => reply.code(200).send({ code: 'reached' }) },
  )

let holdall: TestApp
let cookies: Record<string, string>
beforeAll(async () => {
  holdall = await testApp({ config: { demo: true }, mapRoutes: stopAtHandlers })
  await resetDemo(holdall.services)
  const { raw } = await createClient(holdall.app).post('/api/demo')
  cookies = Object.fromEntries(raw.cookies.map(({ name, value }) => [name, value]))
})
afterAll(() => holdall.close())

const id = '01890000-0000-7000-8000-000000000000'
async function codesOf(endpoint: Endpoint): Promise<string[]> {
  const found: string[] = []
  for (const request of requestsOf(endpoint, { targets: [id, id, id], token: 'x'.repeat(22) })) {
    const { body } = await clientOf(holdall, cookies).request(request)
    found.push((body as { code?: string } | undefined)?.code ?? 'reached')
  }
  return found
}

test('the demo account is refused every call of users and administrators but those that read', async () => {
  const allowed: string[] = []
  for (const endpoint of endpoints) {
    const { by } = endpoint.access
    if (endpoint.id === 'demo.open') continue
    const codes = new Set(await codesOf(endpoint))
    if (by === 'user' || by === 'admin') {
      // It is no administrator.
      if (by === 'admin')
        expect([...codes].filter((code) => code !== 'forbidden' && code !== 'demo-read-only')).toEqual([])
      else if (!codes.has('demo-read-only')) allowed.push(endpoint.id)
      else expect([endpoint.id, ...codes]).toEqual([endpoint.id, 'demo-read-only'])
      expect(codes).not.toContain('unauthenticated')
    } else {
      expect(codes).not.toContain('demo-read-only')
    }
  }
  expect(allowed.sort()).toEqual([...demoCalls].sort())
})
