import type { Role } from '../resources/field-types.ts'
import type { ClientConfig } from '../resources/client-config.ts'
import type { ComposedSection, RouteAccess, ServedSection } from '../resources/section.ts'
import { makeConfig, servedSection } from '../testing/fixtures.ts'
import { decide, landingOf, type GuardInput } from './guard.ts'

const route = (path: string, access: RouteAccess) => ({ path, access, titleKey: 't' })
const section = (id: string, own: Partial<ServedSection>) => servedSection({ id, ...own })
const ok = (served: ServedSection): ComposedSection => ({ state: 'ok', id: served.id, section: served, fallback: null })
const composedOf = (...sections: ComposedSection[]) => ({ shell: { version: '0.1.0', api: '1.0.0' }, sections })

const platform = section('platform', {
  routes: [route('/platform/files/:id?', 'user')],
  namedRoutes: { Files: '/platform/files/:id?' },
})
const admin = section('admin', { routes: [route('/admin/users', 'admin')] })
const visitors = section('public', {
  routes: [route('/sign-in', 'anyone'), route('/', 'anyone')],
  namedRoutes: { SignIn: '/sign-in' },
})
const setup = section('setup', {
  routes: [route('/setup-wizard/status-check', 'anyone')],
  namedRoutes: { StatusCheck: '/setup-wizard/status-check' },
})
const known = [platform, admin, visitors, setup]

const placeOf = (path: string) => {
  const { pathname, search, hash } = new URL(path, 'http://localhost')
  return { pathname, search, hash }
}

function at(path: string, role: Role | null, own: Partial<GuardInput> = {}) {
  return decide({
    place: placeOf(path),
    role,
    config: { installation: 'installation-done', allowHomepage: false },
    known,
    composed: composedOf(...known.map(ok)),
    ...own,
  })
}

describe('guard', () => {
  test('sends a visitor to SignIn with the full path in the query', () => {
    expect(at('/platform/files/1?x=1#y', null)).toEqual({
      kind: 'go',
      to: `/sign-in?redirect=${encodeURIComponent('/platform/files/1?x=1#y')}`,
    })
  })

  test('sends the user of an account that is to be deleted to where it can be kept, and nowhere else', () => {
    const account = section('platform', {
      routes: [...platform.routes, route('/user/keep-account', 'user')],
      namedRoutes: platform.namedRoutes,
    })
    const sections = [account, admin, visitors]
    const ending = { isEnding: true, known: sections, composed: composedOf(...sections.map(ok)) }
    for (const path of ['/platform/files/1', '/admin/users']) {
      expect(at(path, 'admin', ending)).toEqual({ kind: 'go', to: '/user/keep-account' })
    }
    expect(at('/user/keep-account', 'user', ending)).toMatchObject({ kind: 'show', id: 'platform' })
    expect(at('/sign-in', null, ending)).toMatchObject({ kind: 'show', id: 'public' })
  })

  test('shows an admin page to nobody but admins', () => {
    expect(at('/admin/users', 'user')).toEqual({ kind: 'forbidden' })
    expect(at('/admin/users', 'admin')).toMatchObject({ kind: 'show', id: 'admin' })
  })

  test('a signed-in user is sent from SignIn to the redirect in its query', () => {
    expect(at(`/sign-in?redirect=${encodeURIComponent('/admin/users')}`, 'user')).toEqual({
      kind: 'go',
      to: '/admin/users',
    })
  })

  test.each(['//evil.example', 'https://evil.example', '/sign-in?redirect=/sign-in'])(
    'a signed-in user is never sent from SignIn to %s',
    (target) => {
      expect(at(`/sign-in?redirect=${encodeURIComponent(target)}`, 'user')).toEqual({
        kind: 'go',
        to: '/platform/files',
      })
    },
  )

  test('sends every address to the status check until the installation is done, with its query', () => {
    const config = { installation: 'installation-needed', allowHomepage: true } as const
    expect(at('/?key=abc', null, { config })).toEqual({ kind: 'go', to: '/setup-wizard/status-check?key=abc' })
    expect(at('/setup-wizard-not', null, { config })).toMatchObject({ kind: 'go' })
    expect(at('/setup-wizard/status-check', null, { config })).toMatchObject({ kind: 'show', id: 'setup' })
  })

  test('without a homepage the root leads to SignIn, or to Files', () => {
    expect(at('/', null)).toEqual({ kind: 'go', to: '/sign-in' })
    expect(at('/', 'user')).toEqual({ kind: 'go', to: '/platform/files' })
  })

  test('with a homepage the root is the homepage for everybody, and signing in there leads to Files', () => {
    const config = { installation: 'installation-done', allowHomepage: true } as const
    expect(at('/', null, { config })).toMatchObject({ kind: 'show', id: 'public' })
    expect(at('/', 'user', { config })).toMatchObject({ kind: 'show', id: 'public' })
    expect(at('/sign-in?redirect=/', 'user', { config })).toEqual({ kind: 'go', to: '/platform/files' })
  })

  test('answers not found before any code is fetched', () => {
    expect(at('/nowhere', 'user')).toEqual({ kind: 'not-found' })
    // A section that can be read owns its routes only, not all paths below its first segment.
    expect(at('/admin/nowhere', 'admin')).toEqual({ kind: 'not-found' })
  })

  test('shows the error of a section whose manifest cannot be read', () => {
    const composed = composedOf({ state: 'broken', id: 'admin', version: null, reason: 'unreadable', fallback: null })
    expect(at('/admin/users', 'admin', { composed, known: [platform] })).toEqual({
      kind: 'show',
      id: 'admin',
      route: null,
    })
  })
})

describe('the first screen of a page', () => {
  const landing = (path: string, own: Partial<ClientConfig> = {}, sections = composedOf(...known.map(ok))) =>
    landingOf({ config: makeConfig({ isAuthenticated: false, ...own }), sections }, placeOf(path))

  test('follows the redirects', () => {
    const target = encodeURIComponent('/')
    expect(landing('/')).toMatchObject({ pathname: '/sign-in', decision: { id: 'public' } })
    expect(landing(`/sign-in?redirect=${target}`, { isAuthenticated: true })).toMatchObject({
      pathname: '/platform/files',
      decision: { id: 'platform' },
    })
  })

  test('stops after two redirects', () => {
    const closed = section('public', { routes: [route('/sign-in', 'user')], namedRoutes: { SignIn: '/sign-in' } })
    expect(landing('/sign-in', {}, composedOf(ok(closed)))).toMatchObject({ decision: { kind: 'go' } })
  })

  test('assumes an admin where the page has no user', () => {
    expect(landing('/admin/users', { isAuthenticated: true })).toMatchObject({ decision: { id: 'admin' } })
  })
})

test('a disabled section may have the name of a property of Object.prototype', () => {
  const composed = composedOf(...known.map(ok), { state: 'disabled', id: 'constructor' })
  expect(at('/nowhere', 'user', { composed })).toEqual({ kind: 'not-found' })
})
