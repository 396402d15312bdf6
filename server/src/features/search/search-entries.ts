import { type FileKind, kindOf, MAX_SEARCH_MATCHES, MAX_SUGGESTIONS } from '@holdall/api'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { type ListingOptions, orderOf, pageBounds } from '../entries/browse-folder.ts'
import { foldedName } from '../entries/entry-name-rules.ts'
import { columnOf } from '../entries/listing-order.store.ts'
import type { PageOf } from '../entries/present-entry.ts'
import type { EntryRow, Space } from '../entries/space.store.ts'
import {
  type ExtraColumn,
  foldersWithin,
  liveRows,
  type Match,
  MAX_WALKED,
  matchesBelow,
  matchesOf,
  newestFirst,
  type Search,
  teamFoldersNamed,
} from './search.store.ts'

type Deps = Pick<Infrastructure, 'db' | 'engine'>

/** Of so many of the newest matches, those whose name begins with the text come first. */
const SUGGESTION_CANDIDATES = 100

/** The first folders and files for a text. */
export async function suggest(services: Deps, spaces: SearchedSpaces, query: string): Promise<EntryRow[]> {
  const text = foldedName(query)
  if (text === '') return []
  const rows: EntryRow[] = []
  for (const kind of ['folder', 'file'] as const) {
    const { matches } = await matchesIn(services, spaces, { kind, text, limit: SUGGESTION_CANDIDATES, extra: [] })
    const begins = (match: Match) => foldedName(match.name).startsWith(text)
    const sorted = matches.toSorted((a, b) => Number(begins(b)) - Number(begins(a)) || newestFirst(a, b))
    rows.push(...(await inOrder(services, sorted.slice(0, MAX_SUGGESTIONS))))
  }
  return rows
}

export interface SearchOptions extends ListingOptions {
  readonly query: string
  readonly type?: 'folder' | FileKind | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly owner?: 'me' | 'others' | undefined
}

interface Scope {
  readonly spaces: SearchedSpaces
  /** The folder that is searched with all below it; null is the whole space. */
  readonly within: EntryRow | null
  /** The user whose search it is; null for a visitor. */
  readonly userId: string | null
}

/**
 * A page of what matches, folders first, and whether there are more than those that it was made from. It is made from the
 * newest matches of the space. Where these are not all, those in a folder are looked for in the folder itself: of a small
 * one all are found, however many there are elsewhere.
 */
export async function search(
  services: Deps,
  { spaces, within, userId }: Scope,
  options: SearchOptions,
  { maxMatches, maxWalked } = { maxMatches: MAX_SEARCH_MATCHES, maxWalked: MAX_WALKED },
): Promise<{ found: PageOf; truncated: boolean }> {
  const { type, from, to, owner } = options
  const text = foldedName(options.query)
  const { sort } = orderOf(options)
  const extra: readonly ExtraColumn[] = [
    ...(within === null ? [] : (['parent_id'] as const)),
    ...(owner === undefined ? [] : (['owner_id'] as const)),
    ...(sort === 'created_at' ? [] : (['name_key'] as const)),
    ...(sort === 'type' ? (['type_key'] as const) : []),
    ...(sort === 'modified_at' ? (['modified_at'] as const) : []),
  ]
  const kinds = [
    ...(type === undefined || type === 'folder' ? (['folder'] as const) : []),
    ...(type === 'folder' ? [] : (['file'] as const)),
  ]
  const find = (kind: 'folder' | 'file') => matchesIn(services, spaces, { kind, text, limit: maxMatches, extra })
  async function newestMatches(): Promise<Newest> {
    const found = await Promise.all(kinds.map(find))
    return { matches: found.flatMap(({ matches: some }) => some), isCut: found.some((some) => some.isCut) }
  }
  async function findAll(): Promise<Found> {
    if (text === '') return { matches: [], truncated: false }
    const wanted = { text, extra, kinds, maxMatches, maxWalked }
    if (within !== null && userId === null) return matchesForVisitor(services, within, wanted, newestMatches)
    const newest = await newestMatches()
    if (within !== null) return matchesWithin(services, within, wanted, newest)
    return { matches: newest.matches, truncated: newest.isCut }
  }
  const { matches, truncated } = await findAll()
  const [fromMs, toMs] = [
    from === undefined ? -Infinity : Date.parse(from),
    to === undefined ? Infinity : Date.parse(to),
  ]
  const isChosen = ({ created_at, owner_id }: Match) =>
    created_at >= fromMs && created_at < toMs && (owner === undefined || (owner_id === userId) === (owner === 'me'))
  const order = comparing(options)
  const chosen = matches.filter(isChosen)
  const folders = chosen.filter(isFolder).toSorted(order)
  const files = chosen
    .filter((match) => !isFolder(match) && (type === undefined || kindOf(match.mime, match.name) === type))
    .toSorted(order)
  const { page, perPage, offset, limit } = pageBounds(options)
  return {
    found: {
      rows: await inOrder(services, [...folders, ...files].slice(offset, offset + limit)),
      totals: {
        folders: folders.length,
        files: files.length,
        filesize: files.reduce((sum, { size }) => sum + size, 0),
      },
      page,
      perPage,
    },
    truncated,
  }
}

type SearchedSpaces = readonly (Pick<Space, 'id' | 'owner_id'> & Partial<Pick<Space, 'kind' | 'root_id'>>)[]

/** The newest matches of several spaces together, the team folders among them themselves. `isCut`: there may be more. */
async function matchesIn(
  services: Deps,
  spaces: SearchedSpaces,
  query: Pick<Search, 'kind' | 'text' | 'limit' | 'extra'>,
): Promise<{ readonly matches: readonly Match[]; readonly isCut: boolean }> {
  const { limit } = query
  const found: Match[] = []
  let isCut = false
  // One after the other: those of many team folders would else keep all connections to the database.
  for (const space of spaces) {
    const some = await matchesOf(services, { space, ...query })
    isCut ||= some.length === limit
    found.push(...some)
  }
  const teamIds = spaces.flatMap(({ kind, root_id: rootId = '' }) => (kind === 'team' ? rootId : []))
  if (query.kind === 'folder') found.push(...(await teamFoldersNamed(services, teamIds, query.text)))
  if (spaces.length === 1 && teamIds.length === 0) return { matches: found, isCut }
  return { matches: found.toSorted(newestFirst).slice(0, limit), isCut: isCut || found.length > limit }
}

const isFolder = ({ kind }: Match) => kind !== 'file'

/** Matches of the space. */
interface Newest {
  readonly matches: readonly Match[]
  /** Whether there may be more of them. */
  readonly isCut: boolean
}

interface Wanted {
  readonly text: string
  readonly extra: readonly ExtraColumn[]
  readonly kinds: readonly Match['kind'][]
  /** Of each kind. */
  readonly maxMatches: number
  readonly maxWalked: number
}

interface Found {
  readonly matches: readonly Match[]
  readonly truncated: boolean
}

/** The matches below a folder: those of the space that are in it, and where these were cut, those of a walk through it. */
async function matchesWithin(
  services: Deps,
  within: EntryRow,
  wanted: Wanted,
  { matches: newest, isCut }: Newest,
): Promise<Found> {
  const found = await insideOf(services, within, newest)
  if (!isCut) return { matches: found, truncated: false }
  const walked = await walk(services, within, wanted)
  return merged(wanted, walked, walked.isWhole ? [] : found)
}

/**
 * The same for a visitor, who may not learn how much else matches in the space: of a folder of up to 10,000 entries all
 * is found by a walk through it; a larger one always says that there may be more, whatever the index has added.
 */
async function matchesForVisitor(
  services: Deps,
  within: EntryRow,
  wanted: Wanted,
  newestMatches: () => Promise<Newest>,
): Promise<Found> {
  const walked = await walk(services, within, wanted)
  const others = walked.isWhole ? [] : await insideOf(services, within, (await newestMatches()).matches)
  return merged(wanted, walked, others)
}

async function insideOf(services: Deps, within: EntryRow, newest: readonly Match[]): Promise<Match[]> {
  const parents = newest.flatMap(({ parent_id: id }) => id ?? [])
  const inside = await foldersWithin(services, parents, within.id)
  return newest.filter(({ parent_id: id }) => inside.has(id ?? ''))
}

const walk = (services: Deps, within: EntryRow, { text, extra, maxMatches, maxWalked }: Wanted) =>
  matchesBelow(services, within.id, { text, limit: maxMatches + 1, extra, maxWalked })

function merged(
  { kinds, maxMatches }: Wanted,
  walked: Awaited<ReturnType<typeof walk>>,
  others: readonly Match[],
): Found {
  const all = new Map([...others, ...walked.matches].map((match) => [match.id, match]))
  const perKind = kinds.map((kind) => [...all.values()].filter((match) => match.kind === kind).toSorted(newestFirst))
  return {
    matches: perKind.flatMap((some) => some.slice(0, maxMatches)),
    truncated: !walked.isWhole || perKind.some(({ length }) => length > maxMatches),
  }
}

/** The order of listings. Folders have no size and no extension: they are sorted by name instead, as in a folder. */
function comparing(options: ListingOptions): (a: Match, b: Match) => number {
  const { sort, direction } = orderOf(options)
  const sign = direction === 'ASC' ? 1 : -1
  return (a, b) => {
    const areFolders = isFolder(a) && isFolder(b)
    const column = columnOf(sort, areFolders ? 'folder' : 'file')
    const valueOf = (match: Match) => match[column] ?? (column === 'modified_at' ? match.created_at : '')
    const [x, y] = [valueOf(a), valueOf(b)]
    return sign * (x < y ? -1 : x > y ? 1 : a.id < b.id ? -1 : 1)
  }
}

async function inOrder(services: Deps, matches: readonly Match[]): Promise<EntryRow[]> {
  const rows = await liveRows(
    services,
    matches.map(({ id }) => id),
  )
  return matches.flatMap(({ id }) => rows.get(id) ?? [])
}
