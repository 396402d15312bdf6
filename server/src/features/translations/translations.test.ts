import { join } from 'node:path'
import { createUi } from '../frontend/frontend.ts'
import { createFixture, type Fixture, platformSection } from '../../testing/section-builds.ts'
import { testApp, type TestApp } from '../../testing/test-app.ts'

let fixture: Fixture
let holdall: TestApp
beforeEach(async () => {
  fixture = createFixture()
  fixture.buildShell('b1', { 'main.js': 'main()' }, { 'en-US': { ok: 'OK', name: 'Name' }, de: { name: 'Name (de)' } })
  fixture.builtIn({
    ...platformSection,
    messages: { 'files.title': 'Files', empty: 'No files yet' },
    translations: { de: { 'files.title': 'Dateien' } },
  })
  holdall = await testApp({ builds: fixture.builds })
})
afterEach(async () => {
  await holdall.close()
  fixture.remove()
})

/** Of the shell and of the section that the fixture begins with. */
const common = { ok: 'OK', title: 'A title' }
const get = (locale: string, headers = {}) => holdall.visitor().get(`/translations/${locale}`, headers)
const of = async (locale: string) => (await get(locale)).body as Record<string, string>
const edit = (edits: Record<string, Record<string, string>>) => holdall.services.settings.set('translations', edits)

test('are the messages of the shell and of all sections in the locale, those that it lacks in en-US', async () => {
  expect(await of('de')).toEqual({ ...common, name: 'Name (de)', 'files.title': 'Dateien', empty: 'No files yet' })
  expect(await of('en-US')).toEqual({ ...common, name: 'Name', 'files.title': 'Files', empty: 'No files yet' })
})

test('of a region are those of its language', async () => {
  await edit({ de: { ok: 'In Ordnung' } })
  expect(await of('de-AT')).toEqual(await of('de'))
})

test('have the operator’s edits on top', async () => {
  await edit({ 'en-US': { 'files.title': 'Documents' }, de: { empty: 'Leer', greeting: 'Hallo' }, fr: { ok: 'Bien' } })
  expect(await of('de')).toMatchObject({ 'files.title': 'Dateien', empty: 'Leer', greeting: 'Hallo' })
  expect(await of('en-US')).toMatchObject({ 'files.title': 'Documents', empty: 'No files yet' })
  expect(await of('fr')).toMatchObject({ ok: 'Bien', 'files.title': 'Files' })
})

test.each(['xx', '__proto__', 'constructor'])('of the unknown locale %s are those of the default', async (locale) => {
  await edit({ de: { ok: 'In Ordnung' } })
  await holdall.services.settings.set('app.locale', 'de')
  expect(await of(locale)).toEqual(await of('de'))
  expect(await of(locale)).toMatchObject({ ok: 'In Ordnung', 'files.title': 'Dateien' })
})

test('follow the version of a section, and leave out disabled sections', async () => {
  const { store } = createUi({ dataDir: holdall.services.config.dataDir, version: '0.1.0', builds: fixture.builds })
  const change = { ...platformSection, version: '0.2.0', messages: { 'files.title': 'Files', moved: 'Moved' } }
  store.install(fixture.section({ ...change, translations: { de: { 'files.title': 'Ablage' } } }))
  expect(await of('de')).toMatchObject({ 'files.title': 'Dateien' })
  store.use('platform', '0.2.0')
  expect(await of('de')).toMatchObject({ 'files.title': 'Ablage', moved: 'Moved' })
  expect(await of('de')).not.toHaveProperty('empty')
  store.rollback('platform')
  expect(await of('de')).toMatchObject({ 'files.title': 'Dateien', empty: 'No files yet' })
  store.setDisabled('platform', true)
  expect(await of('de')).not.toHaveProperty('empty')
})

test('are revalidated each time, and answered 304 until a message changes', async () => {
  const first = await get('de')
  expect(first.raw.headers['cache-control']).toBe('no-cache')
  const again = { 'if-none-match': String(first.raw.headers.etag) }
  const same = await get('de', again)
  expect([same.status, same.raw.body]).toEqual([304, ''])
  await edit({ de: { ok: 'In Ordnung' } })
  expect((await get('de', again)).status).toBe(200)
})

test('are the operator’s edits alone while the shell is not built', async () => {
  const bare = await testApp({ builds: join(fixture.builds, 'mf-public') })
  await bare.services.settings.set('translations', { de: { ok: 'In Ordnung' } })
  const { status, body } = await bare.visitor().get('/translations/de')
  await bare.close()
  expect([status, body]).toEqual([200, { ok: 'In Ordnung' }])
})
