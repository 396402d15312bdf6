import type { Ancestor, Entry, FolderTotals, Listing } from '@holdall/api'

export type SortField = 'name' | 'created_at' | 'size'
export interface Sort {
  readonly field: SortField
  readonly direction: 'ASC' | 'DESC'
}

export interface PageQuery {
  readonly sort: SortField
  readonly direction: 'ASC' | 'DESC'
  /** From 1. */
  readonly page: number
  readonly per_page: number
}

/** The order of a list, and how a name begins. */
export interface PrefixQuery extends Pick<PageQuery, 'sort' | 'direction'> {
  readonly prefix: string
}

/** An entry and its index, from 0, in the whole list. */
export interface FoundEntry {
  readonly id: string
  readonly index: number
}

/** Where entries come from: somebody's files, the trash, a public link. */
export interface FileSource {
  /** Begins the key of every query of this source, so that a fact can make them stale. */
  readonly key: readonly string[]
  /** `folderId` null is the top of the source. */
  page(folderId: string | null, query: PageQuery, signal: AbortSignal): Promise<Listing>
  /** The first entry whose name begins with a text; null when there is none. Absent: only loaded rows are searched. */
  findByPrefix?(folderId: string | null, query: PrefixQuery, signal: AbortSignal): Promise<FoundEntry | null>
}

export const PAGE_SIZE = 200

/** The page, from 1, that holds the row at `index`. */
export const pageOf = (index: number): number => Math.floor(index / PAGE_SIZE) + 1

/** Pages that a range of rows touches, ends included. */
export function pagesOf(first: number, last: number): number[] {
  const pages: number[] = []
  for (let page = pageOf(Math.max(0, first)); page <= pageOf(Math.max(0, last)); page++) pages.push(page)
  return pages
}

/** Key of one page, or without `page` of all pages of a folder in that order. */
export const pageKey = (source: FileSource, folderId: string | null, sort?: Sort, page?: number) => [
  ...source.key,
  folderId ?? 'top',
  ...(sort ? [sort.field, sort.direction] : []),
  ...(page === undefined ? [] : [page]),
]

/** What is known of a folder: some of its rows, how many there are, and where it is. */
export type FolderState =
  /** `path` as other lists on this page show it; null where none does. */
  | { readonly state: 'loading'; readonly path: FolderPath | null }
  | { readonly state: 'failed'; readonly error: Error }
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
  readonly current: { readonly name: string } | null
  /** From the top down to the parent of `current`. */
  readonly ancestors: readonly Ancestor[]
}

const top: FolderPath = { current: null, ancestors: [] }

/** Where the folder that is shown, or still loading, is; null as long as its name is not known. */
export function pathOf(status: FolderState, folderId: string | null): FolderPath | null {
  if (folderId === null) return top
  switch (status.state) {
    case 'loading':
      return status.path
    case 'failed':
      return top
    case 'ready':
      return { current: status.root && { name: status.root.attributes.name }, ancestors: status.ancestors }
  }
}
