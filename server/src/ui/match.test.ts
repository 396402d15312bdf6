import { fit, overlaps, prefixOf } from './match.ts'

test.each([
  ['/platform/files/:id?', '/platform/files', true],
  ['/platform/files/:id?', '/platform/files/1', true],
  ['/platform/files/:id?', '/platform/files/1/', true],
  ['/platform/files/:id?', '/platform/files/1/2', false],
  ['/share/:token', '/share', false],
  ['/admin/*', '/admin/users/1/detail', true],
  ['/', '/', true],
  ['/', '/other', false],
  ['/Sign-In', '/sign-in', true],
])('%s fits %s: %s', (pattern, path, fits) => {
  expect(fit(pattern, path) !== null).toBe(fits)
})

test('a written segment fits better than a parameter, and that better than the rest', () => {
  const path = '/share/abc/file'
  const [written, parameter, rest] = ['/share/:token/file', '/share/:token/:page', '/share/*'].map(
    (p) => fit(p, path) ?? -1,
  )
  expect(written).toBeGreaterThan(parameter ?? 0)
  expect(parameter).toBeGreaterThan(rest ?? 0)
})

test.each([
  ['/platform/files/:id?', '/platform/files'],
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
