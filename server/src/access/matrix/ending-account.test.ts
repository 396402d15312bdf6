import { endpoints } from '@holdall/api/table'
import type { Route } from '../../http/route.ts'
import { type Fixture, makeFixture } from '../../testing/access-fixture.ts'
import { testApp, type TestApp } from '../../testing/test-app.ts'
import { clientOf, requestsOf } from './calls.ts'

/** What the user of an account that is to be deleted may call of what needs a user, written by hand. */
const allowed = ['account-deletion.cancel', 'account-deletion.show', 'user.current']

const reached = 'reached'
let holdall: TestApp
let fixture: Fixture
beforeAll(async () => {
  holdall = await testApp({
    mapRoutes: (routes: readonly Route[]) =>
      routes.map((route) => ({ ...route, run: async (_input, { reply }) => reply.send({ code: reached }) })),
  })
  fixture = await makeFixture(holdall)
  await holdall.services.db
    .updateTable('users')
    .set({ deletes_at: holdall.clock.now() + 1e9 })
    .execute()
})
afterAll(() => holdall.close())

test('in its grace period an account can only be kept, by every way to send a call', async () => {
  const found: string[] = []
  for (const endpoint of endpoints.filter(({ access: { by } }) => by === 'user' || by === 'admin')) {
    const codes = new Set<string>()
    // The parameters of a path are parsed before: some are ids, others tokens.
    for (const target of ['01890000-0000-7000-8000-000000000000', 'x'.repeat(22)]) {
      for (const request of requestsOf(endpoint, { targets: [target, target, target], token: target })) {
        const { body } = await clientOf(holdall, fixture.cookies.admin).request(request)
        // An answer without a body is no refusal.
        codes.add((body as { code?: string } | undefined)?.code ?? reached)
      }
    }
    if (codes.has(reached)) found.push(endpoint.id)
    else expect([endpoint.id, [...codes]]).toEqual([endpoint.id, expect.arrayContaining(['account-ending'])])
  }
  expect(found.toSorted()).toEqual(allowed)
})
