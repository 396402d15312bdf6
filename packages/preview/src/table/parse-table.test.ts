import { MAX_COLUMNS, MAX_ROWS, parseTable } from './parse-table.ts'

test('reads quoted cells, and finds the delimiter', () => {
  expect(parseTable('name,"a ""b"""\n"x\ny",2\n', false).rows).toEqual([
    ['name', 'a "b"'],
    ['x\ny', '2'],
  ])
  expect(parseTable('a\tb\n1,5\t2\n', false).rows).toEqual([
    ['a', 'b'],
    ['1,5', '2'],
  ])
  expect(parseTable('a;b\n1;2', false).rows[1]).toEqual(['1', '2'])
})

test('leaves out the last row of a text that is cut off', () => {
  expect(parseTable('a,b\n1,2\n3,', true).rows).toEqual([
    ['a', 'b'],
    ['1', '2'],
  ])
  expect(parseTable('a,b', true).rows).toEqual([['a', 'b']])
})

test('a million columns are counted, and the first of them shown', () => {
  const start = performance.now()
  const { rows, columns, shownColumns } = parseTable(','.repeat(1024 * 1024 - 1), true)
  expect([columns, shownColumns, rows[0]?.length]).toEqual([1024 * 1024, MAX_COLUMNS, MAX_COLUMNS])
  expect(performance.now() - start).toBeLessThan(4000)
})

test('many rows and long cells have bounds', () => {
  expect(parseTable('a\n'.repeat(500_000), true).rows).toHaveLength(MAX_ROWS)
  expect(parseTable('x'.repeat(1024 * 1024), true).rows[0]?.[0]).toHaveLength(500)
})

test('a quote that is never closed ends with the text', () => {
  expect(parseTable(`"${'a,\n'.repeat(100_000)}`, true).rows).toHaveLength(1)
})
