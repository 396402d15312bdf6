import type { Ancestor, Entry, FolderTotals, Listing } from '@holdall/api'

export type SortField = 'name' | 'created_at' | 'modified_at' | 'size' | 'type'
export interface Sort {
  readonly field: SortField
  readonly direction: 'ASC' | 'DESC'
}

/** Query of one page, as the API takes it. */
export interface PageQuery {
  readonly sort: SortField
  readonly direction: 'ASC' | 'DESC'
  /** From 1. */
  readonly page: number
  readonly per_page: number
}

/** The order of a list, and the beginning of a name. */
export interface PrefixQuery extends Pick<PageQuery, 'sort' | 'direction'> {
  readonly prefix: string
}

/** An entry and its index, from 0, in the whole list. */
export interface FoundEntry {
  readonly id: string
  readonly index: number
}

/** Where a file browser gets its entries: the user's files, the trash, a public link. */
export interface FileSource {
  /** First part of the keys of all queries of this source, for invalidation. */
  readonly key: readonly string[]
  /**
   * Whether a list is the whole content of one folder, which calls can name instead of its entries. Of a list over
   * several folders, whose top is not the top of the user's files, entries are selected and sent by id only.
   */
  readonly isFolder: boolean
  /** Fetches one page; `folderId` null is the top of the source. Rejects with an ApiError. */
  page(folderId: string | null, query: PageQuery, signal: AbortSignal): Promise<Listing>
  /**
   * Finds the first entry whose name begins with a text; null when there is none. Absent: only loaded rows are
   * searched.
   */
  findByPrefix?(folderId: string | null, query: PrefixQuery, signal: AbortSignal): Promise<FoundEntry | null>
}

export const PAGE_SIZE = 200

/** The page, from 1, that holds the row at `index`. */
export const pageOf = (index: number): number => Math.floor(index / PAGE_SIZE) + 1

/** The pages of a range of rows, both ends included. */
export function pagesOf(first: number, last: number): number[] {
  const pages: number[] = []
  for (let page = pageOf(Math.max(0, first)); page <= pageOf(Math.max(0, last)); page++) pages.push(page)
  return pages
}

/** Query key of one page; without `page`, the common key of all pages in that order; without `sort`, of the folder. */
export const pageKey = (source: FileSource, folderId: string | null, sort?: Sort, page?: number) => [
  ...source.key,
  folderId ?? 'top',
  ...(sort ? [sort.field, sort.direction] : []),
  ...(page === undefined ? [] : [page]),
]

/** State of a folder's list. */
export type FolderState =
  /** `path` is known where a cached list has the folder; otherwise null. */
  | { readonly state: 'loading'; readonly path: FolderPath | null }
  | { readonly state: 'failed'; readonly error: Error; readonly path: FolderPath | null }
  | {
      readonly state: 'ready'
      readonly total: number
      /** Of the whole folder, loaded or not. */
      readonly totals: FolderTotals
      readonly root: Entry | null
      /** From the top down to the parent of root. */
      readonly ancestors: readonly Ancestor[]
    }

/** The name of a folder and the folders above it. */
export interface FolderPath {
  /** null at the top. */
  readonly current: { readonly name: string; readonly emoji?: string | null } | null
  /** From the top down to the parent of `current`. */
  readonly ancestors: readonly Ancestor[]
}

const top: FolderPath = { current: null, ancestors: [] }

/** Path of the shown folder; null while its name is not known. */
export function pathOf(status: FolderState, folderId: string | null): FolderPath | null {
  if (folderId === null) return top
  switch (status.state) {
    case 'loading':
      return status.path
    case 'failed':
      return status.path ?? top
    case 'ready':
      return {
        current: status.root && { name: status.root.attributes.name, emoji: status.root.attributes.emoji },
        ancestors: status.ancestors,
      }
  }
}
