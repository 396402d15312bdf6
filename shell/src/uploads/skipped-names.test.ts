import { createSkippedNames } from './skipped-names.ts'

test.each<[string, readonly string[], readonly string[]]>([
  ['Icon\r', ['Icon\r', 'ICON\r'], ['Icon', 'Icon\r.txt']],
  ['._*', ['._a.jpg', '._'], ['_a.jpg', 'a._b']],
  ['Thumbs.db', ['Thumbs.db', 'thumbs.DB'], ['Thumbs.db.txt', 'my Thumbs.db', 'Thumbsxdb']],
  ['~*.tmp', ['~a.tmp', '~.tmp'], ['~a.tmp.txt', '~tmp']],
  ['*a*b*', ['ab', 'xaybz'], ['ba']],
  ['ab*ba', ['abba', 'abxba'], ['aba']],
  ['*', ['a', ''], []],
])('%j skips %j and not %j', (pattern, skipped, kept) => {
  const isSkipped = createSkippedNames([pattern])
  expect([skipped.filter((name) => !isSkipped(name)), kept.filter(isSkipped)]).toEqual([[], []])
})

test('the file that macOS creates is skipped without a pattern, and no other one', () => {
  const isSkipped = createSkippedNames([])
  expect(['.DS_Store', '.ds_store', 'a.DS_Store', 'Icon\r'].filter(isSkipped)).toEqual(['.DS_Store'])
})
