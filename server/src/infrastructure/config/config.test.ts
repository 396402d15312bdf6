import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from './config.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'holdall-test-'))
})
afterEach(() => rmSync(dataDir, { recursive: true }))

const read = (env: Record<string, string>) => readConfig({ HOLDALL_DATA_DIR: dataDir, ...env })

describe('the configuration', () => {
  test.each([
    [{ HOLDALL_PORT: '80a' }, 'HOLDALL_PORT must be a port, 0 to 65535.'],
    [{ HOLDALL_PORT: '70000' }, 'HOLDALL_PORT must be a port, 0 to 65535.'],
    [
      { HOLDALL_PUBLIC_URL: 'files.example.com' },
      'HOLDALL_PUBLIC_URL must be an address like https://files.example.com',
    ],
    [{ HOLDALL_PUBLIC_URL: 'https://example.com/files' }, 'without a path'],
    [{ HOLDALL_TRUSTED_PROXIES: 'nonsense' }, 'HOLDALL_TRUSTED_PROXIES must be addresses or networks'],
    [{ HOLDALL_TRUSTED_PROXIES: '10.0.0.0/33' }, 'HOLDALL_TRUSTED_PROXIES must be addresses or networks'],
    [{ HOLDALL_TRUSTED_PROXIES: '10.0.0.1,,' }, 'HOLDALL_TRUSTED_PROXIES must be addresses or networks'],
    [{ HOLDALL_TRUSTED_PROXIES: '10.0.0.0/255.0.255.0' }, 'HOLDALL_TRUSTED_PROXIES must be addresses or networks'],
    [{ HOLDALL_OUTGOING_ALLOW: 'hooks.lan' }, 'HOLDALL_OUTGOING_ALLOW must be hosts with a port like hooks.lan:8080'],
    [{ HOLDALL_HOST: 'not a host!' }, 'HOLDALL_HOST must be an IP address or a host name.'],
    [{ HOLDALL_HOST: 'http://0.0.0.0' }, 'HOLDALL_HOST must be an IP address or a host name.'],
    [{ HOLDALL_DATABASE_URL: 'mysql://x' }, 'HOLDALL_DATABASE_URL must look like postgres://'],
    [{ HOLDALL_ADMIN_EMAIL: 'a@b.example' }, 'belong together'],
    [{ HOLDALL_STORAGE_URL: 's3://key:secret@host/bucket' }, 'HOLDALL_STORAGE_URL is not understood'],
    [
      { HOLDALL_PUBLIC_URL: 'https://a.example', HOLDALL_CONTENT_URL: 'https://a.example' },
      'must be another host name',
    ],
    [{ HOLDALL_SMTP_URL: 'smtp://mail.example' }, 'needs HOLDALL_PUBLIC_URL'],
    [{ HOLDALL_ADMIN_EMAIL: 'a@b.example', HOLDALL_ADMIN_PASSWORD: 'short' }, 'must have at least 8 characters'],
    // Sign-in takes no longer one.
    [{ HOLDALL_ADMIN_EMAIL: 'a@b.example', HOLDALL_ADMIN_PASSWORD: 'x'.repeat(257) }, 'at most 256 characters'],
    [{ HOLDALL_ADMIN_EMAIL: 'a@b.example', HOLDALL_ADMIN_PASSWORD: 'of a file\n' }, 'must be one line'],
  ])('refuses %j with a message', (env, words) => {
    expect(() => read(env)).toThrow(words)
  })

  test.each([
    ['loopback, 10.0.0.0/8,fd00::/8', '0.0.0.0'],
    ['192.168.0.1,uniquelocal,linklocal', '::'],
    ['10.0.0.0/255.0.0.0', 'files.lan'],
  ])('takes the proxies %s and the host %s', (proxies, host) => {
    const config = read({ HOLDALL_TRUSTED_PROXIES: proxies, HOLDALL_HOST: host })
    expect([config.trustedProxies, config.host]).toEqual([proxies, host])
  })

  test('refuses a file that is invalid', () => {
    writeFileSync(join(dataDir, 'config.json'), '{')
    expect(() => read({})).toThrow('config.json is not valid JSON')
    writeFileSync(join(dataDir, 'config.json'), '{"databse_url": "x"}')
    expect(() => read({})).toThrow('holds "databse_url"; known are database_url')
    writeFileSync(join(dataDir, 'config.json'), '{"smtp_url": 25}')
    expect(() => read({})).toThrow('"smtp_url" in ')
    writeFileSync(join(dataDir, 'config.json'), '["app.name"]')
    expect(() => read({})).toThrow('config.json must hold a JSON object.')
  })

  test('takes the environment before the file, and the file before the defaults', () => {
    writeFileSync(
      join(dataDir, 'config.json'),
      '{"public_url": "https://file.example", "smtp_url": "smtp://mail.example"}',
    )
    const config = read({ HOLDALL_PUBLIC_URL: 'https://env.example/', HOLDALL_SMTP_URL: '' })
    expect([config.publicUrl, config.smtpUrl, config.port, config.host]).toEqual([
      'https://env.example',
      'smtp://mail.example',
      8080,
      '127.0.0.1',
    ])
  })
  test.each([
    [{ HOLDALL_REGISTRATION: 'perhaps' }, 'HOLDALL_REGISTRATION must be true or false.'],
    [{ HOLDALL_UPLOAD_LIMIT: '5 apples' }, 'HOLDALL_UPLOAD_LIMIT must be a size such as 500MB or 2GiB, or unlimited.'],
    [{ HOLDALL_CHUNK_SIZE: '1kB' }, 'HOLDALL_CHUNK_SIZE must be a size from 64KiB to 256MiB, such as 500MB or 2GiB.'],
    [{ HOLDALL_TRASH_DAYS: '0' }, 'HOLDALL_TRASH_DAYS must be a number of days, 1 to 3650.'],
    [{ HOLDALL_LOCALE: 'not a locale' }, 'HOLDALL_LOCALE must be a language like en-US or de.'],
    [{ HOLDALL_ACCENT: 'blue' }, 'HOLDALL_ACCENT must be a color like #2f6fed, or none.'],
    [{ HOLDALL_THEME: 'pink' }, 'HOLDALL_THEME must be light, dark or system.'],
    [{ HOLDALL_NAME: 'two\nlines' }, 'HOLDALL_NAME must be a name of 1 to 80 characters in one line.'],
  ])('refuses the setting %j with a message', (env, message) => {
    expect(() => read(env)).toThrow(message)
  })

  test('reads settings from the environment and from config.json, each with its type', () => {
    writeFileSync(
      join(dataDir, 'config.json'),
      '{"app.name": "File", "trash.days": 7, "upload.blocked_types": ["exe"], "registration.allowed": "no"}',
    )
    const { settings } = read({
      HOLDALL_NAME: 'Environment',
      HOLDALL_UPLOAD_LIMIT: '1.5 GB',
      HOLDALL_DEFAULT_QUOTA: 'Unlimited',
      HOLDALL_CHUNK_SIZE: '16MiB',
      HOLDALL_HOMEPAGE: 'on',
    })
    expect(settings.values).toEqual({
      'app.name': 'Environment',
      'trash.days': 7,
      'upload.blocked_types': ['exe'],
      'registration.allowed': false,
      'upload.limit_bytes': 1_500_000_000,
      'storage.default_quota_bytes': null,
      'upload.chunk_bytes': 16 * 1024 * 1024,
      'app.homepage': true,
    })
    expect(settings.sources).toMatchObject({ 'app.name': 'HOLDALL_NAME', 'trash.days': 'config.json' })
  })

  test('refuses a setting in config.json that is invalid', () => {
    writeFileSync(join(dataDir, 'config.json'), '{"trash.days": true}')
    expect(() => read({})).toThrow('"trash.days" in config.json must be a number of days, 1 to 3650.')
  })

  test('takes a given file after the environment and before config.json', () => {
    const file = join(dataDir, 'holdall.config.json')
    writeFileSync(join(dataDir, 'config.json'), '{"public_url": "https://b.example", "trash.days": 7, "app.name": "B"}')
    writeFileSync(
      file,
      `{"public_url": "https://a.example", "app.name": "A", "app.locale": "de", "smtp_url": "smtp://a.example",
        "admin": {"name": "Ada", "email": "Ada@Example.com", "password": "correct horse"}}`,
    )
    const config = read({ HOLDALL_CONFIG: file, HOLDALL_LOCALE: 'ar', HOLDALL_SMTP_URL: 'smtp://env.example' })
    expect([config.publicUrl, config.smtpUrl]).toEqual(['https://a.example', 'smtp://env.example'])
    expect(config.admin).toEqual({ name: 'Ada', email: 'ada@example.com', password: 'correct horse' })
    expect(config.settings.values).toEqual({ 'app.name': 'A', 'app.locale': 'ar', 'trash.days': 7 })
    expect(config.settings.sources).toEqual({
      'app.name': 'HOLDALL_CONFIG',
      'app.locale': 'HOLDALL_LOCALE',
      'trash.days': 'config.json',
    })
    expect(config.sources).toMatchObject({
      HOLDALL_PUBLIC_URL: 'HOLDALL_CONFIG',
      HOLDALL_SMTP_URL: 'HOLDALL_SMTP_URL',
    })
  })

  test.each([
    ['{"admin": {"mail": "a@example.com"}}', '"admin" in'],
    ['{"admin": "a@example.com"}', '"admin" in'],
    ['{"admin": null}', '"admin" in'],
    ['{"admin": {"email": "a@example.com"}}', 'belong together'],
    ['{"adnim": {}}', 'known are admin, database_url'],
    ['{"trash.days": 0}', '"trash.days" in the file of HOLDALL_CONFIG must be a number of days'],
    ['{', 'is not valid JSON'],
  ])('refuses the given file %s with a message', (json, message) => {
    const file = join(dataDir, 'holdall.config.json')
    writeFileSync(file, json)
    expect(() => read({ HOLDALL_CONFIG: file })).toThrow(message)
  })

  test('refuses a given file that does not exist, and an admin in config.json', () => {
    expect(() => read({ HOLDALL_CONFIG: join(dataDir, 'missing.json') })).toThrow('which does not exist')
    writeFileSync(join(dataDir, 'config.json'), '{"admin": {"email": "a@example.com", "password": "correct horse"}}')
    expect(() => read({})).toThrow('holds "admin"; known are database_url')
  })
})
