import type {
  Ancestor,
  Entry,
  FolderNode,
  FolderTotals,
  Listing,
  EntryLocation,
  EntryTeam,
  Paginate,
  Thumbnail,
} from '@holdall/api'
import type { PrimaryLink } from './entry-links.store.ts'
import { presentShare } from './present-share-link.ts'
import { type EntryRow, modifiedAtOf } from './space.store.ts'

/** For whom entries are presented: folders above `topId` are not visible. */
export interface View {
  readonly topId: string
  /** The signed address of a file's bytes for the caller; null where the caller may not read them. */
  readonly address: (file: EntryRow) => string | null
  /** The signed addresses of a file's thumbnails for the caller; null where there are none. */
  readonly thumbnail: (file: EntryRow) => Thumbnail | null
  /** Primary links of the shown entries; only their owner sees them. */
  readonly shares: ReadonlyMap<string, PrimaryLink>
  /** The origin that links begin with. */
  readonly origin: string
  readonly now: number
  /** Of a user. */
  readonly viewerId?: string
  /** Where entries are, in listings over several folders: by the folder they are in. */
  readonly locations?: ReadonlyMap<string, EntryLocation>
  /** The team folders that entries are in, by the space; only their owner and members see that. */
  readonly teams?: ReadonlyMap<string, EntryTeam>
}

const top: EntryLocation = { id: null, path: [], truncated: false }

export function presentEntry(row: EntryRow, view: View): Entry {
  const file = row.kind === 'file'
  const share = view.shares.get(row.id)
  const team = view.teams?.get(row.space_id)
  const meta = {
    // A team folder is in no folder.
    ...(view.locations && row.kind !== 'root' && { location: view.locations.get(row.parent_id ?? '') ?? top }),
    ...(team && { team }),
  }
  return {
    id: row.id,
    type: file ? 'file' : 'folder',
    attributes: {
      name: row.name,
      parent_id: row.parent_id === view.topId || row.id === view.topId ? null : row.parent_id,
      color: row.color,
      emoji: row.emoji,
      mimetype: row.mime,
      filesize: file ? row.size : null,
      file_url: file ? view.address(row) : null,
      thumbnail: file ? view.thumbnail(row) : null,
      items: file ? null : row.children_count,
      created_at: iso(row.created_at),
      updated_at: iso(row.updated_at),
      ...(file && { modified_at: iso(modifiedAtOf(row)) }),
      deleted_at: row.trashed_at === null ? null : iso(row.trashed_at),
      ...(row.kind === 'root' && row.id !== view.topId && { isTeamFolder: true as const }),
    },
    ...(Object.keys(meta).length > 0 && { meta }),
    relationships: {
      shared: share ? { data: presentShare(share, row.kind, view), meta: { total: share.total } } : null,
    },
  }
}

/** Entries of which an answer has addresses, images and links: for 1,000 it would have more than 1 MB. */
const MAX_WHOLE = 200

/** Entries that have names which were asked about. */
export async function presentTaken(
  rows: readonly EntryRow[],
  topId: string,
  viewOf: () => Promise<View>,
): Promise<{ data: Entry[] }> {
  const plain = { address: () => null, thumbnail: () => null, shares: new Map(), origin: '', now: 0 }
  const view = rows.length > MAX_WHOLE ? { topId, ...plain } : await viewOf()
  return { data: rows.map((row) => presentEntry(row, view)) }
}

export interface PageOf {
  readonly rows: readonly EntryRow[]
  readonly totals: FolderTotals
  readonly page: number
  readonly perPage: number
}

export function presentListing(
  found: PageOf,
  root: EntryRow | null,
  ancestors: readonly Ancestor[],
  view: View,
): Listing {
  return {
    data: found.rows.map((row) => presentEntry(row, view)),
    meta: {
      paginate: paginate({
        shown: found.rows.length,
        total: found.totals.folders + found.totals.files,
        page: found.page,
        perPage: found.perPage,
      }),
      totals: found.totals,
      root: root && { data: presentEntry(root, view) },
      ancestors: [...ancestors],
    },
  }
}

/** A folder counts the entries in its own state: a live one does not count what is in the trash. */
export const presentTotals = (folder: EntryRow): FolderTotals => ({
  folders: folder.folders_count,
  files: folder.children_count - folder.folders_count,
  filesize: folder.files_size,
})

export function presentNode(row: EntryRow, view: Pick<View, 'topId'>): FolderNode {
  return {
    id: row.id,
    name: row.name,
    color: row.color,
    emoji: row.emoji,
    parent_id: row.parent_id === view.topId ? null : row.parent_id,
    has_folders: row.folders_count > 0,
  }
}

interface PageCounts {
  readonly shown: number
  readonly total: number
  readonly page: number
  readonly perPage: number
}

export function paginate({ shown, total, page, perPage }: PageCounts): Paginate {
  const before = (page - 1) * perPage
  return {
    currentPage: page,
    lastPage: Math.max(1, Math.ceil(total / perPage)),
    perPage,
    from: shown ? before + 1 : null,
    to: shown ? before + shown : null,
    total,
  }
}

const iso = (at: number) => new Date(at).toISOString()
