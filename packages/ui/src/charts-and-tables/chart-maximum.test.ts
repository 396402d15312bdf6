import { chartMaximum } from './chart-maximum.ts'

test.each([
  [0, 2],
  [1, 2],
  [7, 8],
  [44_000_000_000, 60_000_000_000],
  [1000, 1000],
  [1001, 2000],
  [999_950_000, 1_000_000_000],
])('ends a chart of at most %d bytes at %d', (highest, top) => {
  expect(chartMaximum(highest)).toBe(top)
})
