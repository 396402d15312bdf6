import { type FolderLevel, type FolderNode, MAX_LEVEL_FOLDERS } from '@holdall/api'
import { MAX_ANSWER_BYTES } from '../../infrastructure/http-limits.ts'
import type { Db } from '../../infrastructure/db/transact.ts'
import { type ListingOptions, orderOf, type Shown } from './browse-folder.ts'
import { cursorOf, positionOf } from './level-cursor.ts'
import { countedFor, foldersOf, levelOf, type LevelPosition, positionInLevel } from './listing.store.ts'
import { presentNode } from './present-entry.ts'
import type { EntryRow } from './space.store.ts'

interface TreeLimits {
  /** Most folders in one response. */
  readonly nodes: number
  /** Most bytes of their JSON. */
  readonly bytes: number
  /** Folders whose children one query looks up. */
  readonly parentsPerQuery: number
  /** Folders of a single level that one query reads. */
  readonly levelPage: number
}

/** What an answer has around its folders: the longest cursor, which has a sort key, and the names of the fields. */
const ENVELOPE_BYTES = 8192
const treeLimits: TreeLimits = {
  nodes: MAX_LEVEL_FOLDERS,
  bytes: MAX_ANSWER_BYTES - ENVELOPE_BYTES,
  parentsPerQuery: 500,
  levelPage: 1000,
}

export interface TreeQuery extends Pick<ListingOptions, 'sort' | 'direction'> {
  readonly depth?: 'all' | undefined
  readonly cursor?: string | undefined
  readonly limit?: number | undefined
}

type Order = ReturnType<typeof orderOf> & Shown
type Present = (row: EntryRow) => FolderNode

/** A page of the folders below one, by name by default: one level, or also those below it, as far as they fit. */
export async function folderTree(
  db: Db,
  folderId: string,
  topId: string,
  query: TreeQuery,
  { uploadRequestId }: Shown = {},
  limits: TreeLimits = treeLimits,
): Promise<FolderLevel> {
  const order = { ...orderOf({ ...query, sort: query.sort ?? 'name' }), ...(uploadRequestId && { uploadRequestId }) }
  const page = await pageOfLevel(db, folderId, order, {
    after: query.cursor === undefined ? null : positionOf(query.cursor, order.sort),
    maxNodes: Math.min(Math.max(1, query.limit ?? limits.nodes), limits.nodes),
    present: (row) => presentNode(row, { topId }),
    limits,
  })
  if (query.depth === 'all') await addLevelsBelow(db, page, order, limits)
  return {
    data: page.read.map(({ node }) => node),
    meta: { next_cursor: page.next && cursorOf(page.next) },
  }
}

interface ReadFolder {
  readonly node: FolderNode
  /** How many folders it has, as its row says: known before any of them is read. */
  readonly folders: number
}

interface LevelPage {
  readonly read: readonly ReadFolder[]
  readonly bytes: number
  readonly present: Present
  /** The position of its last folder; null where no further ones follow. */
  readonly next: LevelPosition | null
}

async function pageOfLevel(
  db: Db,
  folderId: string,
  order: Order,
  {
    after,
    maxNodes,
    present,
    limits,
  }: {
    readonly after: LevelPosition | null
    readonly maxNodes: number
    readonly present: Present
    readonly limits: TreeLimits
  },
): Promise<LevelPage> {
  const read: ReadFolder[] = []
  let bytes = 0
  let last: LevelPosition | null = null
  // One more than the page has shows whether others follow.
  const pageRows = Math.min(limits.levelPage, maxNodes + 1)
  for await (const rows of levelOf(db, folderId, order, { after, pageRows })) {
    for (const row of await countedFor(db, rows, order.uploadRequestId)) {
      const node = present(row)
      const size = bytesOf(node)
      if (read.length === maxNodes || (read.length > 0 && bytes + size > limits.bytes)) {
        return { read, bytes, present, next: last }
      }
      read.push({ node, folders: row.folders_count })
      bytes += size
      last = positionInLevel(row, order)
    }
  }
  return { read, bytes, present, next: null }
}

/** Adds `folders` to the folders of a page and below, level by level, until they would exceed the limits. */
async function addLevelsBelow(db: Db, page: LevelPage, order: Order, limits: TreeLimits): Promise<void> {
  const { present } = page
  let [level, left, bytes] = [page.read, limits.nodes - page.read.length, page.bytes]
  while (level.length > 0) {
    const next: ReadFolder[] = []
    const parents = level.filter(({ folders }) => folders > 0)
    for (const { node, folders } of level) if (folders === 0) node.folders = []
    for (let at = 0; at < parents.length; at += limits.parentsPerQuery) {
      const some = parents.slice(at, at + limits.parentsPerQuery)
      if (some.reduce((sum, { folders }) => sum + folders, 0) > left) return
      const byId = new Map(some.map(({ node }) => [node.id, node]))
      const rows = await foldersOf(db, [...byId.keys()], order, left + 1)
      const children = await countedFor(db, rows, order.uploadRequestId)
      const found = children.map((row) => ({ node: present(row), folders: row.folders_count }))
      left -= found.length
      bytes += found.reduce((sum, { node }) => sum + bytesOf(node), 0)
      // More than the counts said, where some were created in the meantime.
      if (left < 0 || bytes > limits.bytes) return
      for (const node of byId.values()) node.folders = []
      for (const [n, { node }] of found.entries()) byId.get(children[n]?.parent_id ?? '')?.folders?.push(node)
      next.push(...found)
    }
    level = next
  }
}

/** With the comma behind it, and an empty list of folders. */
const bytesOf = (node: FolderNode): number => Buffer.byteLength(JSON.stringify(node)) + ',"folders":[],'.length
