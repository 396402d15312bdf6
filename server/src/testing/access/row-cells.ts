import { addressOf, type Holder, thumbnailAddressesOf } from '../../features/entries/content-urls.ts'
import type { Link, RequestKind, Role } from '../access-fixture.ts'
import { answerTo, clientOf, codeOf, type Cookies, type TestedEndpoint } from './calls.ts'
import {
  accountColumns,
  codes,
  type Given,
  linkColumns,
  memberColumns,
  requestColumns,
  type Rows,
  type Word,
} from './entry.ts'
import type { Scene } from './scene.ts'

/** One answer that the table names. */
export interface Cell {
  /** The part of the table, who calls, and what the call names. */
  readonly name: readonly string[]
  readonly expected: string
  /** While everything is taken from the owner. */
  readonly isRestricted?: boolean
  answer(scene: Scene): Promise<string>
}

const isWord = (word: string): word is Word => word in codes

/** The codes of a line of the table, one for each column. */
export function codesIn(line: string, columnCount: number): string[] {
  const words = line.split(/[\s|]+/).filter((word) => word !== '')
  const known = words.filter(isWord)
  if (words.length !== columnCount || known.length !== columnCount) {
    throw new Error(`"${line}" has to have ${columnCount} words, each of which stands for a code`)
  }
  return known.map((word) => codes[word])
}

/** The first subject of a set of rows that a caller may use. */
const allowedIn = (rows: Rows): string => Object.entries(rows).find(([, row]) => /\bok\b/.test(row))?.[0] ?? 'nothing'

interface RowCell<Column extends string> {
  readonly column: Column
  readonly expected: string
  readonly subject: string
  /** One for each target: this one, and for the others one that a caller may use. */
  readonly subjects: readonly string[]
  /** For the name of a cell. */
  readonly about: string
}

export function rowCells<Column extends string>(sets: readonly Rows[], columns: readonly Column[]): RowCell<Column>[] {
  return sets.flatMap((rows, target) =>
    Object.entries(rows).flatMap(([subject, line]) => {
      const subjects = sets.map((other, at) => (at === target ? subject : allowedIn(other)))
      const about = sets.length > 1 ? `${subject} (target ${target + 1})` : subject
      return codesIn(line, columns.length).map((expected, at) => ({
        column: columns[at]!,
        expected,
        subject,
        subjects,
        about,
      }))
    }),
  )
}

const noToken = 'x'.repeat(22)

/** The id or token that a word of the rows stands for. */
function valueOf(values: Readonly<Record<string, string>>, subject: string): string {
  const value = values[subject]
  if (value === undefined) throw new Error(`The fixture has no "${subject}"`)
  return value
}

/** What a call names by the words of the rows: of an account, or of the visitors of this link or upload request. */
export function givenBy(
  { fixture }: Scene,
  { entry }: TestedEndpoint,
  { link = 'editor', request = 'filling' }: { readonly link?: Link; readonly request?: RequestKind } = {},
  subjects: readonly string[] = (entry.links ?? entry.requests ?? entry.accounts ?? []).map(allowedIn),
): Given {
  if (entry.links) {
    return {
      token: fixture.link[link].token,
      targets: subjects.map((subject) => valueOf(fixture.inLink[link], subject)),
    }
  }
  if (entry.requests) {
    const { token, things } = fixture.request[request]
    return { token, targets: subjects.map((subject) => valueOf(things, subject)) }
  }
  return { token: noToken, targets: subjects.map((subject) => valueOf(fixture.things, subject)) }
}

/** The answer to an account about subjects that a caller may use; every account may use a link. */
export function expectedOf({ accounts = [] }: TestedEndpoint['entry'], role: Role): string {
  const answers = accounts.map((rows) => {
    const [line, column] = [rows[allowedIn(rows)]!, accountColumns.indexOf(role)]
    return codesIn(line, accountColumns.length)[column]!
  })
  return answers.find((code) => code !== codes.ok) ?? codes.ok
}

type InScene<T> = (scene: Scene) => T

/** The answer of the app to a call that names this, with these cookies. */
export const answerOf =
  (tested: TestedEndpoint, given: InScene<Given>, cookies: InScene<Cookies> = () => ({})) =>
  (scene: Scene): Promise<string> =>
    answerTo(scene.holdall, tested, { given: given(scene), cookies: cookies(scene) })

/** Calls by accounts, and by visitors of links, who count as anonymous. */
export function cellsOfAccounts(tested: TestedEndpoint): Cell[] {
  const cells = rowCells(tested.entry.accounts ?? [], accountColumns)
  const [anonymous] = cells
  return [
    ...cells.map(({ column, expected, subjects, about }) => ({
      name: ['accounts', column, about],
      expected,
      answer: answerOf(
        tested,
        (scene) => givenBy(scene, tested, {}, subjects),
        ({ fixture }) => fixture.cookies[column],
      ),
    })),
    ...(anonymous ? linkColumns : []).map((link) => ({
      name: ['accounts', `visitor of a link: ${link}`, anonymous!.about],
      expected: anonymous!.expected,
      answer: answerOf(
        tested,
        (scene) => givenBy(scene, tested, {}, anonymous!.subjects),
        ({ fixture }) => fixture.link[link].cookies,
      ),
    })),
  ]
}

/** Calls by the owner and members of a team folder, about what is in it. */
export const cellsOfMembers = (tested: TestedEndpoint): Cell[] =>
  rowCells(tested.entry.members ?? [], memberColumns).map(({ column, expected, subjects, about }) => ({
    name: ['members', column, about],
    expected,
    answer: ({ holdall, team }) =>
      answerTo(holdall, tested, {
        given: { token: noToken, targets: subjects.map((subject) => valueOf(team.things, subject)) },
        cookies: team.cookies[column],
      }),
  }))

/** Calls by a link: the answer is the same for visitors with an account, and depends on the token alone. */
export function cellsOfLinks(tested: TestedEndpoint): Cell[] {
  const cells = rowCells(tested.entry.links ?? [], linkColumns)
  const [first] = cells
  if (!first) return []
  const locked = cells.find(({ column }) => column === 'locked')!
  const accounts = accountColumns.filter((role) => role !== 'anonymous')
  const wrongTokens: Record<string, (scene: Scene) => string> = {
    'an upload request': ({ fixture }) => fixture.request.filling.token,
    'an id': ({ fixture }) => fixture.inLink.open['the shared folder']!,
    nobody: () => noToken,
  }
  return [
    ...cells.map(({ column, expected, subjects, about }) => ({
      name: ['links', column, about],
      expected,
      answer: answerOf(
        tested,
        (scene) => givenBy(scene, tested, { link: column }, subjects),
        ({ fixture }) => fixture.link[column].cookies,
      ),
    })),
    ...cells
      .filter(({ column }) => column === 'open')
      .flatMap(({ expected, subjects, about }) =>
        accounts.map((role) => ({
          name: ['links', `open, by ${role}`, about],
          expected,
          answer: answerOf(
            tested,
            (scene) => givenBy(scene, tested, { link: 'open' }, subjects),
            ({ fixture }) => fixture.cookies[role],
          ),
        })),
      ),
    ...Object.entries(wrongTokens).map(([kind, tokenIn]) => ({
      name: ['links', `token of ${kind}`, first.about],
      expected: codes.none,
      answer: answerOf(tested, (scene) => ({
        ...givenBy(scene, tested, { link: 'open' }, first.subjects),
        token: tokenIn(scene),
      })),
    })),
    {
      name: ['links', 'locked, with the grant of another link', locked.about],
      expected: locked.expected,
      answer(scene) {
        const { unlocked, locked: other } = scene.fixture.link
        const cookies = { [other.grant]: Object.values(unlocked.cookies)[0]! }
        return answerTo(scene.holdall, tested, {
          given: givenBy(scene, tested, { link: 'locked' }, locked.subjects),
          cookies,
        })
      },
    },
  ]
}

/** Calls by an upload request: the answer is the same for visitors with an account. */
export function cellsOfRequests(tested: TestedEndpoint): Cell[] {
  const cells = rowCells(tested.entry.requests ?? [], requestColumns)
  const [first] = cells
  if (!first) return []
  const wrongTokens: Record<string, (scene: Scene) => string> = {
    'a link': ({ fixture }) => fixture.link.editor.token,
    'an id': ({ fixture }) => fixture.request.filling.things['the folder of the request']!,
    nobody: () => noToken,
  }
  return [
    ...cells.flatMap(({ column, expected, subjects, about }) =>
      (['anonymous', 'owner', 'stranger'] as const)
        .filter((role) => role === 'anonymous' || column === 'filling')
        .map((role) => ({
          name: ['requests', role === 'anonymous' ? column : `${column}, by ${role}`, about],
          expected,
          answer: answerOf(
            tested,
            (scene) => givenBy(scene, tested, { request: column }, subjects),
            ({ fixture }) => fixture.cookies[role],
          ),
        })),
    ),
    ...Object.entries(wrongTokens).map(([kind, tokenIn]) => ({
      name: ['requests', `token of ${kind}`, first.about],
      expected: codes.none,
      answer: answerOf(tested, (scene) => ({ ...givenBy(scene, tested, {}, first.subjects), token: tokenIn(scene) })),
    })),
  ]
}

/** The address of content, or of its thumbnail, that was made for this holder. */
export function addressFor({ holdall }: Scene, { endpoint }: TestedEndpoint, holder: Holder, id: string): string {
  const file = { id, version: 1 }
  return endpoint.id === 'content.file'
    ? addressOf(holdall.services, holder, file)
    : thumbnailAddressesOf(holdall.services, holder, file, new Set(['xs'])).xs
}

export const ownerOf = ({ fixture }: Scene): Holder => ({
  kind: 'user',
  id: fixture.userIds.owner,
  sessionId: 'none',
})

/** Calls to addresses of content. */
export function cellsOfAddresses(tested: TestedEndpoint): Cell[] {
  const { addresses } = tested.entry
  if (!addresses) return []
  const follow = async (scene: Scene, holder: Holder, id: string, cookies: Cookies) =>
    codeOf(await clientOf(scene.holdall, cookies).get(addressFor(scene, tested, holder, id)))
  const made = ['owner', 'stranger', 'admin'] as const
  return [
    ...made.flatMap((holder) =>
      rowCells([addresses.accounts[holder]], accountColumns).map(({ column, expected, subject }) => ({
        name: ['addresses', `made for ${holder}`, column, subject],
        expected,
        answer: (scene: Scene) =>
          follow(
            scene,
            { kind: 'user', id: scene.fixture.userIds[holder], sessionId: 'none' },
            valueOf(scene.fixture.things, subject),
            scene.fixture.cookies[column],
          ),
      })),
    ),
    ...rowCells([addresses.members], memberColumns).map(({ column, expected, subject }) => ({
      name: ['addresses', 'made for the member', column, subject],
      expected,
      answer: (scene: Scene) =>
        follow(
          scene,
          { kind: 'user', id: scene.team.userIds[column], sessionId: 'none' },
          valueOf(scene.team.things, subject),
          scene.team.cookies[column],
        ),
    })),
    ...rowCells([addresses.links], linkColumns).flatMap(({ column, expected, subject }) =>
      accountColumns.map((role) => ({
        name: ['addresses', `made for a link: ${column}`, role, subject],
        expected,
        answer(scene: Scene) {
          const { fixture } = scene
          const { token, cookies } = fixture.link[column]
          const holder = { kind: 'share', token, grantVersion: 1 } as const
          const id = valueOf(fixture.inLink[column], subject)
          return follow(scene, holder, id, { ...fixture.cookies[role], ...cookies })
        },
      })),
    ),
    ...rowCells([addresses.requests], requestColumns).map(({ column, expected, subject }) => ({
      name: ['addresses', `made for an upload request: ${column}`, 'anonymous', subject],
      expected,
      answer(scene: Scene) {
        const { token, things } = scene.fixture.request[column]
        return follow(scene, { kind: 'upload-request', token }, valueOf(things, subject), {})
      },
    })),
    ...accountColumns.map((role) => ({
      name: ['addresses', 'without a valid signature', role, 'own file'],
      expected: codes.none,
      async answer(scene: Scene) {
        const address = addressFor(scene, tested, ownerOf(scene), scene.fixture.things['own file']!)
        const forged = new URL(address, 'http://localhost')
        forged.searchParams.set('signature', 'x'.repeat(43))
        return codeOf(await clientOf(scene.holdall, scene.fixture.cookies[role]).get(forged.pathname + forged.search))
      },
    })),
  ]
}
