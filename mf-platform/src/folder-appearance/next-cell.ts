interface Cells {
  readonly at: number
  readonly count: number
  readonly columns: number
  readonly isRtl: boolean
}

/** The cell of a grid that a key leads to; null for other keys, and at the end of the grid. */
export function nextCell(key: string, { at, count, columns, isRtl }: Cells): number | null {
  const lineStart = at - (at % columns)
  const forward = isRtl ? -1 : 1
  const targets: Readonly<Record<string, number>> = {
    ArrowRight: at + forward,
    ArrowLeft: at - forward,
    ArrowDown: at + columns,
    ArrowUp: at - columns,
    Home: lineStart,
    End: Math.min(lineStart + columns, count) - 1,
  }
  const next = targets[key]
  return next !== undefined && next >= 0 && next < count ? next : null
}
