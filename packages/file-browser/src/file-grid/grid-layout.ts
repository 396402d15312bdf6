/** Sizes in pixels; the same in styles, so that a card has its height before it is rendered. */
export const GRID = {
  minCardWidth: 184,
  gap: 16,
  phoneGap: 10,
  phoneColumns: 2,
  titleHeight: 36,
  folderHeight: 60,
  /** Space between the edge of a card and its picture. */
  inset: 6,
  /** Name and size below the picture. */
  captionHeight: 56,
  /** Width by height. */
  pictureRatio: 7 / 5,
} as const

/** Where the cards of a folder are: the folders first, then the files, each below a title. */
export interface GridLayout {
  readonly columns: number
  readonly gap: number
  /** Height of a file's card. */
  readonly fileHeight: number
  readonly folders: number
  readonly total: number
}

/** A row of the grid: a title, or the cards from `first` to `last`. */
export type GridRow =
  | { readonly kind: 'title'; readonly of: 'folders' | 'files'; readonly height: number }
  | {
      readonly kind: 'cards'
      readonly of: 'folders' | 'files'
      readonly first: number
      readonly last: number
      /** Number of the row among those of cards, from 1. */
      readonly position: number
      readonly height: number
    }

/** The layout of `total` cards, of which the first `folders` are folders, in a width. */
export function layoutOf(width: number, isPhone: boolean, folders: number, total: number): GridLayout {
  const gap = isPhone ? GRID.phoneGap : GRID.gap
  const fitting = Math.floor((width + gap) / (GRID.minCardWidth + gap))
  const columns = isPhone ? GRID.phoneColumns : Math.max(1, fitting)
  const card = (width - gap * (columns - 1)) / columns
  const picture = Math.max(0, card - 2 * GRID.inset) / GRID.pictureRatio
  const fileHeight = Math.round(GRID.inset + picture + GRID.captionHeight)
  return { columns, gap, fileHeight, folders: Math.min(folders, total), total }
}

const rowsOf = (count: number, columns: number) => Math.ceil(count / columns)

/** Rows of both parts, with their titles. */
function partsOf({ columns, folders, total }: GridLayout) {
  const folderRows = rowsOf(folders, columns)
  const fileRows = rowsOf(total - folders, columns)
  // Row of the title of the files; the title of the folders is the first row.
  const filesTitle = folderRows > 0 ? folderRows + 1 : 0
  return { folderRows, fileRows, filesTitle }
}

/** Number of rows of titles and cards together, and of cards alone. */
export function countRows(layout: GridLayout): { readonly all: number; readonly cards: number } {
  const { folderRows, fileRows, filesTitle } = partsOf(layout)
  return { all: filesTitle + (fileRows > 0 ? fileRows + 1 : 0), cards: folderRows + fileRows }
}

/** The row at `row`, with the gap below it in its height. */
export function gridRowAt(layout: GridLayout, row: number): GridRow {
  const { columns, gap, fileHeight, folders, total } = layout
  const { folderRows, filesTitle } = partsOf(layout)
  const inFolders = folderRows > 0 && row <= folderRows
  const of = inFolders ? 'folders' : 'files'
  const at = row - (inFolders ? 0 : filesTitle)
  if (at === 0) return { kind: 'title', of, height: GRID.titleHeight }
  const first = (inFolders ? 0 : folders) + (at - 1) * columns
  const last = Math.min(first + columns, inFolders ? folders : total) - 1
  const position = inFolders ? at : folderRows + at
  return { kind: 'cards', of, first, last, position, height: (inFolders ? GRID.folderHeight : fileHeight) + gap }
}

/** The row of the card at `index`. */
export function rowOfCard(layout: GridLayout, index: number): number {
  const { columns, folders } = layout
  if (index < folders) return 1 + Math.floor(index / columns)
  return partsOf(layout).filesTitle + 1 + Math.floor((index - folders) / columns)
}

/** The column of the card at `index`, from 0. */
const columnOfCard = ({ columns, folders }: GridLayout, index: number) =>
  (index < folders ? index : index - folders) % columns

/** The card in the column of `index`, `rows` of cards below it or, negative, above it. */
function cardBelow(layout: GridLayout, index: number, rows: number): number {
  const { folderRows, fileRows } = partsOf(layout)
  const { columns, folders, total } = layout
  const row = index < folders ? Math.floor(index / columns) : folderRows + Math.floor((index - folders) / columns)
  const to = Math.max(0, Math.min(folderRows + fileRows - 1, row + rows))
  if (to === row) return index
  const first = to < folderRows ? to * columns : folders + (to - folderRows) * columns
  const end = to < folderRows ? folders : total
  return Math.min(first + columnOfCard(layout, index), end - 1)
}

/**
 * The card that a key moves to from `index` (-1 is none), which may be outside of the grid; null for a key that does not
 * move.
 */
export function gridTarget(
  key: string,
  index: number,
  layout: GridLayout,
  rowsPerPage: number,
  isRightToLeft: boolean,
): number | null {
  if (layout.total === 0) return null
  const next = isRightToLeft ? 'ArrowLeft' : 'ArrowRight'
  const previous = isRightToLeft ? 'ArrowRight' : 'ArrowLeft'
  const last = layout.total - 1
  switch (key) {
    case next:
      return index + 1
    case previous:
      return index < 0 ? last : index - 1
    case 'ArrowDown':
      return index < 0 ? 0 : cardBelow(layout, index, 1)
    case 'ArrowUp':
      return index < 0 ? last : cardBelow(layout, index, -1)
    case 'PageDown':
      return cardBelow(layout, Math.max(0, index), rowsPerPage)
    case 'PageUp':
      return cardBelow(layout, Math.max(0, index), -rowsPerPage)
    case 'Home':
      return 0
    case 'End':
      return last
    default:
      return null
  }
}
