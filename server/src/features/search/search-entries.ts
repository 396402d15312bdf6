import { type FileKind, kindOf, MAX_SEARCH_MATCHES, MAX_SUGGESTIONS } from '@holdall/api'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { type ListingOptions, orderOf, pageBounds } from '../entries/browse-folder.ts'
import { foldedName } from '../entries/entry-names.ts'
import { sortColumns } from '../entries/listing.store.ts'
import type { PageOf } from '../entries/present-entry.ts'
import type { EntryRow, Space } from '../entries/space.store.ts'
import { foldersWithin, liveRows, type Match, matchesOf, newestFirst } from './search.store.ts'

type Deps = Pick<Infrastructure, 'db' | 'engine'>

/** Of so many of the newest matches, those whose name begins with the text come first. */
const SUGGESTION_CANDIDATES = 100

/** The first folders and files for a text. */
export async function suggest(services: Deps, space: Space, query: string): Promise<EntryRow[]> {
  const text = foldedName(query)
  if (text === '') return []
  const rows: EntryRow[] = []
  for (const kind of ['folder', 'file'] as const) {
    const matches = await matchesOf(services, { space, kind, text, limit: SUGGESTION_CANDIDATES })
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
  readonly space: Space
  readonly within: EntryRow
  /** Whose search it is. */
  readonly userId: string
}

/** A page of what matches, folders first, and whether there are more than the newest that it was made from. */
export async function search(
  services: Deps,
  { space, within, userId }: Scope,
  options: SearchOptions,
): Promise<{ found: PageOf; truncated: boolean }> {
  const { type, from, to, owner } = options
  const text = foldedName(options.query)
  const find = async (kind: 'folder' | 'file') =>
    text === '' ? [] : matchesOf(services, { space, kind, text, limit: MAX_SEARCH_MATCHES })
  const [matchingFolders, matchingFiles] = await Promise.all([
    type === undefined || type === 'folder' ? find('folder') : [],
    type === 'folder' ? [] : find('file'),
  ])
  const [fromMs, toMs] = [
    from === undefined ? -Infinity : Date.parse(from),
    to === undefined ? Infinity : Date.parse(to),
  ]
  const all = [...matchingFolders, ...matchingFiles]
  const inside = within.id === space.root_id ? null : await foldersWithin(services, parentsOf(all), within.id)
  const isChosen = ({ parent_id, created_at, owner_id }: Match) =>
    created_at >= fromMs &&
    created_at < toMs &&
    (owner === undefined || (owner_id === userId) === (owner === 'me')) &&
    (inside === null || inside.has(parent_id ?? ''))
  const order = comparing(options)
  const folders = matchingFolders.filter(isChosen).toSorted(order)
  const files = matchingFiles
    .filter((match) => isChosen(match) && (type === undefined || kindOf(match.mime, match.name) === type))
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
    truncated: [matchingFolders, matchingFiles].some(({ length }) => length === MAX_SEARCH_MATCHES),
  }
}

const parentsOf = (matches: readonly Match[]) => matches.flatMap(({ parent_id }) => parent_id ?? [])

/** The order of listings. Folders have no size and no extension: they are sorted by name instead, as in a folder. */
function comparing(options: ListingOptions): (a: Match, b: Match) => number {
  const { sort, direction } = orderOf(options)
  const sign = direction === 'ASC' ? 1 : -1
  return (a, b) => {
    const areFolders = a.mime === null && b.mime === null
    const column = areFolders && (sort === 'size' || sort === 'type') ? 'name_key' : sortColumns[sort]
    const [x, y] = [a[column], b[column]]
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
