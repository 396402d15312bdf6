import type { ComposedSection, ManifestRoute } from '../resources/section.ts'
import { servedSection } from '../testing/fixtures.ts'
import { knownSections, routeOf } from './known-sections.ts'

const route = (path: string, access: ManifestRoute['access'] = 'anyone'): ManifestRoute => ({
  path,
  access,
  titleKey: 'title',
})
const boot = (...sections: ComposedSection[]) => ({ shell: { version: '1.0.0', api: '1.0.0' }, sections })
const section = (id: string, routes: ManifestRoute[] = []) =>
  servedSection({ id, routes, namedRoutes: { [`${id}Home`]: `/${id}` } })
const ok = (id: string): ComposedSection => ({ state: 'ok', id, section: section(id), fallback: null })
const incompatible = { state: 'incompatible', id: 'admin', version: '3.0.0', needs: '^3.0.0', has: '1.0.0' } as const

test('a section that cannot run keeps its routes and navigation entries; one that is disabled has none', () => {
  const nav = [
    { id: 'files', path: '/files', labelKey: 'title', labels: {}, icon: 'grid', order: 1, access: 'anyone' as const },
  ]
  const found = knownSections(
    boot(
      ok('public'),
      { ...incompatible, routes: [route('/admin')], nav, fallback: null },
      { state: 'broken', id: 'setup', reason: 'torn', version: null, fallback: section('setup') },
      { state: 'broken', id: 'lost', reason: 'torn', version: null, fallback: null },
      {
        state: 'broken',
        id: 'notes',
        reason: 'torn',
        version: null,
        routes: [route('/notes')],
        nav,
        fallback: null,
      },
      { state: 'disabled', id: 'platform' },
    ),
  )
  expect(found.map(({ id }) => id)).toEqual(['public', 'admin', 'setup', 'notes'])
  expect(found[1]?.nav).toBe(nav)
  expect(found[3]).toMatchObject({ routes: [{ path: '/notes' }], nav })
})

test('the routes of a section are those of the version that runs, else of the version that the page loads', () => {
  const fallback = section('admin', [route('/admin')])
  const sections = boot({ ...incompatible, routes: [route('/admin/new')], nav: [], fallback })
  expect(knownSections(sections)[0]?.routes).toEqual([route('/admin')])
  const running = section('admin', [route('/admin/running')])
  expect(knownSections(sections, () => running)).toEqual([running])
})

test.each([
  ['/admin/user/create', '/admin/user/create'],
  ['/admin/user/7', '/admin/user/:id'],
  ['/platform/files', '/platform/files/:id?'],
  ['/platform/files/7', '/platform/files/:id?'],
  ['/anything/else', '*'],
])('%s is served by %s in any order of routes', (pathname, path) => {
  const routes = [
    route('*'),
    route('/admin/user/:id', 'admin'),
    route('/admin/user/create', 'admin'),
    route('/platform/files/:id?', 'user'),
  ]
  expect(routeOf([{ ...section('all'), routes }], pathname)?.path).toBe(path)
  expect(routeOf([{ ...section('all'), routes: routes.toReversed() }], pathname)?.path).toBe(path)
})

test('a path that matches no route is served by none', () => {
  expect(routeOf([{ ...section('all'), routes: [route('/page/:slug')] }], '/page')).toBeNull()
})
