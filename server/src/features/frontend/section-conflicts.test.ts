import { servedSection } from '@holdall/api/testing'
import { conflictWith, overlaps, prefixOf } from './section-conflicts.ts'

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

test.each([
  ['/', '/admin', null],
  ['/admin', '/', null],
  ['/', '/', 'Its address / belongs to the section other.'],
  ['/:anything', '/', 'Its address /:anything belongs to the section other.'],
  ['/:anything', '/admin', 'Its address /:anything belongs to the section other.'],
])('the homepage is one address only: %s beside %s', (own, theirs, conflict) => {
  const section = (id: string, path: string) =>
    servedSection({ id, namedRoutes: {}, routes: [{ path, access: 'anyone', titleKey: 'title' }] })
  expect(conflictWith(section('own', own), [section('other', theirs)])).toBe(conflict)
})
