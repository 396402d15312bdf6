import { overlaps, prefixOf } from './section-conflicts.ts'

test.each([
  ['/platform/files', '/platform/files'],
  ['/Share/:token/files', '/share'],
  ['/', '/'],
  ['/:anything', '/'],
  ['/admin/*', '/admin'],
])('%s claims %s and everything below it', (pattern, prefix) => {
  expect(prefixOf(pattern)).toBe(prefix)
})

test.each([
  ['/platform/files', '/platform/files/special', true],
  ['/platform/files', '/platform/filestore', false],
  ['/platform/notes', '/platform/files', false],
  ['/', '/anything', true],
])('%s and %s overlap: %s', (a, b, expected) => {
  expect([overlaps(a, b), overlaps(b, a)]).toEqual([expected, expected])
})
