/** Where a command reads its surroundings and leaves its words. */
export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>
  /** What relative names are relative to. */
  readonly cwd: string
  out(line: string): void
  err(line: string): void
}

/** The command was given in a way that has no meaning; the help is worth a look. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** Columns as wide as what they hold. */
export function table(rows: readonly (readonly string[])[]): string[] {
  const widths = rows.reduce<number[]>(
    (known, row) => row.map((cell, index) => Math.max(known[index] ?? 0, cell.length)),
    [],
  )
  return rows.map((row) =>
    row
      .map((cell, index) => cell.padEnd(widths[index] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}
