import type { Endpoint } from '@holdall/api'
import { endpoints } from '@holdall/api/table'
import type { Route } from '../../http/route.ts'
import { type Fixture, makeFixture } from '../../testing/access-fixture.ts'
import { testApp, type TestApp } from '../../testing/test-app.ts'
import { clientOf, requestsOf } from './calls.ts'
import { confirmedCalls } from './confirmation-expectations.ts'

const reached = 'reached'
let holdall: TestApp
let fixture: Fixture
beforeAll(async () => {
  holdall = await testApp({
    mapRoutes: (routes: readonly Route[]) =>
      routes.map((route) => ({ ...route, run: async (_input, { reply }) => reply.send({ code: reached }) })),
  })
  fixture = await makeFixture(holdall)
})
afterAll(() => holdall.close())

const ofSessions = endpoints.filter(({ access: { by } }) => by === 'user' || by === 'admin')

async function codesOf(endpoint: Endpoint): Promise<string[]> {
  const found: string[] = []
  const own = Object.values(fixture.things)[0]!
  for (const request of requestsOf(endpoint, { targets: [own, own, own], token: 'x'.repeat(22) })) {
    const { body } = await clientOf(holdall, fixture.cookies.admin).request(request)
    found.push((body as { code?: string } | undefined)?.code ?? reached)
  }
  return found
}

test('exactly the privileged calls are refused to a session that is not confirmed', async () => {
  await holdall.services.db.updateTable('sessions').set({ confirmed_at: null }).execute()
  const refused: string[] = []
  for (const endpoint of ofSessions) {
    const codes = await codesOf(endpoint)
    if (codes.includes('confirmation-required')) refused.push(endpoint.id)
    else expect(codes).not.toContain('unauthenticated')
  }
  expect(refused.sort()).toEqual([...confirmedCalls].sort())
  expect(
    endpoints
      .filter(({ confirmed }) => confirmed)
      .map(({ id }) => id)
      .sort(),
  ).toEqual([...confirmedCalls].sort())
})
