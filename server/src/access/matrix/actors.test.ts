import { type ErrorCode, errorStatus } from '@holdall/api'
import { endpoints } from '@holdall/api/table'
import type { Route } from '../../http/route.ts'
import { type ActorFixture, makeActorFixture } from '../../testing/actor-fixture.ts'
import type { Answer } from '../../testing/client.ts'
import { testApp, type TestApp } from '../../testing/test-app.ts'
import { actorRows, actors, type ActorName, type ActorRow } from './actor-expectations.ts'
import { clientOf, requestsOf, waysOf } from './calls.ts'

/** Subjects that no rule of the endpoint table names: the handler decides whose they are. */
const foundByHandlers = new Set([
  'address',
  'api-token',
  'thumbnail',
  'channel',
  'invitation',
  'notification',
  'passkey',
  'remote',
  'session',
  'ticket',
])
const byId = new Map(endpoints.map((endpoint) => [endpoint.id, endpoint]))

/** Whether the real handler answers: it only reads something, or the decision is its own. */
const isHandled = ({ id, subjects }: ActorRow) =>
  subjects.length > 0 && (byId.get(id)?.method === 'GET' || subjects.some((subject) => foundByHandlers.has(subject)))
const handled = new Set(actorRows.filter(isHandled).map(({ id }) => id))

/** All other handlers are replaced by this answer, so that every call finds the same state. */
const reached = 'reached'
const stopAtHandlers = (routes: readonly Route[]): Route[] =>
  routes.map((route) =>
    handled.has(route.endpoint.id)
      ? route
      : { ...route, run: async (_input, { reply }) => reply.send({ code: reached }) },
  )

let holdall: TestApp
let fixture: ActorFixture
beforeAll(async () => {
  holdall = await testApp({ mapRoutes: stopAtHandlers })
  await holdall.services.settings.set('shares.remote_uploads', true)
  fixture = await makeActorFixture(holdall)
})
afterAll(() => holdall.close())

function codeOf({ status, body }: Answer, expected: string): string {
  const code = (body as { code?: string } | undefined)?.code
  if (code !== undefined) return code === reached ? 'ok' : code
  if (status < 400) return 'ok'
  // A page for a frame on another site has no code.
  return errorStatus[expected as ErrorCode] === status ? expected : String(status)
}

/** The codes of the answers to one actor, by each way to send the call. */
async function answersFor({ id, scope, subjects, expected }: ActorRow, actor: ActorName): Promise<string[]> {
  const endpoint = byId.get(id)!
  const found: string[] = []
  for (let way = 0; way < waysOf(endpoint); way += 1) {
    const named = []
    for (const subject of subjects) named.push(await fixture.subjectFor(actor, scope, subject))
    const cookies = Object.assign({}, fixture.cookies[actor], ...named.map((subject) => subject.cookies ?? {}))
    const targets = named.map(({ value }) => value)
    const isAddress = subjects.includes('address') || subjects.includes('thumbnail')
    const request = isAddress
      ? { method: 'GET' as const, url: targets[0]! }
      : requestsOf(endpoint, { targets, token: fixture.tokenFor(actor, scope, subjects) })[way]!
    found.push(codeOf(await clientOf(holdall, cookies).request(request), expected[actor]))
  }
  return [...new Set(found)]
}

test('every endpoint has one row, with every actor', () => {
  expect(actorRows.map(({ id }) => id).sort()).toEqual(endpoints.map(({ id }) => id).sort())
})

test.each(actorRows.map((row) => [row.id, row] as const))('%s answers each actor as in the table', async (_id, row) => {
  const answered: Record<string, string> = {}
  for (const actor of actors) {
    if (actor === 'restricted owner') await fixture.restrict(true)
    answered[actor] = (await answersFor(row, actor)).join(', ')
    if (actor === 'restricted owner') await fixture.restrict(false)
  }
  expect(answered).toEqual(row.expected)
})
