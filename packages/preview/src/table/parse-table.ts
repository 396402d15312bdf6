import papaparse from 'papaparse'

export const MAX_ROWS = 20_000
export const MAX_COLUMNS = 500
/** Longer cells are cut off. */
const MAX_CELL_CHARACTERS = 500

export interface Table {
  readonly rows: readonly (readonly string[])[]
  /** Columns of the widest row, shown or not. */
  readonly columns: number
  /** Columns that `rows` has. */
  readonly shownColumns: number
}

/** A table of CSV or TSV, at most 20,000 rows and 500 columns. The last row of a cut off text is left out. */
export function parseTable(text: string, isHead: boolean): Table {
  const { data } = papaparse.parse<string[]>(text, { preview: MAX_ROWS + 1, skipEmptyLines: true })
  const isWhole = !isHead && data.length <= MAX_ROWS
  const read = isWhole || data.length === 1 ? data : data.slice(0, Math.min(data.length - 1, MAX_ROWS))
  let columns = 0
  for (const row of read) columns = Math.max(columns, row.length)
  const shownColumns = Math.min(columns, MAX_COLUMNS)
  const rows = read.map((row) => row.slice(0, shownColumns).map((cell) => cell.slice(0, MAX_CELL_CHARACTERS)))
  return { rows, columns, shownColumns }
}
