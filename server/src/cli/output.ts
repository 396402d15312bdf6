/** The environment, the working directory and the output of a command. */
export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>
  /** Relative paths are resolved against it. */
  readonly cwd: string
  out(line: string): void
  err(line: string): void
}

/** The command line is invalid; the help is printed after the message. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** Lines of columns, each as wide as its longest cell. */
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
