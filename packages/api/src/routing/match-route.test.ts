import { executedBlocks, MAX_LINEAR_GROWTH } from '../../../testing/src/blocks/executed-blocks.ts'
import type * as routing from './match-route.ts'
import { addressOf, matchRoute } from './match-route.ts'

const matched = (patterns: readonly string[], pathname: string) =>
  matchRoute(
    patterns.map((path) => ({ path })),
    pathname,
  )?.path

test.each([
  ['/platform/files/:id?', '/platform/files', true],
  ['/platform/files/:id?', '/platform/files/1', true],
  ['/platform/files/:id?', '/platform/files/1/', true],
  ['/platform/files/:id?', '/platform/files/1/2', false],
  ['/platform/files/:id?', '/platform//files', false],
  ['/share/:token', '/share', false],
  ['/admin/*', '/admin/users/1/detail', true],
  ['/admin/*', '/admin', true],
  ['/', '/', true],
  ['/', '/other', false],
  ['/Sign-In', '/sign-in', true],
  ['/sign-in', '/%73ign-in', true],
  ['/share/:token', '/share/a%2Fb', true],
  ['/share/:token', '/share/%E0%A4%A', true],
])('%s matches %s: %s', (pattern, path, matches) => {
  expect(matched([pattern], path) !== undefined).toBe(matches)
})

test('a static segment ranks above a parameter, and a parameter above a splat', () => {
  const path = '/share/abc/file'
  expect(matched(['/share/*', '/share/:token/:page', '/share/:token/file'], path)).toBe('/share/:token/file')
  expect(matched(['/share/*', '/share/:token/:page'], path)).toBe('/share/:token/:page')
})

test('a route is found by its decoded path, as React Router does', () => {
  expect(matched(['/notes/:id', '/notes/settings'], '/notes/%73ettings')).toBe('/notes/settings')
})

test('the first of two routes that score the same wins', () => {
  expect(matched(['/share/:token', '/share/:id'], '/share/abc')).toBe('/share/:token')
})

test('does work in proportion to the path', async () => {
  const work = ({ matchRoute: match }: typeof routing, path: string) => {
    match([{ path: '/a/:b?/:c?/*' }, { path: '/:a/:b/:c' }, { path: '/a/a/a/a' }], path)
  }
  const paths = [1000, 2000].flatMap((size) => ['/a'.repeat(size), `${'/'.repeat(size)}a`, '/%61'.repeat(size)])
  const counts = await executedBlocks(import.meta.resolve('./match-route.ts'), work, paths)
  for (const n of [0, 1, 2]) expect(counts[n + 3]! / counts[n]!).toBeLessThan(MAX_LINEAR_GROWTH)
})

test.each([
  ['/platform/files/:id?', '/platform/files'],
  ['/page/*', '/page'],
  ['/help/contact?', '/help/contact'],
  ['/', '/'],
  ['/share/:token/files/:id?', null],
])('the address of %s is %s', (pattern, address) => {
  expect(addressOf(pattern)).toBe(address)
})
