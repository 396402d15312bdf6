import { appendFileSync, cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { renderPage } from './render-page.ts'
import { clientConfig, createFixture, platformSection, write, type Fixture } from '../../testing/section-builds.ts'
import { builtInIds, createUi, repository, type Ui } from './frontend.ts'

let fixture: Fixture
let ui: Ui
beforeEach(() => {
  fixture = createFixture()
  ui = createUi({ ...fixture, version: '0.1.0' })
})
afterEach(() => fixture.remove())

const composed = (id: string) => ui.sections().sections.find((section) => section.id === id)
const at = (pathname: string) => ({ pathname, search: '', hash: '' })
const manifestOf = (folder: string) => JSON.parse(readFileSync(join(folder, 'section.json'), 'utf8'))
const choicesFile = () => join(fixture.dataDir, 'ui', 'sections.json')

test('built-in versions are used by default, without their message tables', () => {
  expect(composed('public')).toMatchObject({ state: 'ok', section: { version: '0.1.0' }, fallback: null })
  expect(composed('public')).not.toHaveProperty('section.messages')
})

test('a section that is installed but not chosen is disabled', () => {
  ui.store.install(fixture.section({ id: 'calendar' }))
  expect(composed('calendar')).toEqual({ state: 'disabled', id: 'calendar' })
  ui.store.use('calendar', '1.0.0')
  expect(composed('calendar')).toMatchObject({ state: 'ok', section: { base: '/ui/sections/calendar/1.0.0/' } })
})

test('a change of version keeps the previous one as the fallback, and a rollback switches there and back', () => {
  ui.store.install(fixture.section({ id: 'platform', version: '0.2.0' }))
  ui.store.use('platform', '0.2.0')
  expect(composed('platform')).toMatchObject({ section: { version: '0.2.0' }, fallback: { version: '0.1.0' } })
  expect(ui.store.rollback('platform')).toBeNull()
  expect(composed('platform')).toMatchObject({ section: { version: '0.1.0' } })
  expect(ui.store.rollback('platform')).toBe('0.2.0')
  expect(composed('platform')).toMatchObject({ section: { version: '0.2.0' } })
  ui.store.reset('platform')
  expect(composed('platform')).toMatchObject({ section: { version: '0.1.0' } })
  expect(() => ui.store.rollback('platform')).toThrow('nothing before it')
})

test('a choice made by another process is in the next response', () => {
  const other = createUi({ ...fixture, version: '0.1.0' })
  expect(composed('platform')).toMatchObject({ state: 'ok' })
  other.store.setDisabled('platform', true)
  expect(composed('platform')).toEqual({ state: 'disabled', id: 'platform' })
  other.store.setDisabled('platform', false)
  expect(composed('platform')).toMatchObject({ state: 'ok' })
})

test.each([
  [{ shellApi: '^2.0.0', shared: {} }, 'shell API ^2.0.0', '1.2.0'],
  [{ shellApi: '^1.0.0', server: '>=0.2.0', shared: {} }, 'server >=0.2.0', '0.1.0'],
  [{ shellApi: '^1.0.0', shared: { react: '>=20.0.0' } }, 'react >=20.0.0', '19.3.1'],
  [{ shellApi: '^1.0.0', shared: { preact: '>=10.0.0' } }, 'preact >=10.0.0', 'none'],
])('what the shell or the server does not meet is incompatible: %j', (requires, needs, has) => {
  ui.store.install(fixture.section({ id: 'platform', version: '0.2.0', requires }))
  ui.store.use('platform', '0.2.0')
  expect(composed('platform')).toMatchObject({
    state: 'incompatible',
    version: '0.2.0',
    needs,
    has,
    fallback: { version: '0.1.0' },
  })
})

test('a version that is chosen but not installed is broken, and the last good one is the fallback', () => {
  write(join(fixture.dataDir, 'ui'), { 'sections.json': JSON.stringify({ platform: { use: '9.9.9' } }) })
  expect(composed('platform')).toMatchObject({
    state: 'broken',
    version: '9.9.9',
    reason: 'Version 9.9.9 of platform is chosen, but not installed.',
    fallback: { version: '0.1.0' },
  })
})

describe('a folder that is damaged after it was installed', () => {
  let folder: string
  beforeEach(() => {
    ui.store.install(fixture.section({ id: 'platform', version: '0.2.0' }))
    ui.store.use('platform', '0.2.0')
    folder = join(fixture.dataDir, 'ui', 'sections', 'platform', '0.2.0')
    expect(composed('platform')).toMatchObject({ state: 'ok' })
  })

  test.each<[string, (folder: string) => void, string]>([
    ['an altered entry', (f) => appendFileSync(join(f, 'entry.js'), '!'), 'entry.js is not what'],
    ['a missing entry', (f) => rmSync(join(f, 'entry.js')), 'entry.js is missing'],
    ['no section.json', (f) => rmSync(join(f, 'section.json')), 'section.json is missing'],
    ['half a section.json', (f) => writeFileSync(join(f, 'section.json'), '{"id":'), 'not valid JSON'],
    [
      'a section.json of another section',
      (f) => writeFileSync(join(f, 'section.json'), JSON.stringify({ ...manifestOf(f), id: 'other' })),
      'says it is "other"',
    ],
    [
      'an entry without integrity',
      (f) => writeFileSync(join(f, 'section.json'), JSON.stringify({ ...manifestOf(f), integrity: {} })),
      'no integrity for entry.js',
    ],
    [
      'a field of the wrong kind',
      (f) => writeFileSync(join(f, 'section.json'), JSON.stringify({ ...manifestOf(f), routes: 'all' })),
      'wrong at "routes"',
    ],
  ])('%s: broken with one sentence, and others still work', (_name, damage, reason) => {
    damage(folder)
    expect(composed('platform')).toMatchObject({
      state: 'broken',
      reason: expect.stringContaining(reason),
      fallback: { version: '0.1.0' },
    })
    expect(composed('public')).toMatchObject({ state: 'ok' })
  })
})

test('a broken section without a fallback keeps its routes and navigation as long as its section.json can be read', () => {
  const routes = [{ path: '/platform/notes', access: 'user' as const, titleKey: 'title' }]
  ui.store.install(fixture.section({ id: 'notes', routes }))
  ui.store.use('notes', '1.0.0')
  const folder = join(fixture.dataDir, 'ui', 'sections', 'notes', '1.0.0')
  write(folder, { 'entry.js': 'stranger()' })
  expect(composed('notes')).toMatchObject({ state: 'broken', routes, nav: [], fallback: null })
  const theirs = [{ ...routes[0], path: '/platform/files/:other' }]
  write(folder, { 'section.json': JSON.stringify({ ...manifestOf(folder), routes: theirs }) })
  expect(composed('notes')).not.toHaveProperty('routes')
  expect(composed('platform')).toMatchObject({ state: 'ok' })
})

test('an installed section cannot take over an address of another', () => {
  const at = (path: string) => [{ path, access: 'anyone' as const, titleKey: 'title' }]
  ui.store.install(fixture.section({ id: 'notes', routes: at('/platform/notes') }))
  ui.store.use('notes', '1.0.0')
  expect(composed('notes')).toMatchObject({ state: 'ok' })
  // Copied by hand, because install refuses it.
  cpSync(
    fixture.section({ id: 'aaa', routes: at('/platform/files/special') }),
    join(fixture.dataDir, 'ui/sections/aaa/1.0.0'),
    {
      recursive: true,
    },
  )
  ui.store.use('aaa', '1.0.0')
  expect(composed('aaa')).toMatchObject({
    state: 'broken',
    reason: 'Its address /platform/files/special belongs to the section platform.',
  })
  expect(composed('platform')).toMatchObject({ state: 'ok' })
})

test.each(['{', '[]', '{"platform":{"use":7}}', '{"platform":null}'])(
  'a broken sections.json (%s) leaves the last good choice in force',
  (text) => {
    ui.store.install(fixture.section({ id: 'platform', version: '0.2.0' }))
    ui.store.use('platform', '0.2.0')
    expect(composed('platform')).toMatchObject({ section: { version: '0.2.0' } })
    writeFileSync(choicesFile(), text)
    expect(composed('platform')).toMatchObject({ section: { version: '0.2.0' } })
    expect(ui.store.snapshot().choicesProblem).toContain('sections.json')

    const restarted = createUi({ ...fixture, version: '0.1.0' })
    expect(restarted.sections().sections.map((s) => s.state)).toEqual(['ok', 'ok'])
    expect(() => restarted.store.use('platform', '0.2.0')).toThrow('holdall ui reset')
    restarted.store.reset(null)
    expect(composed('platform')).toMatchObject({ section: { version: '0.1.0' } })
  },
)

test('names and versions made to confuse stay names and versions', () => {
  ui.store.install(fixture.section({ id: 'platform', version: '0.2.0' }))
  ui.store.use('platform', '0.2.0')
  const requires = { shellApi: '^1.0.0', shared: { constructor: '*' } }
  ui.store.install(fixture.section({ id: 'constructor', requires }))
  expect(composed('constructor')).toEqual({ state: 'disabled', id: 'constructor' })
  ui.store.use('constructor', '1.0.0')
  expect(composed('constructor')).toMatchObject({ state: 'incompatible', needs: 'constructor *', has: 'none' })

  const root = join(fixture.dataDir, 'ui', 'sections', 'platform')
  write(join(root, '01.0.0'), {
    'section.json': JSON.stringify({ ...manifestOf(join(root, '0.2.0')), version: '01.0.0' }),
  })
  write(join(root, '1.0.0-..'), {})
  expect(composed('platform')).toMatchObject({ state: 'ok', section: { version: '0.2.0' } })
  write(join(fixture.dataDir, 'ui'), { 'sections.json': JSON.stringify({ platform: { use: '01.0.0' } }) })
  expect(composed('platform')).toMatchObject({
    state: 'broken',
    reason: 'Its version 01.0.0 is no semantic version.',
    fallback: { version: '0.2.0' },
  })
})

test('the fallback is never newer than the version that fails', () => {
  const requires = { shellApi: '^9.0.0', shared: {} }
  ui.store.install(fixture.section({ id: 'platform', version: '0.3.0' }))
  ui.store.use('platform', '0.3.0')
  ui.store.install(fixture.section({ id: 'platform', version: '0.2.0', requires }))
  ui.store.use('platform', '0.2.0')
  expect(composed('platform')).toMatchObject({
    state: 'incompatible',
    version: '0.2.0',
    fallback: { version: '0.1.0' },
  })
  fixture.builtIn({ ...platformSection, version: '0.4.0' })
  expect(composed('platform')).toMatchObject({ state: 'incompatible', version: '0.2.0', fallback: null })
})

test('the page preloads the messages of a language for a locale of it', () => {
  const localePreload = { de: ['page.js'] }
  fixture.builtIn({ ...platformSection, localePreload, routePreload: {} })
  const sections = ui.sections()
  const config = { ...clientConfig, locale: 'de-AT', isAuthenticated: true }
  expect(renderPage('{{head}}', { config, sections }, at('/platform/files'))).toContain('/page.js"')
})

test('the page has text of the shell before any script: the operator’s, else its locale’s, else en-US', () => {
  const messages = { 'en-US': { notice: 'Cookies', other: 'Other' }, de: { notice: 'Kekse & <b>' } }
  const render = (locale: string, translations = {}) =>
    renderPage(
      '{{text:notice}} {{text:other}} {{text:unknown}}',
      { config: { ...clientConfig, locale }, sections: ui.sections(), translations },
      at('/sign-in'),
      messages,
    )
  expect(render('de-AT')).toBe('Kekse &amp; &lt;b&gt; Other ')
  expect(render('fr', { notice: '{{boot}}' })).toBe('{{boot}} Other ')
})

test('a section of the build that was not built is broken, not a crash', () => {
  rmSync(join(fixture.builds, 'mf-platform', 'dist'), { recursive: true })
  expect(composed('platform')).toMatchObject({ state: 'broken', version: null, fallback: null })
})

test('a rebuild of the same version gets another address', () => {
  const before = composed('platform')
  const manifest = manifestOf(join(fixture.builds, 'mf-platform', 'dist'))
  fixture.builtIn({ ...manifest, messages: { title: 'Another title' } })
  expect(composed('platform')).not.toEqual(before)
})

test('a section of the operator in the same folder is not built-in, and takes no address of Holdall’s sections', () => {
  fixture.builtIn({ ...platformSection, id: 'aaa' })
  expect(composed('aaa')).toBeUndefined()
  expect(composed('platform')).toMatchObject({ state: 'ok' })
  expect(ui.notInstalled()).toEqual([])
  // The folders are listed once, at the start.
  ui = createUi({ ...fixture, version: '0.1.0' })
  expect(composed('aaa')).toBeUndefined()
  expect(composed('platform')).toMatchObject({ state: 'ok' })
  expect(ui.notInstalled().map(({ id }) => id)).toEqual(['aaa'])
})

test.each(builtInIds)('the section %s comes with Holdall', (id) => {
  expect(existsSync(join(repository, `mf-${id}`, 'src/section.ts'))).toBe(true)
})
