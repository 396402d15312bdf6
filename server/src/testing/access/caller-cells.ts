import { type ErrorCode, errorStatus, setupKeyHeader } from '@holdall/api'
import type { Link, RequestKind } from '../access-fixture.ts'
import type { Answer } from '../client.ts'
import {
  answerTo,
  clientOf,
  codeOf,
  type Cookies,
  type TestedEndpoint,
  reachedBy,
  requestsOf,
  waysOf,
} from './calls.ts'
import { accountColumns, type Actor, actorColumns, codes, linkColumns, requestColumns } from './entry.ts'
import {
  addressFor,
  answerOf,
  type Cell,
  cellsOfAccounts,
  cellsOfAddresses,
  cellsOfLinks,
  cellsOfMembers,
  cellsOfRequests,
  codesIn,
  expectedOf,
  givenBy,
  ownerOf,
  rowCells,
} from './row-cells.ts'
import { scopeSets, type Scene } from './scene.ts'
import { foundByHandlers } from './subjects.ts'

/** Their visitors are told so, whatever the owner may do. */
const endedLinks: ReadonlySet<Link> = new Set<Link>(['expired', 'revoked', 'suspended', 'used-up'])
const endedRequests: ReadonlySet<RequestKind> = new Set<RequestKind>(['filled', 'expired', 'suspended'])

/** Whether a call needs a session, or an API token, of an account. */
const needsAccount = ({ token, addresses }: TestedEndpoint['entry']): boolean => token !== 'nobody' && !addresses

const cookiesOf = ({ fixture, team }: Scene, actor: Actor): Cookies => {
  if (actor.kind === 'account') return fixture.cookies[actor.name]
  if (actor.kind === 'member') return team.cookies[actor.name]
  return actor.kind === 'link' ? fixture.link[actor.name].cookies : {}
}

/** Calls by each actor, about what is natural for it. */
function cellsOfActors(tested: TestedEndpoint): Cell[] {
  const { endpoint, entry } = tested
  const subjects = entry.subjects ?? []
  // What only reads something, and what the handler decides, is answered by the real handler.
  const isHandled =
    subjects.length > 0 && (endpoint.method === 'GET' || subjects.some((kind) => foundByHandlers.has(kind)))

  async function answerFrom(scene: Scene, actor: Actor, expected: string): Promise<string> {
    const found = new Set<string>()
    for (let way = 0; way < waysOf(endpoint); way += 1) {
      const named = []
      for (const kind of subjects) named.push(await scene.subjects.subjectFor(actor, entry, kind))
      const cookies = Object.assign({}, cookiesOf(scene, actor), ...named.map((subject) => subject.cookies ?? {}))
      const targets = named.map(({ value }) => value)
      const given = { targets, token: scene.subjects.tokenFor(actor, entry) }
      const request = entry.addresses ? { method: 'GET' as const, url: targets[0]! } : requestsOf(tested, given)[way]!
      const send = () => clientOf(scene.holdall, cookies).request(request)
      const answer = isHandled ? await scene.withHandlers(send) : await send()
      // A page for a frame on another site has no code.
      const isExpected = answer.status >= 400 && errorStatus[expected as ErrorCode] === answer.status
      found.add(answer.body === undefined && isExpected ? expected : codeOf(answer))
    }
    return [...found].join(', ')
  }

  const expected = codesIn(entry.actors, actorColumns.length)
  const cells: Cell[] = actorColumns.map((actor, at) => ({
    name: ['actors', `${actor.kind} ${actor.name}`, subjects.join(' and ')],
    expected: expected[at]!,
    answer: (scene) => answerFrom(scene, actor, expected[at]!),
  }))
  const whenRestricted = entry.restricted ? codes[entry.restricted] : expected[0]!
  cells.push({
    name: ['actors', 'restricted owner', subjects.join(' and ')],
    expected: whenRestricted,
    isRestricted: true,
    answer: (scene) => answerFrom(scene, { kind: 'account', name: 'owner' }, whenRestricted),
  })
  return cells
}

/** While everything is taken from the owner: calls by the owner, by others, and by visitors of the links of the owner. */
function cellsOfRestrictions(tested: TestedEndpoint): Cell[] {
  const { entry } = tested
  const [anonymous] = rowCells(entry.accounts ?? [], accountColumns)
  const links = linkColumns.filter((link) => entry.links && !endedLinks.has(link))
  const requests = requestColumns.filter((kind) => entry.requests && !endedRequests.has(kind))
  const whenRestricted = codes[entry.restricted ?? 'ok']
  // What is refused to visitors concerns links only.
  const own = entry.by === undefined && entry.restricted ? whenRestricted : expectedOf(entry, 'owner')
  const cells: (Cell | false | undefined)[] = [
    anonymous && {
      name: ['restricted', 'owner'],
      expected: own,
      answer: answerOf(
        tested,
        (scene) => givenBy(scene, tested),
        ({ fixture }) => fixture.cookies.owner,
      ),
    },
    anonymous && {
      name: ['restricted', 'anonymous'],
      expected: anonymous.expected,
      answer: answerOf(tested, (scene) => givenBy(scene, tested, {}, anonymous.subjects)),
    },
    ...links.map((link) => ({
      name: ['restricted', `link ${link}`],
      expected: whenRestricted,
      answer: answerOf(
        tested,
        (scene) => givenBy(scene, tested, { link }),
        ({ fixture }) => fixture.link[link].cookies,
      ),
    })),
    ...requests.map((request) => ({
      name: ['restricted', `request ${request}`],
      expected: whenRestricted,
      answer: answerOf(tested, (scene) => givenBy(scene, tested, { request })),
    })),
  ]
  return cells.filter((cell) => !!cell).map((cell) => ({ ...cell, isRestricted: true }))
}

const asUser = 'ok as the user'
const withUser = (answer: Answer): string => (answer.body?.code === reachedBy('user') ? asUser : codeOf(answer))
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

/** Calls with an API token, by its scopes, and with what is none. */
function cellsOfTokens(tested: TestedEndpoint): Cell[] {
  const { entry } = tested
  if (entry.addresses) return cellsOfAddressesByToken(tested)
  const withoutScope = needsAccount(entry) ? 'insufficient-scope' : expectedOf(entry, 'anonymous')
  const isEnough = (scopes: string) => {
    const needed = entry.asUserWith ?? entry.token
    return scopes === needed || (scopes === 'all' && needed !== 'never' && needed !== 'nobody')
  }
  const send = (headersOf: (scene: Scene) => Cookies, cookies: 'owner' | 'half' | 'anonymous') => (scene: Scene) =>
    answerTo(
      scene.holdall,
      tested,
      { given: givenBy(scene, tested), headers: headersOf(scene), cookies: scene.fixture.cookies[cookies] },
      withUser,
    )
  const malformed: Record<string, (scene: Scene) => string> = {
    'the secret of a session': ({ fixture }) => Object.values(fixture.cookies.half)[0]!,
    'a prefix': () => 'holdall_',
    'an unknown token': () => `holdall_${'x'.repeat(43)}`,
    nothing: () => '',
  }
  return [
    ...Object.keys(scopeSets).map((scopes) => ({
      name: ['tokens', 'owner', scopes],
      expected: isEnough(scopes) ? asUser : withoutScope,
      answer: send(({ tokens }) => bearer(tokens.owner.get(scopes)!), 'anonymous'),
    })),
    {
      name: ['tokens', 'owner', 'no scope, with the cookie of a session'],
      expected: withoutScope,
      answer: send(({ tokens }) => bearer(tokens.owner.get('no scope')!), 'owner'),
    },
    ...Object.entries(malformed).map(([kind, tokenIn]) => ({
      name: ['tokens', kind, 'with the cookie of a session'],
      expected: 'invalid-token',
      answer: send((scene) => bearer(tokenIn(scene)), 'owner'),
    })),
    ...(needsAccount(entry) ? (['anonymous', 'half'] as const) : []).map((role) => ({
      name: ['tokens', 'none', role],
      expected: codes.sign,
      answer: send(() => ({}), role),
    })),
    ...(entry.token === 'never' ? Object.keys(scopeSets) : []).map((scopes) => ({
      name: ['tokens', 'admin', scopes],
      expected: 'insufficient-scope',
      answer: send(({ tokens }) => bearer(tokens.admin.get(scopes)!), 'anonymous'),
    })),
  ]
}

/** Calls with an API token to an address that was made for the owner. */
function cellsOfAddressesByToken(tested: TestedEndpoint): Cell[] {
  const { token } = tested.entry
  const callers = [...Object.keys(scopeSets).map((scopes) => ['owner', scopes] as const), ['admin', 'all'] as const]
  return callers.map(([user, scopes]) => ({
    name: ['tokens', user, scopes],
    expected: user === 'owner' && (scopes === token || scopes === 'all') ? codes.ok : codes.none,
    async answer(scene) {
      const address = addressFor(scene, tested, ownerOf(scene), scene.fixture.things['own file']!)
      return codeOf(await clientOf(scene.holdall, {}).get(address, bearer(scene.tokens[user].get(scopes)!)))
    },
  }))
}

/**
 * Calls by an administrator whose session was not confirmed, by one whose account is to be deleted, and by the demo
 * account.
 */
function cellsOfStates(tested: TestedEndpoint): Cell[] {
  const { entry } = tested
  const cell = (state: 'unconfirmed' | 'ending' | 'demo', expected: string, read?: typeof withUser): Cell => ({
    name: [state],
    expected,
    answer: (scene) => answerTo(scene.holdall, tested, { given: givenBy(scene, tested), cookies: scene[state] }, read),
  })
  // Without a valid address.
  if (entry.addresses) return [cell('demo', codes.none)]
  if (!needsAccount(entry)) {
    return [cell('ending', expectedOf(entry, 'anonymous'), withUser), cell('demo', expectedOf(entry, 'stranger'))]
  }
  return [
    cell('unconfirmed', entry.needsConfirmation ? 'confirmation-required' : expectedOf(entry, 'admin')),
    cell('ending', entry.endingMayCall ? asUser : 'account-ending', withUser),
    cell('demo', entry.demoMayCall ? expectedOf(entry, 'stranger') : 'demo-read-only'),
  ]
}

/** Calls before the installation. */
function cellsBeforeSetup(tested: TestedEndpoint): Cell[] {
  if (!tested.entry.beforeSetup) return []
  const [wrong, right] = codesIn(tested.entry.beforeSetup, 2)
  const answer = (hasKey: boolean) => (scene: Scene) =>
    answerTo(scene.fresh, tested, {
      given: { targets: [], token: '' },
      headers: hasKey ? { [setupKeyHeader]: scene.fresh.services.installation.key } : {},
    })
  return [
    { name: ['before setup', 'wrong key'], expected: wrong!, answer: answer(false) },
    { name: ['before setup', 'setup key'], expected: right!, answer: answer(true) },
  ]
}

/** All cells of an endpoint. */
export const cellsOf = (tested: TestedEndpoint): Cell[] => [
  ...cellsOfActors(tested),
  ...cellsOfAccounts(tested),
  ...cellsOfMembers(tested),
  ...cellsOfLinks(tested),
  ...cellsOfRequests(tested),
  ...cellsOfAddresses(tested),
  ...cellsOfTokens(tested),
  ...cellsOfStates(tested),
  ...cellsBeforeSetup(tested),
  ...cellsOfRestrictions(tested),
]
