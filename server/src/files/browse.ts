import type { Ancestor, EntryPosition, FolderNode } from '@holdall/api'
import type { Db } from '../db/transact.ts'
import { refuse } from '../http/refusal.ts'
import { ancestorsOf, foldersOf, levelOf, pageOfFolder, positionOfPrefix } from './listing.store.ts'
import { type PageOf, presentNode, presentTotals } from './present.ts'
import { type EntryRow, entryOf } from './space.ts'

export interface Asked {
  readonly sort?: 'name' | 'created_at' | 'size' | undefined
  readonly direction?: 'ASC' | 'DESC' | undefined
  readonly page?: number | undefined
  readonly per_page?: number | undefined
}

const PER_PAGE = 50
const MOST = 200

/** Which stretch of a listing is meant. */
export function stretchOf(asked: Asked): { page: number; perPage: number; offset: number; limit: number } {
  const perPage = Math.min(Math.max(1, asked.per_page ?? PER_PAGE), MOST)
  const page = Math.max(1, asked.page ?? 1)
  return { page, perPage, offset: (page - 1) * perPage, limit: perPage }
}

export interface Browsed {
  readonly folder: EntryRow
  readonly found: PageOf
  readonly ancestors: Ancestor[]
}

/** A page of a live folder; above `topId` nothing is told. */
export async function browse(db: Db, spaceId: string, folderId: string, topId: string, asked: Asked): Promise<Browsed> {
  const folder = await listableFolder(db, spaceId, folderId)
  const { page, perPage, offset, limit } = stretchOf(asked)
  const rows = await pageOfFolder(db, folder, { ...orderOf(asked), offset, limit })
  const ancestors = folder.id === topId ? [] : await ancestorsOf(db, folder, topId)
  return { folder, found: { rows, totals: presentTotals(folder), page, perPage }, ancestors }
}

/** The first entry of a live folder whose name begins with `prefix`, and where it is in the whole listing. */
export async function findByPrefix(
  db: Db,
  spaceId: string,
  folderId: string,
  asked: Pick<Asked, 'sort' | 'direction'> & { readonly prefix: string },
): Promise<EntryPosition | null> {
  const folder = await listableFolder(db, spaceId, folderId)
  const found = await positionOfPrefix(db, folder, orderOf(asked), asked.prefix)
  return found && { id: found.id, type: 'entry-position', attributes: { index: found.index } }
}

async function listableFolder(db: Db, spaceId: string, folderId: string): Promise<EntryRow> {
  const folder = await entryOf(db, spaceId, folderId)
  if (!folder || folder.kind === 'file') throw refuse('not-found')
  return folder
}

const orderOf = ({ sort = 'created_at', direction }: Pick<Asked, 'sort' | 'direction'>) => ({
  sort,
  direction: direction ?? (sort === 'name' ? ('ASC' as const) : ('DESC' as const)),
})

/** Folders of a tree that are answered at once, whatever its depth. */
const MAX_TREE_NODES = 5000
/** Folders whose children one query looks up. */
const PARENTS_PER_QUERY = 500
/** One level is answered whole. */
const MAX_LEVEL_NODES = 100_000

export interface TreeQuery extends Pick<Asked, 'sort' | 'direction'> {
  readonly depth?: 'all' | undefined
}

/** The folders below one, by name unless another order is asked for: one level, or all of them. */
export async function folderTree(db: Db, folderId: string, topId: string, query: TreeQuery): Promise<FolderNode[]> {
  const order = orderOf({ ...query, sort: query.sort ?? 'name' })
  const present = (row: EntryRow): FolderNode => presentNode(row, { topId })
  if (query.depth !== 'all') {
    const nodes: FolderNode[] = []
    for await (const rows of levelOf(db, folderId, order)) {
      for (const row of rows) nodes.push(present(row))
      if (nodes.length >= MAX_LEVEL_NODES) break
    }
    return nodes
  }
  const top: Pick<FolderNode, 'id' | 'folders'> = { id: folderId }
  const counts = new Map<string, number>()
  let level = [top]
  let left = MAX_TREE_NODES
  while (level.length > 0) {
    const next: FolderNode[] = []
    for (let at = 0; at < level.length; at += PARENTS_PER_QUERY) {
      const parents = new Map(level.slice(at, at + PARENTS_PER_QUERY).map((node) => [node.id, node]))
      // What does not fit is left to be asked for folder by folder: those nodes have no `folders`.
      if ([...parents.keys()].reduce((sum, id) => sum + (counts.get(id) ?? 0), 0) > left) return top.folders ?? []
      const rows = await foldersOf(db, [...parents.keys()], order, left + 1)
      if (rows.length > left) return top.folders ?? []
      left -= rows.length
      for (const parent of parents.values()) parent.folders = []
      for (const row of rows) {
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
