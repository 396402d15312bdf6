import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from './config.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'holdall-test-'))
})
afterEach(() => rmSync(dataDir, { recursive: true }))

const read = (env: Record<string, string>) => readConfig({ HOLDALL_DATA_DIR: dataDir, ...env }).signInProviders
const oidc = { HOLDALL_OIDC_CLIENT_ID: 'id', HOLDALL_OIDC_CLIENT_SECRET: 'secret' }
const publicUrl = { HOLDALL_PUBLIC_URL: 'https://files.example.com' }

test('offers no provider by default', () => {
  expect(read(publicUrl)).toEqual({ google: null, facebook: null, github: null, oidc: null })
})

test.each([
  [{ ...publicUrl, HOLDALL_GOOGLE_CLIENT_ID: 'id' }, 'HOLDALL_GOOGLE_CLIENT_SECRET belong together'],
  [{ ...publicUrl, HOLDALL_FACEBOOK_CLIENT_SECRET: 'secret' }, 'HOLDALL_FACEBOOK_CLIENT_SECRET belong together'],
  [
    { HOLDALL_GITHUB_CLIENT_ID: 'id', HOLDALL_GITHUB_CLIENT_SECRET: 'secret' },
    'HOLDALL_GITHUB_CLIENT_ID needs HOLDALL_PUBLIC_URL',
  ],
  [{ ...publicUrl, ...oidc }, 'HOLDALL_OIDC_ISSUER, HOLDALL_OIDC_CLIENT_ID'],
  [{ ...publicUrl, HOLDALL_OIDC_ISSUER: 'https://id.example.com' }, 'belong together: set all or none'],
  [{ ...publicUrl, HOLDALL_OIDC_NAME: 'Our directory' }, 'belong together: set all or none'],
  [{ ...publicUrl, ...oidc, HOLDALL_OIDC_ISSUER: 'http://id.example.com' }, 'HOLDALL_OIDC_ISSUER must be an address'],
  [{ ...publicUrl, ...oidc, HOLDALL_OIDC_ISSUER: 'https://a:b@id.example.com' }, 'HOLDALL_OIDC_ISSUER must be'],
  [{ ...publicUrl, ...oidc, HOLDALL_OIDC_ISSUER: 'https://id.example.com/?a=1' }, 'HOLDALL_OIDC_ISSUER must be'],
  [{ ...publicUrl, ...oidc, HOLDALL_OIDC_ISSUER: 'https://id.example.com/#staff' }, 'HOLDALL_OIDC_ISSUER must be'],
  [{ ...publicUrl, HOLDALL_GOOGLE_CLIENT_ID: 'with space' }, 'HOLDALL_GOOGLE_CLIENT_ID must be a text without spaces'],
  [{ ...publicUrl, ...oidc, HOLDALL_OIDC_NAME: 'x'.repeat(41) }, 'HOLDALL_OIDC_NAME must be a name'],
])('refuses %j with a message', (env, words) => {
  expect(() => read(env)).toThrow(words)
})

test('reads every provider, from the file too', () => {
  writeFileSync(
    join(dataDir, 'config.json'),
    JSON.stringify({ google_client_id: 'google', google_client_secret: 'google-secret' }),
  )
  const google = { clientId: 'google', clientSecret: 'google-secret' }
  const issuer = 'https://id.example.com/realms/staff'
  expect(read({ ...publicUrl, ...oidc, HOLDALL_OIDC_ISSUER: issuer })).toEqual({
    google,
    facebook: null,
    github: null,
    oidc: { clientId: 'id', clientSecret: 'secret', issuer, name: 'id.example.com' },
  })
  expect(read({ ...publicUrl, ...oidc, HOLDALL_OIDC_ISSUER: issuer, HOLDALL_OIDC_NAME: 'Staff' }).oidc?.name).toBe(
    'Staff',
  )
})

test.each(['http://127.0.0.1:4000', 'http://[::1]:4000', 'http://localhost:4000'])(
  'takes a provider of this machine without encryption: %s',
  (issuer) => {
    expect(read({ ...publicUrl, ...oidc, HOLDALL_OIDC_ISSUER: issuer }).oidc?.issuer).toBe(issuer)
  },
)
