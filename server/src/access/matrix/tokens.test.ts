import { type Endpoint, type TokenScope, tokenScopes } from '@holdall/api'
import { endpoints } from '@holdall/api/table'
import { addressOf, thumbnailAddressesOf } from '../../features/entries/content-urls.ts'
import type { Route } from '../../http/route.ts'
import { type Fixture, makeFixture } from '../../testing/access-fixture.ts'
import { testApp, type TestApp } from '../../testing/test-app.ts'
import { clientOf, requestsOf } from './calls.ts'
import { rightOf, userCalls } from './expectations.ts'
import { visitorCalls } from './link-expectations.ts'
import { requestCalls } from './request-expectations.ts'
import { knownWith, tokenRows } from './token-expectations.ts'

const addressed = ['content.file', 'content.thumbnail']
/** Handlers are replaced by this answer: the tests only check whether a call reaches its handler, and as whom. */
const stopAtHandlers = (routes: readonly Route[]): Route[] =>
  routes.map((route) =>
    addressed.includes(route.endpoint.id)
      ? route
      : {
          ...route,
          run: async (_input, { actor, reply }) => reply.code(200).send({ code: `reached by ${actor.kind}` }),
        },
  )

const asUser = 'reached by user'

let holdall: TestApp
let fixture: Fixture
/** Tokens of the owner, and of an administrator, with one scope, and with all. */
const tokens = { owner: new Map<string, string>(), admin: new Map<string, string>() }
const grants = new Map<string, readonly TokenScope[]>([
  ...tokenScopes.map((scope) => [scope, [scope]] as const),
  ['all', tokenScopes],
])

beforeAll(async () => {
  holdall = await testApp({ mapRoutes: stopAtHandlers })
  await holdall.services.settings.set('shares.remote_uploads', true)
  fixture = await makeFixture(holdall)
  for (const role of ['owner', 'admin'] as const) {
    for (const [name, scopes] of grants) tokens[role].set(name, await createToken(fixture.userIds[role], scopes))
  }
})
afterAll(() => holdall.close())

const createToken = async (userId: string, scopes: readonly TokenScope[]) => {
  const { apiTokens, transact } = holdall.services
  const token = { userId, name: 'n', scopes, expiresAtMs: null, passwordVersion: null }
  return (await transact((trx) => apiTokens.create(trx, token))).token
}
const byId = new Map(endpoints.map((endpoint) => [endpoint.id, endpoint]))
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

function givenTo(endpoint: Endpoint) {
  const { id } = endpoint
  if (id in visitorCalls) {
    const targets = visitorCalls[id]!.map((table) => fixture.inLink.editor[rightOf(table)]!)
    return { token: fixture.link.editor.token, targets }
  }
  if (id in requestCalls) {
    const { token, things } = fixture.request.filling
    return { token, targets: requestCalls[id]!.map((table) => things[rightOf(table)]!) }
  }
  return { token: 'x'.repeat(22), targets: userCalls[id]!.map((table) => fixture.things[rightOf(table)]!) }
}

/** The codes of the answers, by each way to send the call. */
async function codesOf(endpoint: Endpoint, headers: Readonly<Record<string, string>>, cookies = {}): Promise<string> {
  const found = new Set<string>()
  for (const request of requestsOf(endpoint, givenTo(endpoint), headers)) {
    const { status, body } = await clientOf(holdall, cookies).request(request)
    found.add((body as { code?: string } | undefined)?.code ?? String(status))
  }
  return [...found].join(', ')
}

/** Of a session that awaits its second factor, and of nobody. */
async function codesWithoutAccount(endpoint: Endpoint): Promise<readonly string[]> {
  return [await codesOf(endpoint, {}), await codesOf(endpoint, {}, fixture.cookies.half)]
}

test('every endpoint has one row', () => {
  expect(tokenRows.map(({ id }) => id).sort()).toEqual(endpoints.map(({ id }) => id).sort())
})

describe.each(tokenRows.filter(({ id }) => !addressed.includes(id)))('$id, which needs $needs,', ({ id, needs }) => {
  const endpoint = byId.get(id)!

  test('answers tokens with each scope', async () => {
    const answers: Record<string, string> = {}
    const expected: Record<string, string> = {}
    const nobody = needs === 'nobody' ? await codesOf(endpoint, {}) : undefined
    for (const [name, token] of tokens.owner) {
      answers[name] = await codesOf(endpoint, bearer(token))
      expected[name] = nobody ?? 'insufficient-scope'
      if (name === needs || (name === 'all' && needs !== 'never' && needs !== 'nobody')) expected[name] = asUser
      if (knownWith[id] && (name === knownWith[id] || name === 'all')) expected[name] = asUser
    }
    expect(answers).toEqual(expected)
  })

  test('judges a call by its token and not by its cookie', async () => {
    const none = await createToken(fixture.userIds.owner, [])
    const answer = await codesOf(endpoint, bearer(none), fixture.cookies.owner)
    expect(answer).toBe(needs === 'nobody' ? await codesOf(endpoint, {}) : 'insufficient-scope')
  })

  test('accepts no token that is none, whatever the cookie', async () => {
    const session = Object.values(fixture.cookies.half)[0]!
    for (const token of [session, 'holdall_', `holdall_${'x'.repeat(43)}`, '']) {
      expect(await codesOf(endpoint, bearer(token), fixture.cookies.owner)).toBe('invalid-token')
    }
  })

  if (needs !== 'nobody') {
    test('does not answer a session that awaits its second factor', async () => {
      expect(await codesWithoutAccount(endpoint)).toEqual(['unauthenticated', 'unauthenticated'])
    })
  }
})

test('no token of an administrator reaches administration, nor what protects an account', async () => {
  for (const { id } of tokenRows.filter(({ needs }) => needs === 'never')) {
    for (const token of tokens.admin.values()) {
      expect([id, await codesOf(byId.get(id)!, bearer(token))]).toEqual([id, 'insufficient-scope'])
    }
  }
})

test.each(addressed)('an address of %s is followed with the scope to read files only', async (id) => {
  const holder = { kind: 'user', id: fixture.userIds.owner, sessionId: 'none' } as const
  const file = { id: fixture.things['own file']!, version: 1 }
  const address =
    id === 'content.file'
      ? addressOf(holdall.services, holder, file)
      : thumbnailAddressesOf(holdall.services, holder, file, new Set(['xs'])).xs
  for (const [name, token] of tokens.owner) {
    const { status } = await clientOf(holdall, {}).get(address, bearer(token))
    expect([name, status]).toEqual([name, name === 'files:read' || name === 'all' ? 200 : 404])
  }
  expect((await clientOf(holdall, {}).get(address, bearer(tokens.admin.get('all')!))).status).toBe(404)
})
