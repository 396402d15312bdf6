/** One line of the table that a bench prints and writes to docs/benchmarks.md. */
export interface Row {
  readonly what: string
  readonly measured: string
  readonly budget: string
  readonly kept: boolean
}

export const median = (values: readonly number[]): number => quantile(values, 0.5)

/** `q` from 0 to 1, nearest rank. */
export function quantile(values: readonly number[], q: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(q * sorted.length) - 1)] ?? Number.NaN
}

export const ms = (value: number) => `${value.toFixed(1)} ms`
export const mebibytes = (bytes: number) => `${(bytes / 1_048_576).toFixed(0)} MiB`

export function print(rows: readonly Row[]): void {
  const cells = [
    ['what', 'measured', 'budget', ''],
    ...rows.map((row) => [row.what, row.measured, row.budget, row.kept ? 'kept' : 'MISSED']),
  ]
  const widths = [0, 1, 2].map((column) => Math.max(...cells.map((line) => line[column]?.length ?? 0)))
  for (const line of cells) console.log(line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '))
}
