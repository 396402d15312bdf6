import type { Entry, FolderLevel, FolderNode, Listing } from '@holdall/api'
import type { InfiniteData, Query, QueryClient } from '@tanstack/react-query'
import { type Item, itemOf } from './batched-calls.ts'
import { isTeamFolder } from './entry-rights.ts'
import { foldersOfLevel } from './folder-level.ts'

/** First parts of the query keys of the lists of team folders and of what is in them. */
export const teamLists = ['team-folders', 'shared-with-me'] as const
/** First parts of the query keys of the lists that show one folder. */
const folderLists: readonly unknown[] = ['files', ...teamLists]
/** First parts of the query keys of the lists that show live entries. */
export const liveLists = ['files', ...teamLists, 'latest', 'shared', 'search'] as const

/** First part of the query keys of all links of an entry. */
export const linksKey = 'links'

/** The data cached under any of these keys, newest first: data from before a change may be stale. */
export const newestFirst = <T>(client: QueryClient, ...queryKeys: readonly (readonly unknown[])[]): T[] =>
  queryKeys
    .flatMap((queryKey) => client.getQueryCache().findAll({ queryKey }))
    .toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
    .flatMap(({ state }) => (state.data === undefined ? [] : [state.data as T]))

/** What the lists and the tree of this page have loaded. */
const listings = (client: QueryClient) => newestFirst<Listing>(client, ...liveLists.map((key) => [key]))
const treeLevels = (client: QueryClient): (readonly FolderNode[])[] =>
  newestFirst<InfiniteData<FolderLevel>>(client, ['tree']).map(foldersOfLevel)

/** The entry from the newest list that has it; null when none does. */
export function knownEntry(client: QueryClient, id: string): Entry | null {
  for (const { data } of listings(client)) {
    const entry = data.find((one) => one.id === id)
    if (entry) return entry
  }
  return null
}

/** Items of calls: with the type of each entry that a list has. */
export function knownItems(client: QueryClient, ids: readonly string[]): Item[] {
  const types = new Map(
    listings(client)
      .toReversed()
      .flatMap(({ data }) => data.map(({ id, type }) => [id, type] as const)),
  )
  return ids.map((id) => itemOf({ id, type: types.get(id) }))
}

/** A team folder with its members, from a list of team folders; null when none has it. */
export function knownTeamFolder(client: QueryClient, id: string): Entry | null {
  for (const { data } of newestFirst<Listing>(client, ...teamLists.map((key) => [key]))) {
    const folder = data.find((one) => one.id === id && isTeamFolder(one))
    if (folder) return folder
  }
  return null
}

/** Whether a folder is somebody else's, in a team folder of theirs; false where no list shows it. */
export function isKnownOfOther(client: QueryClient, id: string): boolean {
  const entry = knownEntry(client, id)
  if (entry) return entry.meta?.team !== undefined && entry.meta.team.permission !== 'owner'
  return newestFirst(client, ['shared-with-me', id]).length > 0
}

/** The name of a folder in a list, a path or the tree; null when none shows it. */
export function knownFolderName(client: QueryClient, id: string): string | null {
  const entry = knownEntry(client, id)
  if (entry) return entry.attributes.name
  for (const { meta } of listings(client)) {
    if (meta.root?.data.id === id) return meta.root.data.attributes.name
    const ancestor = meta.ancestors.find((one) => one.id === id)
    if (ancestor) return ancestor.name
  }
  for (const nodes of treeLevels(client)) {
    const node = nodes.find((one) => one.id === id)
    if (node) return node.name
  }
  return null
}

/** How many entries a folder holds, null being the top; null when no list of it is loaded. */
export function knownTotal(client: QueryClient, folderId: string | null): number | null {
  const keys = folderId === null ? [['files', 'top']] : folderLists.map((list) => [list, folderId])
  const [found] = newestFirst<Listing>(client, ...keys)
  return found?.meta.paginate.total ?? null
}

/** The folder that an entry is in, null being the top; undefined when no list or tree has it. */
export function knownParentId(client: QueryClient, id: string): string | null | undefined {
  for (const nodes of treeLevels(client)) {
    const node = nodes.find((one) => one.id === id)
    if (node) return node.parent_id
  }
  return knownEntry(client, id)?.attributes.parent_id
}

/** A folder and its ancestors, as far as they are loaded. Also ends where stale levels of the tree form a cycle. */
export function knownPath(client: QueryClient, folderId: string): string[] {
  const seen = new Set<string>()
  for (let id: string | null | undefined = folderId; id && !seen.has(id); id = knownParentId(client, id)) seen.add(id)
  return [...seen]
}

/**
 * Whether a query is of a list that shows what is in one of these folders, `top` being the top: its children, or the
 * folder itself as a row, with the number of its items.
 */
export function showsContentOf({ queryKey: [list, folderId], state }: Query, folders: ReadonlySet<string>): boolean {
  if (!folderLists.includes(list)) return false
  // The top of the other lists is not the top of the user's files.
  const isTop = folderId === 'top' && list !== 'files'
  if (typeof folderId === 'string' && folders.has(folderId) && !isTop) return true
  return (state.data as Listing | undefined)?.data.some(({ id }) => folders.has(id)) ?? false
}

/** Whether a query is of a list that shows one of these folders: as `showsContentOf`, or in the path. */
export function showsFolder(query: Query, folders: ReadonlySet<string>): boolean {
  if (showsContentOf(query, folders)) return true
  if (!folderLists.includes(query.queryKey[0])) return false
  return (query.state.data as Listing | undefined)?.meta.ancestors.some(({ id }) => folders.has(id)) ?? false
}
