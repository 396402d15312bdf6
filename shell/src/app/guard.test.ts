import type { RouteAccess } from '@holdall/api'
import type { Session } from '@holdall/section'
import { makeUser } from '@holdall/testing'
import { composedOf, okSection, servedSection } from '../sections/fixture.ts'
import { decide, type Situation } from './guard.ts'

const route = (path: string, access: RouteAccess) => ({ path, access, titleKey: 't' })
const platform = servedSection({
  id: 'platform',
  routes: [route('/platform/files/:id?', 'user')],
  namedRoutes: { Files: '/platform/files/:id?' },
})
const admin = servedSection({ id: 'admin', routes: [route('/admin/users', 'admin')] })
const visitors = servedSection({
  id: 'public',
  routes: [route('/sign-in', 'anyone'), route('/', 'anyone')],
  namedRoutes: { SignIn: '/sign-in' },
})
const setup = servedSection({
  id: 'setup',
  routes: [route('/setup-wizard/status-check', 'anyone')],
  namedRoutes: { StatusCheck: '/setup-wizard/status-check' },
})
const known = [platform, admin, visitors, setup]

const anonymous: Session = { state: 'anonymous' }
const as = (role: 'user' | 'admin'): Session => ({
  state: 'signed-in',
  user: makeUser({ role }),
})

function at(path: string, session: Session, own: Partial<Situation> = {}) {
  const { pathname, search, hash } = new URL(path, 'http://localhost')
  return decide({
    place: { pathname, search, hash },
    session,
    config: { installation: 'installation-done', allowHomepage: false },
    known,
    composed: composedOf(...known.map((section) => okSection(section))),
    ...own,
  })
}

describe('guard', () => {
  test('sends an unauthenticated visitor to SignIn with the full path wanted', () => {
    expect(at('/platform/files/1?x=1#y', anonymous)).toEqual({
      kind: 'go',
      to: `/sign-in?redirect=${encodeURIComponent('/platform/files/1?x=1#y')}`,
    })
  })

  test('shows an admin page to nobody but admins', () => {
    expect(at('/admin/users', as('user'))).toEqual({ kind: 'forbidden' })
    expect(at('/admin/users', as('admin'))).toMatchObject({ kind: 'show', id: 'admin' })
  })

  test('a signed-in visitor of SignIn goes on to where they wanted to go', () => {
    expect(at(`/sign-in?redirect=${encodeURIComponent('/admin/users')}`, as('user'))).toEqual({
      kind: 'go',
      to: '/admin/users',
    })
  })

  test.each(['//evil.example', 'https://evil.example', '/sign-in?redirect=/sign-in'])(
    'a signed-in visitor of SignIn never follows %s',
    (wanted) => {
      expect(at(`/sign-in?redirect=${encodeURIComponent(wanted)}`, as('user'))).toEqual({
        kind: 'go',
        to: '/platform/files',
      })
    },
  )

  test('needs the installation first, wherever one goes, and keeps the key of the address', () => {
    const config = { installation: 'installation-needed', allowHomepage: true } as const
    expect(at('/?key=abc', anonymous, { config })).toEqual({ kind: 'go', to: '/setup-wizard/status-check?key=abc' })
    expect(at('/setup-wizard-not', anonymous, { config })).toMatchObject({ kind: 'go' })
    expect(at('/setup-wizard/status-check', anonymous, { config })).toMatchObject({ kind: 'show', id: 'setup' })
  })

  test('without a homepage the root leads to SignIn, or to Files', () => {
    expect(at('/', anonymous)).toEqual({ kind: 'go', to: '/sign-in' })
    expect(at('/', as('user'))).toEqual({ kind: 'go', to: '/platform/files' })
  })

  test('with a homepage the root is the homepage', () => {
    const config = { installation: 'installation-done', allowHomepage: true } as const
    expect(at('/', anonymous, { config })).toMatchObject({ kind: 'show', id: 'public' })
  })

  test('says not found without asking for any code', () => {
    expect(at('/nowhere', as('user'))).toEqual({ kind: 'not-found' })
  })

  test('shows what is wrong with a section that says nothing of itself', () => {
    const composed = composedOf({ state: 'broken', id: 'admin', version: null, reason: 'unreadable', fallback: null })
    expect(at('/admin/users', as('admin'), { composed, known: [platform] })).toEqual({
      kind: 'show',
      id: 'admin',
      route: null,
    })
  })
})
