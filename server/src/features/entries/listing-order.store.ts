import { sql } from 'kysely'

const sortColumns = {
  name: 'name_key',
  created_at: 'created_at',
  modified_at: 'modified_at',
  size: 'size',
  type: 'type_key',
} as const

/** The order of a listing, as its query names it. */
export interface ListingOrder {
  readonly sort: keyof typeof sortColumns
  readonly direction: 'ASC' | 'DESC'
}

export type SortColumn = (typeof sortColumns)[keyof typeof sortColumns]

/** Folders have neither a size and a date of their own nor an extension: they are sorted by name. */
export const folderColumnOf = (sort: ListingOrder['sort']) =>
  sort === 'name' || sort === 'created_at' ? sortColumns[sort] : 'name_key'

export const columnOf = (sort: ListingOrder['sort'], kind: 'folder' | 'file'): SortColumn =>
  kind === 'folder' ? folderColumnOf(sort) : sortColumns[sort]

/** What a query is ordered by for a column. `modifiedAtOf` is an expression, of which there is an index. */
export const sortKeyOf = (column: SortColumn) =>
  column === 'modified_at' ? sql<number>`coalesce(modified_at, created_at)` : sql<string | number>`${sql.ref(column)}`

/** Names and types ascend by default, dates and sizes descend. */
export const defaultDirection = (sort: ListingOrder['sort'] | undefined): ListingOrder['direction'] =>
  sort === 'name' || sort === 'type' ? 'ASC' : 'DESC'

/** How folders that are not of one parent are ordered. */
export interface FolderOrder {
  readonly column: ReturnType<typeof folderColumnOf>
  readonly way: 'asc' | 'desc'
}
export const folderOrder = ({ sort, direction }: ListingOrder): FolderOrder => ({
  column: folderColumnOf(sort),
  way: direction === 'ASC' ? 'asc' : 'desc',
})
