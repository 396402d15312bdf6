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
  it.each([
    [{ HOLDALL_PORT: '80a' }, 'HOLDALL_PORT must be a port, 0 to 65535.'],
    [{ HOLDALL_PORT: '70000' }, 'HOLDALL_PORT must be a port, 0 to 65535.'],
    [
      { HOLDALL_PUBLIC_URL: 'files.example.com' },
      'HOLDALL_PUBLIC_URL must be an address like https://files.example.com',
    ],
    [{ HOLDALL_PUBLIC_URL: 'https://example.com/files' }, 'without a path'],
    [{ HOLDALL_DATABASE_URL: 'mysql://x' }, 'HOLDALL_DATABASE_URL must look like postgres://'],
    [{ HOLDALL_ADMIN_EMAIL: 'a@b.example' }, 'belong together'],
    [{ HOLDALL_STORAGE_URL: 's3://key:secret@host/bucket' }, 'HOLDALL_STORAGE_URL is not understood by this version'],
    [
      { HOLDALL_PUBLIC_URL: 'https://a.example', HOLDALL_CONTENT_URL: 'https://a.example' },
      'must be another host name',
    ],
    [{ HOLDALL_SMTP_URL: 'smtp://mail.example' }, 'needs HOLDALL_PUBLIC_URL'],
    [{ HOLDALL_ADMIN_EMAIL: 'a@b.example', HOLDALL_ADMIN_PASSWORD: 'short' }, 'must have at least 8 characters'],
  ])('refuses %j in words', (env, words) => {
    expect(() => read(env)).toThrow(words)
  })

  it('refuses a file that it does not understand', () => {
    writeFileSync(join(dataDir, 'config.json'), '{')
    expect(() => read({})).toThrow('config.json is not valid JSON')
    writeFileSync(join(dataDir, 'config.json'), '{"databse_url": "x"}')
    expect(() => read({})).toThrow('holds "databse_url"; known are database_url')
  })

  it('takes the environment before the file, and the file before the defaults', () => {
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
    expect([...config.locked].sort()).toEqual(['HOLDALL_DATA_DIR', 'HOLDALL_PUBLIC_URL'])
  })
})
