import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from './config.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'holdall-test-'))
})
afterEach(() => rmSync(dataDir, { recursive: true }))

const read = (env: Record<string, string>) => readConfig({ HOLDALL_DATA_DIR: dataDir, ...env }).recaptcha
const keys = { HOLDALL_RECAPTCHA_SITE_KEY: 'site', HOLDALL_RECAPTCHA_SECRET: 'secret' }
const publicUrl = { HOLDALL_PUBLIC_URL: 'https://files.example.com' }

test.each([
  [{ ...publicUrl, HOLDALL_RECAPTCHA_SITE_KEY: 'site' }, 'HOLDALL_RECAPTCHA_SECRET belong together'],
  [{ ...publicUrl, HOLDALL_RECAPTCHA_SECRET: 'secret' }, 'belong together'],
  [{ ...publicUrl, HOLDALL_RECAPTCHA_URL: 'https://www.recaptcha.net' }, 'belong together'],
  [keys, 'HOLDALL_RECAPTCHA_SITE_KEY needs HOLDALL_PUBLIC_URL'],
  [{ ...publicUrl, ...keys, HOLDALL_RECAPTCHA_SECRET: 'with space' }, 'HOLDALL_RECAPTCHA_SECRET must be a text'],
  [{ ...publicUrl, ...keys, HOLDALL_RECAPTCHA_URL: 'http://www.recaptcha.net' }, 'HOLDALL_RECAPTCHA_URL must be'],
  [{ ...publicUrl, ...keys, HOLDALL_RECAPTCHA_URL: 'https://a.example/x' }, 'HOLDALL_RECAPTCHA_URL must be'],
  [{ ...publicUrl, ...keys, HOLDALL_RECAPTCHA_URL: "https://a.example 'unsafe-inline'" }, 'HOLDALL_RECAPTCHA_URL must'],
])('refuses %j with a message', (env, words) => {
  expect(() => read(env)).toThrow(words)
})

test('is off by default, and configured by its two keys, from the file too', () => {
  expect(read(publicUrl)).toBeNull()
  const standard = { siteKey: 'site', secret: 'secret', origin: 'https://www.google.com' }
  expect(read({ ...publicUrl, ...keys })).toEqual(standard)
  const other = { ...publicUrl, ...keys, HOLDALL_RECAPTCHA_URL: 'https://www.recaptcha.net/' }
  expect(read(other)?.origin).toBe('https://www.recaptcha.net')
  writeFileSync(
    join(dataDir, 'config.json'),
    JSON.stringify({ recaptcha_site_key: 'site', recaptcha_secret: 'secret' }),
  )
  expect(read(publicUrl)).toEqual(standard)
})
