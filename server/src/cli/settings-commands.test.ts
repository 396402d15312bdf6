import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { appImageNames } from '@holdall/api'
import { readConfig } from '../infrastructure/config/config.ts'
import { recordEnvironment } from '../infrastructure/config/recorded-environment.ts'
import { operatorSettings } from '../infrastructure/setting-definitions/fixed-settings.ts'
import { settingsTtlMs } from '../infrastructure/settings/settings.ts'
import { runCommand, variablesOf } from '../testing/command-line.ts'
import { testApp, type TestApp } from '../testing/test-app.ts'

let app: TestApp
beforeEach(async () => {
  app = await testApp()
})
afterEach(() => app.close())

const holdall = (args: readonly string[], env: Record<string, string> = {}) =>
  runCommand(['settings', ...args], { env: { ...variablesOf(app.services.config), ...env } })
const config = async () => (await app.visitor().get('/api/config')).body

test('a running server uses what was set within seconds, and its default again once it is unset', async () => {
  expect(await config()).toMatchObject({ registration: 'open', uploadLimit: 0 })
  expect(await holdall(['set', 'registration.allowed', 'no'])).toEqual({
    code: 0,
    out: 'registration.allowed is false. A running Holdall uses it within 5 seconds.',
    err: '',
  })
  expect((await holdall(['set', 'upload.limit_bytes', '2GiB'])).code).toBe(0)
  app.clock.advance(settingsTtlMs)
  expect(await config()).toMatchObject({ registration: 'closed', uploadLimit: 2 * 1024 ** 3 })
  const person = { name: 'N', email: 'n@example.com', password: '12345678', password_confirmation: '12345678' }
  expect((await app.visitor().post('/api/register', person)).status).toBe(403)
  expect((await holdall(['unset', 'upload.limit_bytes'])).out).toContain('back to its default, unlimited.')
  app.clock.advance(settingsTtlMs)
  expect((await config()).uploadLimit).toBe(0)
})

test('every setting can be set to the text that it shows, and is read back', async () => {
  const samples: Record<string, string> = {
    'app.name': 'Vault',
    'app.accent': '#2f6fed',
    'app.description': 'Files of the choir',
    'app.contact_email': 'office@example.com',
    'app.installable': 'false',
    'app.homepage': 'true',
    'app.locale': 'de',
    'theme.default': 'dark',
    'emoji.default': 'applemoji',
    'registration.allowed': 'false',
    'registration.mode': 'invitation',
    'registration.disposable_allowed': 'true',
    'protection.recaptcha': 'false',
    'accounts.deletion_days': '30',
    'protection.proof_of_work': 'true',
    'subscription.type': 'fixed',
    'storage.default_quota_bytes': '5 GiB',
    'storage.disk_reserve': '2 GiB, 2.5%',
    'upload.limit_bytes': '100 MiB',
    'upload.chunk_bytes': '16 MiB',
    'upload.blocked_types': 'exe, image/svg+xml',
    'upload.allow_empty': 'true',
    'upload.skipped_names': 'Icon\\r, ._*, Thumbs.db',
    'files.max_depth': '64',
    'files.max_entries': '5000',
    'trash.days': '7',
    'notifications.days': '30',
    'activity.days': '60',
    'activity.link_days': '14',
    'exports.days': '3',
    'teams.max_members': '25',
    'shares.remote_uploads': 'true',
    'homepage.header_title': 'A text',
    'homepage.header_description': 'A text',
    'homepage.features': 'false',
    'homepage.features_title': 'A text',
    'homepage.features_description': 'A text',
    'homepage.boxes': 'false',
    'homepage.box1_title': 'A text',
    'homepage.box1_description': 'A text',
    'homepage.box2_title': 'A text',
    'homepage.box2_description': 'A text',
    'homepage.box3_title': 'A text',
    'homepage.box3_description': 'A text',
    'homepage.get_started': 'false',
    'homepage.get_started_title': 'A text',
    'homepage.get_started_description': 'A text',
    'homepage.footer': 'A text',
  }
  // An image is set to a file, and shown by its type and size.
  const images = appImageNames.map((name) => `app.${name}`)
  const asText = operatorSettings.filter(({ name }) => !images.includes(name))
  expect(Object.keys(samples)).toEqual(asText.map(({ name }) => name))
  for (const [name, value] of Object.entries(samples)) {
    const initial = (await holdall(['get', name])).out
    expect(await holdall(['set', name, value])).toMatchObject({ code: 0, err: '' })
    expect((await holdall(['get', name])).out).toBe(value)
    expect(await holdall(['set', name, initial])).toMatchObject({ code: 0, err: '' })
    expect((await holdall(['get', name])).out).toBe(initial)
  }
})

test('the environment comes before config.json, which comes before what was set, and both are locked', async () => {
  await holdall(['set', 'app.name', 'Set'])
  await holdall(['set', 'trash.days', '5'])
  const file = join(app.services.config.dataDir, 'config.json')
  writeFileSync(file, '{"app.name": "File", "app.locale": "de"}')
  const env = { HOLDALL_NAME: 'Environment' }
  expect((await holdall(['get', 'app.name'], env)).out).toBe('Environment')
  expect((await holdall(['get', 'app.name'])).out).toBe('File')
  const { out } = await holdall(['list'], env)
  const row = (name: string) => out.split('\n').find((line) => line.startsWith(name))
  expect(row('app.name')).toMatch(/ Environment +HOLDALL_NAME \(locked\) +HOLDALL_NAME$/)
  expect(row('app.locale')).toMatch(/ de +config\.json \(locked\)/)
  expect(row('trash.days')).toMatch(/ 5 +set +HOLDALL_TRASH_DAYS$/)
  expect(row('upload.chunk_bytes')).toMatch(/ 8 MiB +default/)
  for (const args of [
    ['set', 'app.name', 'Other'],
    ['unset', 'app.name'],
  ]) {
    expect(await holdall(args, env)).toEqual({
      code: 1,
      out: '',
      err: 'app.name is locked: HOLDALL_NAME decides it. Change it there.',
    })
  }
  rmSync(file)
  expect((await holdall(['get', 'app.name'])).out).toBe('Set')
})

test('uses the environment of the server, and names what the shell has instead', async () => {
  const { config: started } = app.services
  const env = { ...variablesOf(started), HOLDALL_NAME: 'Environment', HOLDALL_TRASH_DAYS: '5' }
  recordEnvironment(started.dataDir, env)
  const shell = { HOLDALL_DATA_DIR: started.dataDir }
  const inShell = (args: readonly string[], more: Record<string, string> = {}) =>
    runCommand(['settings', ...args], { env: { ...shell, ...more } })
  expect(await inShell(['get', 'app.name'])).toEqual({ code: 0, out: 'Environment', err: '' })
  expect((await inShell(['set', 'app.name', 'Other'])).err).toContain('app.name is locked: HOLDALL_NAME decides it.')
  expect(await inShell(['get', 'trash.days'], { HOLDALL_TRASH_DAYS: '9', HOLDALL_NAME: 'Environment' })).toEqual({
    code: 0,
    out: '9',
    err: 'Holdall was started with other values than this shell has: HOLDALL_TRASH_DAYS. This command uses those of the shell.',
  })
})

test('a server that is started with a variable shows its value, whatever the table says', async () => {
  const { values, sources } = readConfig({ HOLDALL_NAME: 'Environment', HOLDALL_TRASH_DAYS: '3' }).settings
  const started = await testApp({ config: { settings: { values, sources } } })
  try {
    await started.services.settings.set('app.name', 'Set')
    expect((await started.visitor().get('/api/config')).body).toMatchObject({ name: 'Environment', trashDays: 3 })
  } finally {
    await started.close()
  }
})

test.each([
  [['set', 'app.color', 'red'], 1, 'There is no setting "app.color".'],
  [['get', 'translations'], 1, 'There is no setting "translations".'],
  [['set', 'trash.days', 'soon'], 1, 'trash.days must be a number of days, 1 to 3650.'],
  [['set', 'app.name', ''], 1, 'app.name must be a name of 1 to 80 characters in one line.'],
  [['set', 'subscription.type', 'yearly'], 1, 'subscription.type must be none, fixed or metered.'],
  [['set', 'app.name'], 2, 'Usage: holdall settings set NAME VALUE'],
  [['get'], 2, 'Usage: holdall settings get NAME'],
  [['list', 'all'], 2, 'Usage: holdall settings list'],
  [['constructor'], 2, 'There is no "holdall settings constructor".'],
])('refuses %j with a message', async (args, code, message) => {
  const result = await holdall(args)
  expect([result.code, result.out]).toEqual([code, ''])
  expect(result.err).toContain(message)
})

test('refuses a folder without a database, and creates none there', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'holdall-test-'))
  try {
    const result = await runCommand(['settings', 'list', '--data-dir', dataDir], { env: {} })
    expect(result).toMatchObject({ code: 1, out: '' })
    expect(result.err).toContain(`There is no database in ${dataDir} yet.`)
  } finally {
    rmSync(dataDir, { recursive: true })
  }
})

test('every setting is in docs/operating.md with its variable and its default', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/operating.md'), 'utf8')
  for (const { name, variable, type, initial } of operatorSettings) {
    const initialText = type.format(initial).replaceAll('\\', '\\\\')
    expect(page).toMatch(new RegExp(`^\\| \`${name}\` \\| \`${variable}\` \\| [^|]+ \\| ${initialText} \\|`, 'm'))
  }
})
