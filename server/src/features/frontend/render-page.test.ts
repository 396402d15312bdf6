import type { BootData, ClientConfig, ComposedSection, RouteAccess, User } from '@holdall/api'
import { servedSection } from '@holdall/api/testing'
import { decide, knownSections } from '@holdall/api/routing'
import { clientConfig } from '../../testing/section-builds.ts'
import { renderPage } from './render-page.ts'

function section(id: string, routes: Record<string, RouteAccess>, namedRoutes: Record<string, string> = {}) {
  const served = servedSection({
    id,
    routes: Object.entries(routes).map(([path, access]) => ({ path, access, titleKey: 't' })),
    namedRoutes,
    entry: 'entry.js',
    preload: [],
    routePreload: Object.fromEntries(Object.keys(routes).map((path) => [path, [`${path}.js`]])),
    integrity: {},
    base: `${id}:`,
  })
  return { state: 'ok', id, section: served, fallback: null } as const
}

const platform = section('platform', { '/platform/files/:id?': 'user' }, { Files: '/platform/files/:id?' })
const installed: ComposedSection[] = [
  platform,
  section('admin', { '/admin': 'admin', '/admin/:page': 'admin' }),
  section(
    'public',
    { '/': 'anyone', '/sign-in': 'anyone', '/share/:token': 'anyone', '/share/:token/files/:id?': 'anyone' },
    { SignIn: '/sign-in' },
  ),
  section(
    'setup',
    { '/install': 'anyone', '/setup-wizard/status-check': 'anyone' },
    { StatusCheck: '/setup-wizard/status-check' },
  ),
  section('notes', { '/notes/*': 'user', '/notes/:id': 'user', '/notes/about': 'anyone' }),
]
const withState = (id: string, composed: ComposedSection) => installed.map((each) => (each.id === id ? composed : each))
const { section: oldPlatform } = section('platform', { '/platform/old': 'user' })

const situations = {
  'as installed': { sections: installed, config: {} },
  'with a homepage': { sections: installed, config: { allowHomepage: true } },
  'before the installation': { sections: installed, config: { installation: 'installation-needed' } },
  'with admin turned off': { sections: withState('admin', { state: 'disabled', id: 'admin' }), config: {} },
  'with the last good platform': {
    sections: withState('platform', {
      ...platform,
      state: 'broken',
      version: null,
      reason: 'torn',
      fallback: oldPlatform,
    }),
    config: {},
  },
} satisfies Record<string, { sections: ComposedSection[]; config: Partial<ClientConfig> }>

const FILES = 'platform:/platform/files/:id?'
const SIGN_IN = 'public:/sign-in'
const STATUS_CHECK = 'setup:/setup-wizard/status-check'
const redirectTo = (path: string) => `/sign-in?redirect=${encodeURIComponent(path)}`

/** The page that an address leads to, for a visitor, a user and an admin; null when no section has one. */
type Row = readonly [situation: keyof typeof situations, address: string, string | null, string | null, string | null]
const table: readonly Row[] = [
  ['as installed', '/', SIGN_IN, FILES, FILES],
  ['as installed', '/platform/files', SIGN_IN, FILES, FILES],
  ['as installed', '/platform/files/7?sort=name', SIGN_IN, FILES, FILES],
  ['as installed', '/platform/unknown', null, null, null],
  ['as installed', '/admin', SIGN_IN, null, 'admin:/admin'],
  ['as installed', '/admin/users/', SIGN_IN, null, 'admin:/admin/:page'],
  ['as installed', '/sign-in', SIGN_IN, FILES, FILES],
  ['as installed', '/Sign-In', SIGN_IN, SIGN_IN, SIGN_IN],
  ['as installed', redirectTo('/admin/users'), SIGN_IN, null, 'admin:/admin/:page'],
  ['as installed', redirectTo('/'), SIGN_IN, FILES, FILES],
  ['as installed', redirectTo('//elsewhere.example'), SIGN_IN, FILES, FILES],
  ['as installed', redirectTo('/sign-in?redirect=/admin'), SIGN_IN, FILES, FILES],
  ['as installed', '/share/abc', 'public:/share/:token', 'public:/share/:token', 'public:/share/:token'],
  ['as installed', '/notes/about', 'notes:/notes/about', 'notes:/notes/about', 'notes:/notes/about'],
  ['as installed', '/notes/%61bout', 'notes:/notes/about', 'notes:/notes/about', 'notes:/notes/about'],
  ['as installed', '/notes/7', SIGN_IN, 'notes:/notes/:id', 'notes:/notes/:id'],
  ['as installed', '/notes/7/8', SIGN_IN, 'notes:/notes/*', 'notes:/notes/*'],
  ['as installed', '//notes', null, null, null],
  ['with a homepage', '/', 'public:/', 'public:/', 'public:/'],
  ['with a homepage', redirectTo('/'), SIGN_IN, FILES, FILES],
  ['before the installation', '/', STATUS_CHECK, STATUS_CHECK, STATUS_CHECK],
  ['before the installation', '/platform/files', STATUS_CHECK, STATUS_CHECK, STATUS_CHECK],
  ['before the installation', '/install?key=abc', STATUS_CHECK, STATUS_CHECK, STATUS_CHECK],
  ['before the installation', '/setup-wizard-not', STATUS_CHECK, STATUS_CHECK, STATUS_CHECK],
  ['before the installation', '/setup-wizard/unknown', null, null, null],
  ['with admin turned off', '/admin/users', null, null, null],
  ['with the last good platform', '/platform/old', SIGN_IN, 'platform:/platform/old', 'platform:/platform/old'],
  ['with the last good platform', '/platform/files', null, null, null],
]

const people = [undefined, 'user', 'admin'] as const
const place = (address: string) => {
  const [pathname = '', search] = address.split('?')
  return { pathname, search: search === undefined ? '' : `?${search}`, hash: '' }
}

test.each(table)('%s, server and shell agree on what %s leads to', (situation, address, ...expected) => {
  const { sections: all, config } = situations[situation]
  const sections = { shell: { version: '0.1.0', api: '1.0.0' }, sections: all }
  for (const [index, role] of people.entries()) {
    const user = role && ({ attributes: { role, deletes_at: null } } as User)
    const boot: BootData = {
      config: { ...clientConfig, ...config, isAuthenticated: role !== undefined },
      sections,
      ...(user && { user }),
    }
    expect(preloadedPage(boot, address)).toBe(expected[index])
    expect(shownPage(boot, address)).toBe(expected[index])
  }
})

/** What the server's page preloads. */
function preloadedPage(boot: BootData, address: string): string | null {
  const [entry, page] = [...renderPage('{{head}}', boot, place(address)).matchAll(/href="(.*?)\.js"/g)]
  expect(entry === undefined).toBe(page === undefined)
  return page?.[1] ?? null
}

/** What the shell shows, which decides again after each redirect. */
function shownPage({ config, user, sections }: BootData, address: string): string | null {
  const known = knownSections(sections)
  const role = user?.attributes.role ?? null
  const decision = decide({ place: place(address), role, config, known, composed: sections })
  if (decision.kind === 'go') return shownPage({ config, sections, ...(user && { user }) }, decision.to)
  return decision.kind === 'show' && decision.route ? `${decision.id}:${decision.route.path}` : null
}
