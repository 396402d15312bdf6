import { executedBlocks, MAX_LINEAR_GROWTH } from '../../../testing/src/blocks/executed-blocks.ts'
import type * as tables from './parse-table.ts'
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

test('all columns are counted, and the first of them shown', () => {
  const { rows, columns, shownColumns } = parseTable(','.repeat(2 * MAX_COLUMNS - 1), true)
  expect([columns, shownColumns, rows[0]?.length]).toEqual([2 * MAX_COLUMNS, MAX_COLUMNS, MAX_COLUMNS])
})

test('does work in proportion to the text', async () => {
  const parts = [',', '"a",', '"', 'a\n', '"a"\n', '\n', '"a,\n', 'a,b;c\t']
  const texts = [2000, 4000].flatMap((count) => parts.map((part) => part.repeat(count)))
  const parse = ({ parseTable: parseText }: typeof tables, text: string) => parseText(text, true)
  const counts = await executedBlocks(import.meta.resolve('./parse-table.ts'), parse, texts)
  const growths = parts.map((part, n) => ({ part, growth: counts[n + parts.length]! / counts[n]! }))
  expect(growths.filter(({ growth }) => growth > MAX_LINEAR_GROWTH)).toEqual([])
})

test('many rows and long cells have bounds', () => {
  expect(parseTable('a\n'.repeat(MAX_ROWS + 2), true).rows).toHaveLength(MAX_ROWS)
  expect(parseTable('x'.repeat(1000), true).rows[0]?.[0]).toHaveLength(500)
})

test('a quote that is never closed ends with the text', () => {
  expect(parseTable(`"${'a,\n'.repeat(1000)}`, true).rows).toHaveLength(1)
})
