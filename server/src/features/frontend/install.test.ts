import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { cpSync, existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileSectionStore } from './section-folders.ts'
import type { SectionStore } from './section-versions.ts'
import { createFixture, platformSection, type Fixture } from '../../testing/section-builds.ts'

let fixture: Fixture
let store: SectionStore
beforeEach(() => {
  fixture = createFixture()
  store = fileSectionStore({ dataDir: fixture.dataDir, builtIn: [] })
})
afterEach(() => fixture.remove())

const installed = () => {
  const root = join(fixture.dataDir, 'ui', 'sections')
  return existsSync(root) ? readdirSync(root, { recursive: true }).map(String).sort() : []
}

test('refuses a folder that is not a section, and leaves nothing behind', () => {
  expect(() => store.install(join(fixture.builds, 'shell', 'dist'))).toThrow('section.json is missing')
  expect(installed()).toEqual([])
})

test('refuses a file whose hash is wrong', () => {
  const folder = fixture.section()
  writeFileSync(join(folder, 'page.js'), 'other()')
  expect(() => store.install(folder)).toThrow('page.js is not what section.json’s integrity says'.replace('’', "'"))
  expect(installed()).toEqual([])
})

test.each(['../../escape', '/etc', 'Calendar', 'a/b'])('refuses the id %s', (id) => {
  expect(() => store.install(fixture.section({ id }))).toThrow('wrong at "id"')
})

test.each(['../1.0.0', '1.0', '1.0.0/..', 'latest'])('refuses the version %s', (version) => {
  expect(() => store.install(fixture.section({ version }))).toThrow('wrong at "version"')
})

test('refuses a manifest that names a file outside of its folder', () => {
  const folder = fixture.section({
    entry: '../entry.js',
    integrity: { '../entry.js': 'sha384-x', 'page.js': 'sha384-x' },
  })
  expect(() => store.install(folder)).toThrow('../entry.js is missing')
})

const container = 'mf_calendar_1_0_0_0123456789'
const built = (change: object, code = 'x.defineSection)({id:"calendar",version:"1.0.0",requires:{}})') =>
  fixture.section(
    { container, preload: ['section.js'], ...change },
    { 'entry.js': `var ${container};(()=>{})()`, 'section.js': code },
  )

test.each([
  ['the id of section.json', { id: 'other' }, undefined, 'Its code was not built as other 1.0.0.'],
  ['the version of section.json', { version: '1.0.1' }, undefined, 'Its code was not built as calendar 1.0.1.'],
  ['a prerelease', { version: '1.0.0-beta' }, undefined, 'Its code was not built as calendar 1.0.0-beta.'],
  ['id and container', { id: 'other', container: 'mf_other_1_0_0' }, undefined, 'not built as other 1.0.0.'],
  ['the id of the code', {}, '(0,r.defineSection)({id:"files",version:"1.0.0"})', 'Its code is files 1.0.0, and'],
  ['the version of the code', {}, 'defineSection({id:"calendar",version:"1.0.1"})', 'Its code is calendar 1.0.1, and'],
])('refuses a package whose code is of another section or version: %s changed', (_, change, code, message) => {
  store.install(built({ version: '1.0.0' }))
  expect(() => store.install(built(change, code))).toThrow(message)
  expect(installed().filter((name) => /other|1\.0\.1|beta|files/.test(name))).toEqual([])
})

test('a version whose code is of another one is broken when it is copied there by hand', () => {
  cpSync(built({ version: '1.0.1' }), join(fixture.dataDir, 'ui/sections/calendar/1.0.1'), { recursive: true })
  expect(store.snapshot().versions).toMatchObject([{ version: '1.0.1', verdict: { kind: 'bad' } }])
})

test('installs neither hidden files nor links', () => {
  const folder = fixture.section()
  writeFileSync(join(folder, '.secret'), 'x')
  symlinkSync('/etc/passwd', join(folder, 'passwd.txt'))
  store.install(folder)
  expect(installed()).toEqual(
    expect.arrayContaining(['calendar', join('calendar', '1.0.0'), join('calendar', '1.0.0', 'entry.js')]),
  )
  expect(installed().filter((name) => /secret|passwd|tmp/.test(name))).toEqual([])
})

test('serves nothing that was not verified: compressed copies are made again, and files without a hash are left out', () => {
  const folder = fixture.section()
  writeFileSync(join(folder, 'page.js.br'), brotliCompressSync('stranger()'))
  writeFileSync(join(folder, 'page.js.gz'), gzipSync('stranger()'))
  writeFileSync(join(folder, 'unnamed.js'), 'stranger()')
  store.install(folder)
  const there = (name: string) => readFileSync(join(fixture.dataDir, 'ui/sections/calendar/1.0.0', name))
  expect(brotliDecompressSync(there('page.js.br')).toString()).toBe("page('1.0.0')")
  expect(gunzipSync(there('page.js.gz')).toString()).toBe("page('1.0.0')")
  expect(installed().filter((name) => name.includes('unnamed'))).toEqual([])
})

test('refuses a manifest that names compressed copies, which the server makes', () => {
  const files = { 'more.js.br': 'packed elsewhere' }
  expect(() => store.install(fixture.section({}, files))).toThrow('names more.js.br')
  expect(installed()).toEqual([])
})

test('refuses a copy that differs from what was verified, and leaves nothing behind', () => {
  const folder = fixture.section()
  const truncating = fileSectionStore({
    dataDir: fixture.dataDir,
    builtIn: [],
    copyFile: (from, to) => writeFileSync(to, from.endsWith('page.js') ? 'page(' : readFileSync(from)),
  })
  expect(() => truncating.install(folder)).toThrow('The copy is not whole. Its file page.js is not what')
  expect(installed().filter((name) => name !== 'calendar')).toEqual([])
  expect(store.install(folder).outcome).toBe('installed')
})

test('the same version with the same bytes is known, with others it is refused', () => {
  expect(store.install(fixture.section()).outcome).toBe('installed')
  expect(store.install(fixture.section()).outcome).toBe('known')
  expect(() => store.install(fixture.section({}, { 'more.js': 'more()' }))).toThrow('A version never changes')
})

test('refuses to use a version that is not installed', () => {
  expect(() => store.use('calendar', '1.0.0')).toThrow('There is no section "calendar"')
  store.install(fixture.section())
  expect(() => store.use('calendar', '2.0.0')).toThrow('Installed: 1.0.0.')
})

test.each([
  [
    { routes: [{ path: '/platform/files/special', access: 'user' as const, titleKey: 'title' }] },
    'address /platform/files/special',
  ],
  [{ routes: [{ path: '/platform', access: 'user' as const, titleKey: 'title' }] }, 'address /platform'],
  [{ routes: [{ path: '/:anything', access: 'user' as const, titleKey: 'title' }] }, 'address /:anything'],
  [{ nav: [nav('files')] }, 'navigation entry "files"'],
  [{ popups: ['create-folder'] }, 'popup "create-folder"'],
  [{ namedRoutes: { Files: '/calendar' } }, 'named route "Files"'],
])('refuses what belongs to another section, with its name: %j', (change, what) => {
  const platform = fixture.builtIn({
    ...platformSection,
    nav: [nav('files')],
    popups: ['create-folder'],
    namedRoutes: { Files: '/x' },
  })
  const withPlatform = fileSectionStore({ dataDir: fixture.dataDir, builtIn: [{ id: 'platform', folder: platform }] })
  expect(() => withPlatform.install(fixture.section(change))).toThrow(`Its ${what} belongs to the section platform.`)
  expect(installed()).toEqual([])
  const beside = { routes: [{ path: '/platform/filestore', access: 'user' as const, titleKey: 'title' }] }
  expect(withPlatform.install(fixture.section(beside)).outcome).toBe('installed')
})

test('a section that is not in use has what its newest version has', () => {
  const routes = (path: string) => ({ routes: [{ path, access: 'user' as const, titleKey: 'title' }] })
  store.install(fixture.section({ version: '9.0.0', ...routes('/before') }))
  store.install(fixture.section({ version: '10.0.0', ...routes('/now') }))
  expect(() => store.install(fixture.section({ id: 'notes', ...routes('/now') }))).toThrow('belongs to the section')
  expect(store.install(fixture.section({ id: 'notes', ...routes('/before') })).outcome).toBe('installed')
})

function nav(id: string) {
  return { id, path: '/x', labelKey: 'title', labels: {}, icon: 'grid', order: 1, access: 'user' as const }
}
