import { type Endpoint, setupKeyHeader } from '@holdall/api'
import { endpoints } from '@holdall/api/table'
import { addressOf, type Holder, thumbnailAddressesOf } from '../../features/entries/content-urls.ts'
import type { Route } from '../../http/route.ts'
import { testApp, type TestApp } from '../../testing/test-app.ts'
import {
  addressesOfUsers,
  codes,
  refusedWhenRestricted,
  rightOf,
  type Table,
  userCalls,
  userColumns,
} from './expectations.ts'
import { addressesOfLinks, linkColumns, thumbnailsOfLinks, visitorCalls } from './link-expectations.ts'
import { type Fixture, type Link, makeFixture, type RequestKind } from '../../testing/access-fixture.ts'
import { makeTeamFixture, type TeamActor, type TeamFixture } from '../../testing/team-fixture.ts'
import { clientOf, type Cookies, requestsOf } from './calls.ts'
import { type Given, inputs } from './inputs.ts'
import { addressesOfMembers, teamCalls, teamColumns } from './team-expectations.ts'
import { requestCalls, requestColumns, thumbnailsOfRequests } from './request-expectations.ts'

const addressed = ['content.file', 'content.thumbnail']

/** Handlers are replaced by this answer, which is no refusal: the tests only check whether a call reaches its handler. */
const reached = 'reached'
const stopAtHandlers = {
  mapRoutes: (routes: readonly Route[]): Route[] =>
    routes.map((route) =>
      // Its rule leaves the check to its handler, which is the real one here.
      addressed.includes(route.endpoint.id)
        ? route
        : { ...route, run: async (_input, { reply }) => reply.send({ code: reached }) },
    ),
}

let holdall: TestApp
let fixture: Fixture
let team: TeamFixture
let fresh: TestApp
/** Where the owner is restricted in everything. */
let restricted: { readonly holdall: TestApp; readonly fixture: Fixture }
beforeAll(async () => {
  holdall = await testApp(stopAtHandlers)
  await holdall.services.settings.set('shares.remote_uploads', true)
  fixture = await makeFixture(holdall)
  team = await makeTeamFixture(holdall)
  fresh = await testApp({ ...stopAtHandlers, installed: false })
  restricted = await restrictedOwner()
})
afterAll(async () => {
  await holdall.close()
  await fresh.close()
  await restricted.holdall.close()
})

async function restrictedOwner() {
  const app = await testApp(stopAtHandlers)
  await app.services.settings.set('shares.remote_uploads', true)
  const made = await makeFixture(app)
  await app.services.db
    .updateTable('users')
    .set({ upload_restricted: 1, download_restricted: 1, folder_restricted: 1, team_folder_restricted: 1 })
    .where('id', '=', made.userIds.owner)
    .execute()
  return { holdall: app, fixture: made }
}

const worded = (code: string | undefined) => (code === reached ? codes.ok : (code ?? codes.ok))

/** The codes of the answers, by each way to send the call. */
async function codesOf(
  app: TestApp,
  endpoint: Endpoint,
  given: Given,
  cookies: Cookies,
  headers: Cookies = {},
): Promise<string[]> {
  const found: string[] = []
  for (const request of requestsOf(endpoint, given, headers)) {
    const { body } = await clientOf(app, cookies).request(request)
    found.push(worded((body as { code?: string } | undefined)?.code))
  }
  return found
}

interface Case {
  /** Which target of the call it is; all other targets are valid. */
  readonly index: number
  readonly thing: string
  readonly column: string
  readonly expected: string
}

const shorts: Readonly<Record<string, string>> = codes
function casesOf(tables: readonly Table[], columns: readonly string[]): Case[] {
  return tables.flatMap((table, index) =>
    Object.entries(table).flatMap(([thing, row]) => {
      const words = row.trim().split(/\s+/)
      if (words.length !== columns.length || words.some((word) => !(word in shorts))) {
        throw new Error(`"${thing}: ${row}" does not fit ${columns.join(', ')}`)
      }
      return words.map((word, at) => ({ index, thing, column: columns[at]!, expected: shorts[word]! }))
    }),
  )
}

const tablesOf = ({ id }: Endpoint) => userCalls[id] ?? visitorCalls[id] ?? requestCalls[id] ?? []
const thingsOf = (endpoint: Endpoint, { index, thing }: Pick<Case, 'index' | 'thing'>) =>
  tablesOf(endpoint).map((table, at) => (at === index ? thing : rightOf(table)))
const isAll = (expected: string, found: readonly string[]) => {
  expect(found).toEqual(found.map(() => expected))
}

test('every endpoint has its row in the table, and a well-formed call', () => {
  const ids = endpoints.map(({ id }) => id).sort()
  const tables = [userCalls, visitorCalls, requestCalls]
  expect(tables.flatMap((calls) => Object.keys(calls)).sort()).toEqual(ids)
  expect(Object.keys(inputs).sort()).toEqual(ids)
  const named = (kind: string) => endpoints.filter(({ access }) => access.by === kind).map(({ id }) => id)
  expect(named('visitor').sort()).toEqual(Object.keys(visitorCalls).sort())
  expect(named('request-visitor').sort()).toEqual(Object.keys(requestCalls).sort())
})

const withoutLink = endpoints.filter(({ id }) => id in userCalls && !addressed.includes(id))
const withLink = endpoints.filter(({ id }) => id in visitorCalls)
const withRequest = endpoints.filter(({ id }) => id in requestCalls)

describe.each(withoutLink.map((endpoint) => [endpoint.id, endpoint] as const))('%s', (_id, endpoint) => {
  const given = (one: Pick<Case, 'index' | 'thing'>): Given => ({
    token: 'x'.repeat(22),
    targets: thingsOf(endpoint, one).map((thing) => fixture.things[thing]!),
  })

  test.each(casesOf(tablesOf(endpoint), userColumns))(
    'answers $column about $thing (target $index): $expected',
    async ({ column, expected, ...one }) => {
      const cookies = fixture.cookies[column as (typeof userColumns)[number]]
      isAll(expected, await codesOf(holdall, endpoint, given(one), cookies))
    },
  )

  test.each(linkColumns)('treats the visitor of a link that is %s as anonymous', async (link) => {
    const [anonymous] = casesOf(tablesOf(endpoint), userColumns)
    isAll(anonymous!.expected, await codesOf(holdall, endpoint, given(anonymous!), fixture.link[link].cookies))
  })
})

describe.each(withLink.map((endpoint) => [endpoint.id, endpoint] as const))('%s', (_id, endpoint) => {
  const cases = casesOf(tablesOf(endpoint), linkColumns)
  const given = (link: Link, one: Pick<Case, 'index' | 'thing'>): Given => ({
    token: fixture.link[link].token,
    targets: thingsOf(endpoint, one).map((thing) => fixture.inLink[link][thing]!),
  })

  test.each(cases)(
    'answers whoever holds a link that is $column about $thing: $expected',
    async ({ column, expected, ...one }) => {
      const link = column as Link
      isAll(expected, await codesOf(holdall, endpoint, given(link, one), fixture.link[link].cookies))
    },
  )

  const others = userColumns.filter((role) => role !== 'anonymous')
  test.each(cases.filter(({ column }) => column === 'open').flatMap((one) => others.map((role) => ({ ...one, role }))))(
    'answers $role with an open link about $thing like anybody: $expected',
    async ({ role, expected, ...one }) => {
      isAll(expected, await codesOf(holdall, endpoint, given('open', one), fixture.cookies[role]))
    },
  )

  test('accepts no token of an upload request, no id, and no token of nobody', async () => {
    const [one] = cases
    for (const token of [fixture.request.filling.token, fixture.inLink.open['the shared folder']!, 'x'.repeat(22)]) {
      isAll('not-found', await codesOf(holdall, endpoint, { ...given('open', one!), token }, {}))
    }
  })

  test('accepts the grant of a link for no other link', async () => {
    const locked = cases.find(({ column }) => column === 'locked')!
    const secret = Object.values(fixture.link.unlocked.cookies)[0]!
    const cookies = { [fixture.link.locked.grant]: secret }
    isAll(locked.expected, await codesOf(holdall, endpoint, given('locked', locked), cookies))
  })
})

describe.each(withRequest.map((endpoint) => [endpoint.id, endpoint] as const))('%s', (_id, endpoint) => {
  const cases = casesOf(tablesOf(endpoint), requestColumns)
  const given = (kind: RequestKind, one: Pick<Case, 'index' | 'thing'>): Given => ({
    token: fixture.request[kind].token,
    targets: thingsOf(endpoint, one).map((thing) => fixture.request[kind].things[thing]!),
  })

  test.each(cases)(
    'answers whoever holds an upload request that is $column about $thing: $expected',
    async ({ column, expected, ...one }) => {
      isAll(expected, await codesOf(holdall, endpoint, given(column as RequestKind, one), {}))
    },
  )

  test.each(['owner', 'stranger'] as const)('answers %s with an open request like anybody', async (role) => {
    for (const one of cases.filter(({ column }) => column === 'filling')) {
      isAll(one.expected, await codesOf(holdall, endpoint, given('filling', one), fixture.cookies[role]))
    }
  })

  test('accepts no token of a public link, no id, and none of nobody', async () => {
    const [one] = cases
    const root = fixture.request.filling.things['the folder of the request']!
    for (const token of [fixture.link.editor.token, root, 'x'.repeat(22)]) {
      isAll('not-found', await codesOf(holdall, endpoint, { ...given('filling', one!), token }, {}))
    }
  })
})

describe.each(addressed)('%s', (endpointId) => {
  const addressIn = (holder: Holder, id: string) =>
    endpointId === 'content.file'
      ? addressOf(holdall.services, holder, { id, version: 1 })
      : thumbnailAddressesOf(holdall.services, holder, { id, version: 1 }, new Set(['xs'])).xs

  const follow = async (holder: Holder, id: string, cookies: Cookies) => {
    const { status, body } = await clientOf(holdall, cookies).get(addressIn(holder, id))
    return status === 200 ? codes.ok : worded((body as { code: string }).code)
  }

  const holders = Object.entries(addressesOfUsers).flatMap(([holder, table]) =>
    casesOf([table], userColumns).map((one) => ({ ...one, holder })),
  )
  test.each(holders)(
    'answers $column with an address that was made for $holder about $thing: $expected',
    async ({ holder, thing, column, expected }) => {
      const id = fixture.userIds[holder as keyof Fixture['userIds']]
      const cookies = fixture.cookies[column as (typeof userColumns)[number]]
      expect(await follow({ kind: 'user', id, sessionId: 'none' }, fixture.things[thing]!, cookies)).toBe(expected)
    },
  )

  const tableOfLinks = endpointId === 'content.file' ? addressesOfLinks : thumbnailsOfLinks
  const visits = casesOf([tableOfLinks], linkColumns).flatMap((one) => userColumns.map((role) => ({ ...one, role })))
  test.each(visits)(
    'answers $role with an address of a link that is $column about $thing: $expected',
    async ({ role, thing, column, expected }) => {
      const { token, cookies } = fixture.link[column as Link]
      const id = fixture.inLink[column as Link][thing]!
      const holder = { kind: 'share', token, grantVersion: 1 } as const
      expect(await follow(holder, id, { ...fixture.cookies[role], ...cookies })).toBe(expected)
    },
  )

  test.each(casesOf([thumbnailsOfRequests], requestColumns))(
    'answers anybody with an address of an upload request that is $column about $thing: $expected for a thumbnail',
    async ({ thing, column, expected }) => {
      const { token, things } = fixture.request[column as RequestKind]
      const answer = await follow({ kind: 'upload-request', token }, things[thing]!, {})
      expect(answer).toBe(endpointId === 'content.file' ? 'not-found' : expected)
    },
  )

  test.each(userColumns)('answers %s without a valid signature: not-found', async (role) => {
    const holder = { kind: 'user', id: fixture.userIds.owner, sessionId: 'none' } as const
    const address = addressIn(holder, fixture.things['own file']!)
    const forged = new URL(address, 'http://localhost')
    forged.searchParams.set('signature', 'x'.repeat(43))
    const { body } = await clientOf(holdall, fixture.cookies[role]).get(forged.pathname + forged.search)
    expect(body.code).toBe('not-found')
  })
})

describe.each(
  endpoints.filter(({ access }) => access.by === 'installer').map((endpoint) => [endpoint.id, endpoint] as const),
)('%s before the installation', (_id, endpoint) => {
  const given = { targets: [], token: '' }
  test('refuses a wrong key', async () => {
    isAll('forbidden', await codesOf(fresh, endpoint, given, {}))
  })

  test('answers the holder of the key', async () => {
    const key = { [setupKeyHeader]: fresh.services.installation.key }
    isAll('ok', await codesOf(fresh, endpoint, given, {}, key))
  })
})

describe('a restricted owner', () => {
  const cases = withoutLink.map((endpoint) => [endpoint.id, endpoint] as const)

  test.each(cases)('is refused by %s what was taken, and nothing else', async (id, endpoint) => {
    const targets = tablesOf(endpoint).map(rightOf)
    const given: Given = { token: 'x'.repeat(22), targets: targets.map((thing) => restricted.fixture.things[thing]!) }
    const [allowed] = casesOf(tablesOf(endpoint), userColumns).filter(
      ({ column, thing, index }) => column === 'owner' && thing === targets[index],
    )
    const answers = await codesOf(restricted.holdall, endpoint, given, restricted.fixture.cookies.owner)
    isAll(refusedWhenRestricted[id] ?? allowed!.expected, answers)
  })

  test.each(cases)('does not change what %s answers others', async (_id, endpoint) => {
    const [anonymous] = casesOf(tablesOf(endpoint), userColumns)
    const given: Given = {
      token: 'x'.repeat(22),
      targets: thingsOf(endpoint, anonymous!).map((thing) => restricted.fixture.things[thing]!),
    }
    isAll(anonymous!.expected, await codesOf(restricted.holdall, endpoint, given, {}))
  })

  test.each(withLink.map((endpoint) => [endpoint.id, endpoint] as const))(
    'has no link that %s opens',
    async (_id, endpoint) => {
      for (const link of ['open', 'editor', 'unlocked', 'locked', 'preview only'] as const) {
        const { token, cookies } = restricted.fixture.link[link]
        const targets = tablesOf(endpoint).map((table) => restricted.fixture.inLink[link][rightOf(table)]!)
        isAll('owner-restricted', await codesOf(restricted.holdall, endpoint, { token, targets }, cookies))
      }
    },
  )

  test.each(withRequest.map((endpoint) => [endpoint.id, endpoint] as const))(
    'has no open upload request that %s opens',
    async (_id, endpoint) => {
      for (const kind of ['active', 'filling'] as const) {
        const { token, things } = restricted.fixture.request[kind]
        const targets = tablesOf(endpoint).map((table) => things[rightOf(table)]!)
        isAll('owner-restricted', await codesOf(restricted.holdall, endpoint, { token, targets }, {}))
      }
    },
  )

  test.each([
    ['content.file', 'download-restricted'],
    ['content.thumbnail', 'ok'],
  ])('follows an address of %s: %s', async (kind, expected) => {
    const { services } = restricted.holdall
    const id = restricted.fixture.things['own file']!
    const holder = { kind: 'user', id: restricted.fixture.userIds.owner, sessionId: 'none' } as const
    const address =
      kind === 'content.file'
        ? addressOf(services, holder, { id, version: 1 })
        : thumbnailAddressesOf(services, holder, { id, version: 1 }, new Set(['xs'])).xs
    const { status, body } = await clientOf(restricted.holdall, restricted.fixture.cookies.owner).get(address)
    expect(status === 200 ? codes.ok : (body as { code: string }).code).toBe(expected)
  })
})

describe('in a team folder', () => {
  const calls = endpoints.filter(({ id }) => id in teamCalls)

  test('every call of a user that names entries or links has its row in the table', () => {
    const named = endpoints.filter(({ access }) => {
      if (access.by !== 'user') return false
      const { entry, selection, shareTokens } = access.targets
      return (entry ?? selection ?? shareTokens) !== undefined
    })
    expect(Object.keys(teamCalls).sort()).toEqual(named.map(({ id }) => id).sort())
  })

  test.each(
    calls.flatMap((endpoint) => casesOf(teamCalls[endpoint.id]!, teamColumns).map((one) => ({ endpoint, ...one }))),
  )(
    '$endpoint.id answers the $column about the $thing (target $index): $expected',
    async ({ endpoint, index, thing, column, expected }) => {
      const targets = teamCalls[endpoint.id]!.map((table, at) => team.things[at === index ? thing : rightOf(table)]!)
      const cookies = team.cookies[column as TeamActor]
      isAll(expected, await codesOf(holdall, endpoint, { token: 'x'.repeat(22), targets }, cookies))
    },
  )

  test.each(casesOf([addressesOfMembers], teamColumns))(
    'an address of the $thing that was made for the $column is answered: $expected',
    async ({ thing, column, expected }) => {
      const member = column as TeamActor
      const holder = { kind: 'user', id: team.userIds[member], sessionId: 'none' } as const
      const address = addressOf(holdall.services, holder, { id: team.things[thing]!, version: 1 })
      const { status, body } = await clientOf(holdall, team.cookies[member]).get(address)
      expect(status === 200 ? codes.ok : worded((body as { code: string }).code)).toBe(expected)
    },
  )
})
