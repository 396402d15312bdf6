import type { Ancestor, EntryPosition, FolderNode } from '@holdall/api'
import type { Db } from '../../infrastructure/db/transact.ts'
import {
  ancestorsOf,
  countedFor,
  defaultDirection,
  foldersOf,
  levelOf,
  pageOfFolder,
  positionOfPrefix,
} from './listing.store.ts'
import { type PageOf, presentNode, presentTotals } from './present-entry.ts'
import type { EntryRow } from './space.store.ts'

export interface ListingOptions {
  readonly sort?: 'name' | 'created_at' | 'size' | 'type' | undefined
  readonly direction?: 'ASC' | 'DESC' | undefined
  readonly page?: number | undefined
  readonly per_page?: number | undefined
}

/** Lists only what came through this upload request. */
interface Shown {
  readonly uploadRequestId?: string
}

const DEFAULT_PER_PAGE = 50
const MAX_PER_PAGE = 200

/** The page of a listing that a query selects. */
export function pageBounds(options: ListingOptions): { page: number; perPage: number; offset: number; limit: number } {
  const perPage = Math.min(Math.max(1, options.per_page ?? DEFAULT_PER_PAGE), MAX_PER_PAGE)
  const page = Math.max(1, options.page ?? 1)
  return { page, perPage, offset: (page - 1) * perPage, limit: perPage }
}

export interface Browsed {
  readonly found: PageOf
  readonly ancestors: Ancestor[]
}

/**
 * A page of a live folder; nothing above the root of its space, or the folder of a link, is shown. A team folder is one of
 * the ancestors of what is in it.
 */
export async function browse(
  db: Db,
  stored: EntryRow,
  { root_id: topId, kind }: { readonly root_id: string; readonly kind: 'home' | 'team' | 'link' },
  options: ListingOptions,
  { uploadRequestId }: Shown = {},
): Promise<Browsed> {
  const { page, perPage, offset, limit } = pageBounds(options)
  const [folder = stored] = await countedFor(db, [stored], uploadRequestId)
  const found = await pageOfFolder(db, folder, { ...orderOf(options), offset, limit, uploadRequestId })
  const rows = await countedFor(db, found, uploadRequestId)
  const isTopShown = kind === 'team'
  const ancestors = folder.id === topId ? [] : await ancestorsOf(db, folder, topId, { isTopShown })
  return { found: { rows, totals: presentTotals(folder), page, perPage }, ancestors }
}

/** The first entry of a live folder whose name begins with `prefix`, and where it is in the whole listing. */
export async function findByPrefix(
  db: Db,
  stored: EntryRow,
  options: Pick<ListingOptions, 'sort' | 'direction'> & { readonly prefix: string },
  { uploadRequestId }: Shown = {},
): Promise<EntryPosition | null> {
  const [folder = stored] = await countedFor(db, [stored], uploadRequestId)
  const found = await positionOfPrefix(db, folder, { ...orderOf(options), uploadRequestId }, options.prefix)
  return found && { id: found.id, type: 'entry-position', attributes: { index: found.index } }
}

/** By date by default. */
export const orderOf = ({ sort = 'created_at', direction }: Pick<ListingOptions, 'sort' | 'direction'>) => ({
  sort,
  direction: direction ?? defaultDirection(sort),
})

interface TreeLimits {
  /** Most folders of a whole tree in one response. */
  readonly nodes: number
  /** Folders whose children one query looks up. */
  readonly parentsPerQuery: number
  /** Folders of a single level that one query reads. */
  readonly levelPage: number
}
const treeLimits: TreeLimits = { nodes: 5000, parentsPerQuery: 500, levelPage: 1000 }
/** Most folders of a single level in one response. */
const MAX_LEVEL_NODES = 100_000

export interface TreeQuery extends Pick<ListingOptions, 'sort' | 'direction'> {
  readonly depth?: 'all' | undefined
}

/** The folders below one, by name by default: one level, or all of them. */
export async function folderTree(
  db: Db,
  folderId: string,
  topId: string,
  query: TreeQuery,
  { uploadRequestId }: Shown = {},
  { nodes: maxNodes, parentsPerQuery, levelPage } = treeLimits,
): Promise<FolderNode[]> {
  const order = { ...orderOf({ ...query, sort: query.sort ?? 'name' }), uploadRequestId }
  const present = (row: EntryRow): FolderNode => presentNode(row, { topId })
  if (query.depth !== 'all') {
    const nodes: FolderNode[] = []
    for await (const rows of levelOf(db, folderId, order, levelPage)) {
      for (const row of await countedFor(db, rows, uploadRequestId)) nodes.push(present(row))
      if (nodes.length >= MAX_LEVEL_NODES) break
    }
    return nodes
  }
  const top: Pick<FolderNode, 'id' | 'folders'> = { id: folderId }
  const counts = new Map<string, number>()
  let level = [top]
  let left = maxNodes
  while (level.length > 0) {
    const next: FolderNode[] = []
    for (let at = 0; at < level.length; at += parentsPerQuery) {
      const parents = new Map(level.slice(at, at + parentsPerQuery).map((node) => [node.id, node]))
      // The client requests what does not fit folder by folder: those nodes have no `folders`.
      if ([...parents.keys()].reduce((sum, id) => sum + (counts.get(id) ?? 0), 0) > left) return top.folders ?? []
      const rows = await foldersOf(db, [...parents.keys()], order, left + 1)
      if (rows.length > left) return top.folders ?? []
      left -= rows.length
      for (const parent of parents.values()) parent.folders = []
      for (const row of await countedFor(db, rows, uploadRequestId)) {
        const node = present(row)
        parents.get(row.parent_id ?? '')?.folders?.push(node)
        counts.set(row.id, row.folders_count)
        if (node.has_folders) next.push(node)
        else node.folders = []
      }
    }
    level = next
  }
  return top.folders ?? []
}
