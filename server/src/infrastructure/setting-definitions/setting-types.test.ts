import { definitions } from './setting-definitions.ts'
import { fileNames } from './setting-types.ts'

test('names of files have a carriage return as \\r', () => {
  const names = ['Icon\r', '._*', 'Thumbs.db']
  expect(fileNames.format(names)).toBe(String.raw`Icon\r, ._*, Thumbs.db`)
  expect(fileNames.parse(String.raw`Icon\r, ._*,Thumbs.db`)).toEqual(names)
  expect([fileNames.parse('none'), fileNames.format([])]).toEqual([[], 'none'])
})

test.each([[['a/b']], [['']], [['x'.repeat(256)]], [Array.from({ length: 101 }, (_, at) => `name ${at}`)]])(
  'names that are skipped refuse %j',
  (names) => {
    expect(definitions['upload.skipped_names'].schema.safeParse(names).success).toBe(false)
  },
)
