import { type Endpoint, setupKeyHeader, type Target } from '@holdall/api'
import { endpoints } from '@holdall/api/table'
import type { Route } from '../../http/handle.ts'
import { refuse } from '../../http/refusal.ts'
import { createClient } from '../../testing/client.ts'
import { testApp, type TestApp } from '../../testing/test-app.ts'
import {
  type Fixture,
  type Link,
  links,
  makeFixture,
  type Named,
  type Role,
  roles,
  type State,
  states,
} from './fixture.ts'
import { type Given, inputs } from './inputs.ts'

/** Handlers are replaced by this answer: what is asked here is only whether a call gets to its handler. */
const reached = 'conflict'
const stopAtHandlers = {
  mapRoutes: (routes: readonly Route[]): Route[] =>
    routes.map(({ endpoint }) => ({ endpoint, run: () => Promise.reject(refuse(reached)) })),
}

let holdall: TestApp
let fixture: Fixture
let fresh: TestApp
beforeAll(async () => {
  holdall = await testApp(stopAtHandlers)
  fixture = await makeFixture(holdall)
  fresh = await testApp({ ...stopAtHandlers, installed: false })
})
afterAll(async () => {
  await holdall.close()
  await fresh.close()
})

async function codeOf(
  app: TestApp,
  endpoint: Endpoint,
  given: Given,
  cookies: Readonly<Record<string, string>>,
  extra: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { params = {}, query = {}, body, headers } = inputs[endpoint.id]!(given)
  const client = createClient(app.app)
  for (const [name, value] of Object.entries(cookies)) client.cookies.set(name, value)
  const url = endpoint.path.replace(/:(\w+)/g, (_, name: string) => params[name]!)
  const upload = endpoint.takes === 'upload' && { payload: Buffer.from('x') }
  const type = upload ? { 'content-type': 'application/octet-stream' } : {}
  const answer = await client.request({
    method: endpoint.method,
    url,
    query,
    headers: { ...type, ...headers, ...extra },
    ...(body && { payload: body }),
    ...upload,
  })
  return (answer.body as { code: string }).code
}

const targetsOf = ({ access }: Endpoint): readonly Target[] => ('targets' in access ? access.targets : [])
const partOf = (target: Target): keyof Named => (target.kind === 'entry' ? 'entry' : target.kind)

/** Each target in turn takes the state; the others name what is right for them. */
function cases(endpoint: Endpoint): { state: State; index: number }[] {
  const targets = targetsOf(endpoint)
  if (targets.length === 0) return [{ state: 'live', index: -1 }]
  return targets.flatMap((_, index) => states.map((state) => ({ state, index })))
}

function right(target: Target): State {
  return target.kind === 'entry' && target.state === 'trashed' ? 'trashed' : 'live'
}

function passes(target: Target, state: State): boolean {
  if (state === 'foreign' || state === 'unknown') return false
  if (target.kind !== 'entry' || target.state === 'any') return true
  return (target.state ?? 'live') === state
}

function expectedOfUser(endpoint: Endpoint, role: Role, state: State, index: number): string {
  const { by } = endpoint.access
  if (by === 'anyone' || by === 'signed-address') return reached
  if (by === 'installer') return 'not-found'
  if (role === 'anonymous' || role === 'half') return 'unauthenticated'
  if (by === 'admin') return role === 'admin' ? reached : 'forbidden'
  if (index === -1) return reached
  return role === 'owner' && passes(targetsOf(endpoint)[index]!, state) ? reached : 'not-found'
}

function expectedOfVisitor({ access }: Endpoint, link: Link, state: State, index: number): string {
  if (access.by !== 'visitor') throw new Error('not for visitors')
  if (link === 'revoked' || link === 'suspended') return 'not-found'
  if (link === 'expired') return 'share-expired'
  if (link === 'locked' && access.unlocked) return 'share-locked'
  return index === -1 || state === 'live' ? reached : 'not-found'
}

it('knows how to call every endpoint', () => {
  expect(endpoints.map(({ id }) => id).filter((id) => !(id in inputs))).toEqual([])
  expect(Object.keys(inputs).filter((id) => !endpoints.some((endpoint) => endpoint.id === id))).toEqual([])
})

const withoutLink = endpoints.filter(({ access }) => access.by !== 'visitor')
const withLink = endpoints.filter(({ access }) => access.by === 'visitor')

describe.each(withoutLink.map((endpoint) => [endpoint.id, endpoint] as const))('%s', (_id, endpoint) => {
  const given = (state: State, index: number): Given => ({
    token: 'x'.repeat(22),
    targets: targetsOf(endpoint).map(
      (target, at) => fixture.named[at === index ? state : right(target)][partOf(target)],
    ),
  })

  it.each(cases(endpoint).flatMap((one) => roles.map((role) => ({ ...one, role }))))(
    'answers $role about what is $state (target $index) by its rule',
    async ({ role, state, index }) => {
      expect(await codeOf(holdall, endpoint, given(state, index), fixture.cookies[role])).toBe(
        expectedOfUser(endpoint, role, state, index),
      )
    },
  )

  it.each(links)('knows the visitor of a link that is %s for nobody', async (link) => {
    const code = await codeOf(holdall, endpoint, given('live', -1), fixture.link[link].cookies)
    expect(code).toBe(expectedOfUser(endpoint, 'anonymous', 'live', -1))
  })
})

describe.each(withLink.map((endpoint) => [endpoint.id, endpoint] as const))('%s', (_id, endpoint) => {
  const callers = [
    ...links.map((link) => ({ link, role: 'anonymous' as Role })),
    ...roles.map((role) => ({ link: 'open' as Link, role })),
  ]

  it.each(cases(endpoint).flatMap((one) => callers.map((caller) => ({ ...one, ...caller }))))(
    'answers $role with a link that is $link about what is $state by its rule',
    async ({ link, role, state, index }) => {
      const { token, cookies, inside } = fixture.link[link]
      const given = { token, targets: targetsOf(endpoint).map(() => inside[state]) }
      expect(await codeOf(holdall, endpoint, given, { ...fixture.cookies[role], ...cookies })).toBe(
        expectedOfVisitor(endpoint, link, state, index),
      )
    },
  )

  it('takes the grant of one link for no other', async () => {
    const { token, inside, grant } = fixture.link.locked
    const secret = Object.values(fixture.link.unlocked.cookies)[0]!
    const given = { token, targets: targetsOf(endpoint).map(() => inside.live) }
    expect(await codeOf(holdall, endpoint, given, { [grant]: secret })).toBe(
      expectedOfVisitor(endpoint, 'locked', 'live', -1),
    )
  })
})

describe.each(
  endpoints.filter(({ access }) => access.by === 'installer').map((endpoint) => [endpoint.id, endpoint] as const),
)('%s before the installation', (_id, endpoint) => {
  it('refuses a wrong key', async () => {
    expect(await codeOf(fresh, endpoint, { targets: [], token: '' }, {})).toBe('forbidden')
  })

  it('answers the holder of the key', async () => {
    const key = { [setupKeyHeader]: fresh.services.installation.key }
    expect(await codeOf(fresh, endpoint, { targets: [], token: '' }, {}, key)).toBe(reached)
  })
})
