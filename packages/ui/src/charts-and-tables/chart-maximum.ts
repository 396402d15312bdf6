const steps = [1, 2, 4, 6, 8, 10, 16, 20, 30, 40, 60, 80, 100, 160, 200, 300, 400, 600, 800, 1000]

/** Upper end of the axis of a chart with this highest bar: a round number of bytes, of which half is round too. */
export function chartMaximum(highest: number): number {
  let unit = 1
  while (highest / unit > 1000) unit *= 1000
  const step = steps.find((candidate) => candidate * unit >= highest) ?? 1000
  // Half a byte is not a useful label.
  return Math.max(2, step * unit)
}
