import { countRows, gridRowAt, gridTarget, layoutOf, rowOfCard } from './grid-layout.ts'

test.each([
  [1000, 5],
  [984, 5],
  [983, 4],
  [400, 2],
  [100, 1],
])('%d px fit %d columns of cards that are at least 184 wide', (width, columns) => {
  expect(layoutOf(width, false, 0, 10).columns).toBe(columns)
})

test('a phone has two columns with a gap of 10', () => {
  expect(layoutOf(328, true, 0, 10)).toMatchObject({ columns: 2, gap: 10 })
})

test('a picture is 7 by 5, inset by 6, above a caption of 56', () => {
  // Four columns of 184.
  expect(layoutOf(784, false, 0, 10).fileHeight).toBe(Math.round(6 + (172 * 5) / 7 + 56))
})

const mixed = layoutOf(784, false, 6, 15)

test('folders come first, each part below its title', () => {
  const rows = Array.from({ length: countRows(mixed).all }, (_, row) => gridRowAt(mixed, row))
  expect(rows.map((row) => (row.kind === 'title' ? row.of : [row.first, row.last, row.position]))).toEqual([
    'folders',
    [0, 3, 1],
    [4, 5, 2],
    'files',
    [6, 9, 3],
    [10, 13, 4],
    [14, 14, 5],
  ])
  expect(rows.map(({ height }) => height)).toEqual([36, 76, 76, 36, ...Array<number>(3).fill(mixed.fileHeight + 16)])
})

test.each([
  ['folders only', 5, 5, ['folders', 0, 4]],
  ['files only', 0, 5, ['files', 0, 4]],
])('%s have one title', (_, folders, total, expected) => {
  const layout = layoutOf(784, false, folders, total)
  const rows = Array.from({ length: countRows(layout).all }, (_row, row) => gridRowAt(layout, row))
  expect(rows.map((row) => (row.kind === 'title' ? row.of : row.first))).toEqual(expected)
})

test('the row of a card is the row that has it', () => {
  for (let index = 0; index < mixed.total; index++) {
    const row = gridRowAt(mixed, rowOfCard(mixed, index))
    expect(row).toMatchObject({ kind: 'cards' })
    if (row.kind === 'cards') expect(row.first <= index && index <= row.last).toBe(true)
  }
})

const go = (key: string, index: number, isRightToLeft = false) => gridTarget(key, index, mixed, 2, isRightToLeft)

test.each([
  ['ArrowRight', 0, 1],
  ['ArrowLeft', 1, 0],
  ['ArrowDown', 0, 4],
  // The column is kept from the folders to the files, and where the row below is shorter its last card is taken.
  ['ArrowDown', 5, 7],
  ['ArrowDown', 2, 5],
  ['ArrowDown', 12, 14],
  ['ArrowDown', 14, 14],
  ['ArrowUp', 7, 5],
  ['ArrowUp', 9, 5],
  ['ArrowUp', 2, 2],
  ['PageDown', 0, 6],
  ['PageDown', 10, 14],
  ['PageUp', 14, 6],
  ['PageUp', 4, 0],
  ['Home', 9, 0],
  ['End', 0, 14],
])('%s moves from card %d to %d', (key, from, to) => {
  expect(go(key, from)).toBe(to)
})

test('right to left, ArrowLeft is the next card', () => {
  expect(go('ArrowLeft', 3, true)).toBe(4)
  expect(go('ArrowRight', 3, true)).toBe(2)
})

test('without a cursor, keys begin at the first card, and backwards at the last', () => {
  expect(go('ArrowRight', -1)).toBe(0)
  expect(go('ArrowDown', -1)).toBe(0)
  expect(go('ArrowUp', -1)).toBe(14)
  expect(go('ArrowLeft', -1)).toBe(14)
})

test('other keys do not move', () => {
  expect(go('k', 3)).toBeNull()
})
