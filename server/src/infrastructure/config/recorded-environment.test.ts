import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { commandEnvironment, recordEnvironment } from './recorded-environment.ts'

let dataDir: string
let file: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'holdall-test-'))
  file = join(dataDir, 'environment.json')
})
afterEach(() => rmSync(dataDir, { recursive: true }))

test('stores what the server was started with in a private file, and neither its folder nor the administrator', () => {
  writeFileSync(file, '{}', { mode: 0o644 })
  recordEnvironment(dataDir, {
    PATH: '/bin',
    HOLDALL_DATA_DIR: dataDir,
    HOLDALL_ADMIN_EMAIL: 'ada@example.com',
    HOLDALL_ADMIN_PASSWORD: 'correct horse',
    HOLDALL_TEST_ENGINE: 'sqlite',
    HOLDALL_NAME: 'Choir',
    HOLDALL_PORT: '',
  })
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ HOLDALL_NAME: 'Choir' })
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

test('stores paths so that they are valid in other working directories', () => {
  recordEnvironment(dataDir, { HOLDALL_CONFIG: 'holdall.json', HOLDALL_LOGO: 'logo.svg', HOLDALL_FAVICON: 'none' })
  const paths = { HOLDALL_CONFIG: resolve('holdall.json'), HOLDALL_LOGO: resolve('logo.svg') }
  expect(commandEnvironment(dataDir, {}).env).toMatchObject({ ...paths, HOLDALL_FAVICON: 'none' })
  expect(commandEnvironment(dataDir, { HOLDALL_LOGO: 'logo.svg' }).differing).toEqual([])
})

test('a command has the variables of the server, and its own before them', () => {
  recordEnvironment(dataDir, { HOLDALL_NAME: 'Choir', HOLDALL_TRASH_DAYS: '5', HOLDALL_PORT: '1' })
  const own = { PATH: '/bin', HOLDALL_NAME: '', HOLDALL_TRASH_DAYS: '9', HOLDALL_PORT: '1', HOLDALL_LOCALE: 'de' }
  expect(commandEnvironment(dataDir, own)).toEqual({
    env: { ...own, HOLDALL_NAME: 'Choir', HOLDALL_DATA_DIR: dataDir },
    differing: ['HOLDALL_TRASH_DAYS', 'HOLDALL_LOCALE'],
  })
})

test('a command has its own environment where no server was started', () => {
  expect(commandEnvironment(dataDir, { HOLDALL_NAME: 'Choir' })).toEqual({
    env: { HOLDALL_NAME: 'Choir', HOLDALL_DATA_DIR: dataDir },
    differing: [],
  })
})

test.each(['{', '[]', '{"HOLDALL_PORT": 1}'])('refuses a damaged file: %s', (content) => {
  writeFileSync(file, content)
  expect(() => commandEnvironment(dataDir, {})).toThrow(file)
})
