import type { ComposedSection, ManifestRoute } from '@holdall/api'
import { knownSections, routeOf } from './catalogue.ts'

const route = (path: string, access: ManifestRoute['access'] = 'anyone'): ManifestRoute => ({
  path,
  access,
  titleKey: 'title',
})
const boot = (...sections: ComposedSection[]) => ({ shell: { version: '1.0.0', api: '1.0.0' }, sections })
const section = (id: string) => ({ id, routes: [], nav: [], namedRoutes: { [`${id}Home`]: `/${id}` } })
const ok = (id: string) => ({ state: 'ok', id, section: section(id), fallback: null }) as unknown as ComposedSection

test('a section that does not fit keeps its places; one that is disabled has none', () => {
  const nav = [{ id: 'files' }]
  const found = knownSections(
    boot(
      ok('public'),
      { state: 'incompatible', id: 'admin', routes: [route('/admin')], nav, fallback: null } as never,
      { state: 'broken', id: 'setup', reason: 'torn', version: null, fallback: section('setup') } as never,
      { state: 'broken', id: 'lost', reason: 'torn', version: null, fallback: null },
      {
        state: 'broken',
        id: 'notes',
        reason: 'torn',
        version: null,
        routes: [route('/notes')],
        nav,
        fallback: null,
      } as never,
      { state: 'disabled', id: 'platform' },
    ),
  )
  expect(found.map(({ id }) => id)).toEqual(['public', 'admin', 'setup', 'notes'])
  expect(found[1]?.nav).toBe(nav)
  expect(found[3]).toMatchObject({ routes: [{ path: '/notes' }], nav })
})

test.each([
  ['/admin/user/create', '/admin/user/create'],
  ['/admin/user/7', '/admin/user/:id'],
  ['/platform/files', '/platform/files/:id?'],
  ['/platform/files/7', '/platform/files/:id?'],
  ['/anything/else', '*'],
])('%s is served by %s, whatever the order', (pathname, path) => {
  const routes = [
    route('*'),
    route('/admin/user/:id', 'admin'),
    route('/admin/user/create', 'admin'),
    route('/platform/files/:id?', 'user'),
  ]
  expect(routeOf([{ ...section('all'), routes }], pathname)?.path).toBe(path)
  expect(routeOf([{ ...section('all'), routes: routes.toReversed() }], pathname)?.path).toBe(path)
})

test('a path that no section has is served by none', () => {
  expect(routeOf([{ ...section('all'), routes: [route('/page/:slug')] }], '/page')).toBeNull()
})
