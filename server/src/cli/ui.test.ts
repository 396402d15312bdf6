import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { execFileSync } from 'node:child_process'
import { gzipSync } from 'node:zlib'
import { createFixture, type Fixture } from '../testing/section-builds.ts'
import { createUi } from '../features/frontend/frontend.ts'
import { runCommand } from '../testing/command-line.ts'

let fixture: Fixture
beforeEach(() => (fixture = createFixture()))
afterEach(() => fixture.remove())

const holdall = (...args: string[]) =>
  runCommand(args, {
    env: { HOLDALL_DATA_DIR: fixture.dataDir },
    cwd: dirname(fixture.builds),
    builds: fixture.builds,
  })
const composed = (id: string) =>
  createUi({ ...fixture, version: '0.1.0' })
    .sections()
    .sections.find((section) => section.id === id)

test.each([
  [['nonsense']],
  [['ui', 'nonsense']],
  [['ui', 'constructor']],
  [['ui', 'use', 'platform']],
  [['ui', 'rollback']],
  [['ui', 'list', 'more']],
  [['ui', '--nonsense']],
])('%j is not understood, and the help is shown', async (args) => {
  const { code, err } = await holdall(...args)
  expect(code).toBe(2)
  expect(err).toContain('holdall ui rollback ID')
})

test.each([
  [['ui', 'install', 'nowhere'], 'There is nothing at'],
  [['ui', 'use', 'nobody', '1.0.0'], 'There is no section "nobody"'],
  [['ui', 'use', 'platform', '9.0.0'], 'platform 9.0.0 is not installed. Installed: 0.1.0.'],
  [['ui', 'rollback', 'platform'], 'there is nothing before it'],
  [['ui', 'disable', 'nobody'], 'There is no section "nobody"'],
])('refuses %j with a message', async (args, words) => {
  const { code, err } = await holdall(...args)
  expect(code).toBe(1)
  expect(err).toContain(words)
  expect(existsSync(join(fixture.dataDir, 'ui', 'sections.json'))).toBe(false)
})

test('a version is packed, installed, used, rolled back and reset', async () => {
  const folder = fixture.section({ id: 'platform', version: '0.2.0' })
  const archive = join(dirname(fixture.builds), 'platform.tgz')
  execFileSync('tar', ['-czf', archive, '-C', dirname(folder), basename(folder)])

  expect(await holdall('ui', 'install', 'platform.tgz')).toMatchObject({
    code: 0,
    out: expect.stringContaining('holdall ui use platform 0.2.0'),
  })
  expect(composed('platform')).toMatchObject({ section: { version: '0.1.0' } })
  expect((await holdall('ui', 'install', folder)).out).toContain('installed already')
  expect(await holdall('ui', 'use', 'platform', '0.2.0')).toMatchObject({ code: 0, err: '' })
  expect(composed('platform')).toMatchObject({ section: { version: '0.2.0' } })
  expect((await holdall('ui', 'rollback', 'platform')).code).toBe(0)
  expect(composed('platform')).toMatchObject({ section: { version: '0.1.0' } })
  expect((await holdall('ui', 'use', 'platform', '0.2.0')).code).toBe(0)
  expect((await holdall('ui', 'reset')).code).toBe(0)
  expect(composed('platform')).toMatchObject({ section: { version: '0.1.0' } })
})

test('a reset lists what it changes, and leaves sections that did not come with Holdall', async () => {
  await holdall('ui', 'install', fixture.section({ id: 'platform', version: '0.2.0' }))
  await holdall('ui', 'install', fixture.section({ id: 'calendar' }))
  await holdall(
    'ui',
    'install',
    fixture.section({ id: 'notes', routes: [{ path: '/n', access: 'user', titleKey: 'title' }] }),
  )
  await holdall('ui', 'use', 'platform', '0.2.0')
  await holdall('ui', 'use', 'calendar', '1.0.0')
  await holdall('ui', 'disable', 'public')
  await holdall('ui', 'disable', 'notes')
  const { code, out } = await holdall('ui', 'reset')
  expect(code).toBe(0)
  expect(out.trim().split('\n')).toEqual([
    'platform is back at 0.1.0, which came with Holdall; it was at 0.2.0.',
    'public is back at 0.1.0, which came with Holdall; it was off.',
    'It shows at the next page load.',
    'calendar did not come with Holdall and stays at 1.0.0.',
    'notes did not come with Holdall and stays off.',
  ])
  expect(composed('calendar')).toMatchObject({ state: 'ok' })
  expect(composed('public')).toMatchObject({ state: 'ok' })
  expect((await holdall('ui', 'reset')).out).toContain('Nothing to reset')
  expect(await holdall('ui', 'reset', 'calendar')).toMatchObject({
    code: 1,
    err: expect.stringContaining('calendar did not come with Holdall: there is no built-in version.'),
  })
  expect(composed('calendar')).toMatchObject({ state: 'ok' })
})

test('says when the data folder does not exist yet, once', async () => {
  expect((await holdall('ui', 'disable', 'platform')).err).toContain(`There is nothing in ${fixture.dataDir} yet.`)
  expect((await holdall('ui', 'enable', 'platform')).err).toBe('')
  expect((await holdall('ui', 'list')).out).toContain(`Data folder ${fixture.dataDir}`)
})

test('what pack makes can be installed elsewhere', async () => {
  const built = fixture.builtIn({ id: 'calendar', version: '1.0.0' })
  expect(composed('calendar')).toBeUndefined()
  expect((await holdall('ui', 'list')).out).toContain(
    `calendar is built here, but not installed: holdall ui install ${built}`,
  )
  writeFileSync(join(built, 'entry.js.map'), '{}')
  expect((await holdall('ui', 'pack', 'mf-calendar')).code).toBe(0)
  expect((await holdall('ui', 'install', 'calendar-1.0.0.tgz')).out).toContain('Installed calendar 1.0.0.')
  expect((await holdall('ui', 'list')).out).not.toContain('is built here')
  expect(composed('calendar')).toEqual({ state: 'disabled', id: 'calendar' })
  rmSync(join(fixture.builds, 'mf-calendar'), { recursive: true })
  expect((await holdall('ui', 'install', 'calendar-1.0.0.tgz')).code).toBe(0)
  expect((await holdall('ui', 'use', 'calendar', '1.0.0')).code).toBe(0)
  expect(composed('calendar')).toMatchObject({ state: 'ok' })
  expect((await holdall('ui', 'disable', 'calendar')).code).toBe(0)
  expect(composed('calendar')).toEqual({ state: 'disabled', id: 'calendar' })
  expect((await holdall('ui', 'enable', 'calendar')).code).toBe(0)
  expect(composed('calendar')).toMatchObject({ state: 'ok' })
})

test.each([
  ['plain text', Buffer.from('no archive'), 'This is not a .tgz file, or it is damaged.'],
  [
    'a gzip of something that is not a tar',
    gzipSync(Buffer.alloc(1024, 'x')),
    'This is not a tar archive, or it is damaged.',
  ],
  [
    'a gzip that unpacks to more than is allowed',
    Buffer.concat(Array<Buffer>(257).fill(gzipSync(Buffer.alloc(1024 * 1024)))),
    'Unpacked, it is larger than 256 MiB.',
  ],
])('refuses %s, and leaves nothing behind', async (_name, bytes, message) => {
  writeFileSync(join(dirname(fixture.builds), 'bad.tgz'), bytes)
  const { code, err } = await holdall('ui', 'install', 'bad.tgz')
  expect(code).toBe(1)
  expect(err).toContain(message)
  expect(existsSync(join(fixture.dataDir, 'ui'))).toBe(false)
})

test('refuses to use an incompatible version, before it takes effect, unless it is forced', async () => {
  const requires = { shellApi: '^9.0.0', shared: {} }
  await holdall('ui', 'install', fixture.section({ id: 'platform', version: '0.2.0', requires }))
  const refused = await holdall('ui', 'use', 'platform', '0.2.0')
  expect(refused.code).toBe(1)
  expect(refused.err).toContain('platform 0.2.0 does not fit: it needs shell API ^9.0.0, and here is 1.2.0.')
  expect(refused.err).toContain('--force')
  expect(composed('platform')).toMatchObject({ state: 'ok', section: { version: '0.1.0' } })
  expect(await holdall('ui', 'use', 'platform', '0.2.0', '--force')).toMatchObject({
    code: 0,
    err: expect.stringContaining('But it does not fit'),
  })
  expect(composed('platform')).toMatchObject({ state: 'incompatible', version: '0.2.0' })
})

test('refuses to use a broken version, with the reason, unless it is forced', async () => {
  await holdall('ui', 'install', fixture.section({ id: 'platform', version: '0.2.0' }))
  rmSync(join(fixture.dataDir, 'ui/sections/platform/0.2.0/entry.js'))
  const refused = await holdall('ui', 'use', 'platform', '0.2.0')
  expect(refused.code).toBe(1)
  expect(refused.err).toContain('platform 0.2.0 is broken. Its file entry.js is missing.')
  expect(existsSync(join(fixture.dataDir, 'ui', 'sections.json'))).toBe(false)
  expect((await holdall('ui', 'use', 'platform', '0.2.0', '--force')).code).toBe(0)
})

test.each([
  ['platform', 'People have no files'],
  ['public', 'Nobody can sign in'],
])('disabling %s says what people lose', async (id, words) => {
  const { code, err } = await holdall('ui', 'disable', id)
  expect(code).toBe(0)
  expect(err).toContain(words)
  expect(err).toContain(`holdall ui enable ${id}`)
})

test('lists versions, what is in use, and what is wrong', async () => {
  await holdall('ui', 'install', fixture.section({ id: 'platform', version: '0.2.0' }))
  await holdall('ui', 'install', fixture.section({ id: 'calendar' }))
  await holdall('ui', 'use', 'platform', '0.2.0')
  writeFileSync(join(fixture.dataDir, 'ui/sections/platform/0.2.0/entry.js'), 'altered')
  const { code, out } = await holdall('ui', 'list')
  expect(code).toBe(0)
  expect(out).toMatch(/^Server \S+, shell 0\.1\.0, shell API 1\.2\.0$/m)
  expect(out).toMatch(/^ +0\.2\.0 +installed +in use +broken$/m)
  expect(out).toContain('platform 0.2.0 is broken. Its file entry.js is not what section.json')
  expect(out).toContain('0.1.0 is used instead.')
  expect(out).toContain('calendar is off.')
})

test('a broken sections.json is reported, and a reset of all sections repairs it', async () => {
  await holdall('ui', 'install', fixture.section({ id: 'calendar' }))
  await holdall('ui', 'use', 'calendar', '1.0.0')
  await holdall('ui', 'disable', 'platform')
  writeFileSync(join(fixture.dataDir, 'ui', 'sections.json'), '{')
  expect((await holdall('ui', 'list')).out).toContain('sections.json is not valid JSON.')
  expect(await holdall('ui', 'enable', 'platform')).toMatchObject({
    code: 1,
    err: expect.stringContaining('holdall ui reset'),
  })
  expect(await holdall('ui', 'reset')).toMatchObject({
    code: 0,
    out: expect.stringContaining('calendar did not come with Holdall and is off.'),
  })
  expect((await holdall('ui', 'list')).out).not.toContain('JSON')
  expect(readdirSync(join(fixture.dataDir, 'ui')).filter((name) => name.endsWith('.tmp'))).toEqual([])
})
