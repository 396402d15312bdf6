import { readConfig } from '../../infrastructure/config/config.ts'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setupKeyHeader } from '@holdall/api'
import { installUnattended } from './create-first-admin.ts'
import { testApp, type TestApp, testPassword } from '../../testing/test-app.ts'

let holdall: TestApp
beforeEach(async () => {
  holdall = await testApp({ installed: false })
})
afterEach(() => holdall.close())

const owner = (email = 'owner@example.com') => ({
  name: 'Owner',
  email,
  password: testPassword,
  password_confirmation: testPassword,
})
const key = () => ({ [setupKeyHeader]: holdall.services.installation.key })

describe('setup', () => {
  test('is opened by the key and by nothing else', async () => {
    for (const headers of [{}, { [setupKeyHeader]: '' }, { [setupKeyHeader]: 'x'.repeat(32) }]) {
      const answer = await holdall.visitor().get('/api/setup/status', headers)
      expect([answer.status, answer.body.code]).toEqual([403, 'forbidden'])
      expect((await holdall.visitor().post('/api/setup/admin', owner(), headers)).status).toBe(403)
    }
    expect(await holdall.services.db.selectFrom('users').selectAll().execute()).toEqual([])
  })

  test('wrong keys do not delay the calls that the wizard makes at once with the right one', async () => {
    const client = holdall.visitor()
    for (let wrong = 0; wrong < 12; wrong++)
      expect((await client.get('/api/setup/status', { [setupKeyHeader]: `wrong-${String(wrong)}` })).status).toBe(403)
    const answers = await Promise.all([
      client.get('/api/setup/status', key()),
      client.get('/api/setup/values', key()),
      client.get('/api/setup/status', key()),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  })

  test('checks what Holdall depends on', async () => {
    const { status, body } = await holdall.visitor().get('/api/setup/status', key())
    expect(status).toBe(200)
    const { ready, checks } = body.data.attributes
    expect(ready).toBe(true)
    expect(checks.map(({ id }: { id: string }) => id)).toEqual([
      'runtime',
      'memory',
      'database',
      'storage',
      'space',
      'clock',
      'address',
      'proxy',
      'ffmpeg',
    ])
    const found = Object.fromEntries(checks.map((check: { id: string; found: string }) => [check.id, check.found]))
    expect(found['database']).toMatch(globalThis.HOLDALL_TEST_ENGINE === 'sqlite' ? /^SQLite 3\./ : /^PostgreSQL \d/)
    expect(found['runtime']).toBe(`Node ${process.versions.node}`)
  })

  test('FFmpeg is optional; one that does not run is a warning', async () => {
    const bin = mkdtempSync(join(tmpdir(), 'holdall-bin-'))
    const before = process.env['PATH']
    process.env['PATH'] = bin
    const check = async () => {
      const { body } = await holdall.visitor().get('/api/setup/status', key())
      return body.data.attributes.checks.find(({ id }: { id: string }) => id === 'ffmpeg')
    }
    const stub = (script: string) => writeFileSync(join(bin, 'ffmpeg'), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
    try {
      expect(await check()).toMatchObject({ state: 'ok', found: 'not installed' })
      stub('echo ffmpeg version 7.1 Copyright')
      expect(await check()).toEqual({ id: 'ffmpeg', state: 'ok', found: 'ffmpeg version 7.1', advice: null })
      stub('exit 1')
      expect(await check()).toMatchObject({ state: 'warning', found: join(bin, 'ffmpeg') })
    } finally {
      process.env['PATH'] = before
      rmSync(bin, { recursive: true })
    }
  })

  test('says so when the clock is behind the database, in the language of the browser', async () => {
    await holdall.services.settings.set('app.name', 'Holdall')
    holdall.clock.advance(-3_600_000)
    const clock = async (locale: string) => {
      const headers = { ...key(), cookie: `holdall_locale=${locale}` }
      const { ready, checks } = (await holdall.visitor().get('/api/setup/status', headers)).body.data.attributes
      expect(ready).toBe(false)
      return checks.find(({ id }: { id: string }) => id === 'clock')
    }
    expect(await clock('en-US')).toMatchObject({
      state: 'failed',
      advice: expect.stringContaining('is wrong') as string,
    })
    expect((await clock('de')).advice).toContain('Die Uhr dieses Rechners geht falsch')
    expect((await clock('ar')).advice).toContain('ساعة هذا الجهاز')
  })

  test.each([
    [
      'that is trusted and sends both headers',
      '10.0.0.0/8',
      { 'x-forwarded-for': '192.0.2.7', 'x-forwarded-proto': 'https' },
      null,
    ],
    ['that is not trusted', '192.0.2.1', { 'x-forwarded-for': '192.0.2.7' }, 'Set HOLDALL_TRUSTED_PROXIES to it'],
    [
      'that does not send the protocol',
      '10.0.0.0/8',
      { 'x-forwarded-for': '192.0.2.7' },
      'does not send X-Forwarded-Proto',
    ],
    ['that sends Forwarded only', '10.0.0.0/8', { forwarded: 'for=192.0.2.7;proto=https' }, 'sends Forwarded only'],
  ])('says what to do about a proxy %s', async (_what, trustedProxies, headers, advice) => {
    await holdall.close()
    holdall = await testApp({ installed: false, config: { trustedProxies } })
    const { body } = await holdall.visitor().get('/api/setup/status', { ...key(), ...headers })
    expect(body.data.attributes.checks.find(({ id }: { id: string }) => id === 'proxy')).toMatchObject({
      state: advice === null ? 'ok' : 'warning',
      advice: advice && expect.stringContaining(advice),
    })
  })

  test('warns where the public address is another one than that of the browser', async () => {
    await holdall.close()
    holdall = await testApp({
      installed: false,
      config: { publicUrl: 'https://files.example', trustedProxies: '10.0.0.0/8' },
    })
    const addressFrom = async (host: string) => {
      const headers = { ...key(), host, 'x-forwarded-proto': 'https' }
      const { body } = await holdall.visitor().get('/api/setup/status', headers)
      return body.data.attributes.checks.find(({ id }: { id: string }) => id === 'address')
    }
    expect(await addressFrom('files.example')).toMatchObject({ state: 'ok', advice: null })
    expect(await addressFrom('other.example')).toMatchObject({
      state: 'warning',
      found: 'https://files.example',
      advice: expect.stringContaining('You came by https://other.example') as string,
    })
  })

  test('creates the owner, signs in, and is not found afterwards', async () => {
    const client = holdall.visitor()
    expect((await client.get('/api/config')).body.installation).toBe('installation-needed')
    expect((await client.post('/api/setup/admin', owner(), key())).status).toBe(204)
    expect((await client.get('/api/user')).body.data.attributes.role).toBe('admin')
    expect((await client.get('/api/config')).body.installation).toBe('installation-done')
    expect((await client.get('/api/setup/status', key())).status).toBe(404)
    expect((await client.post('/api/setup/admin', owner('second@example.com'), key())).status).toBe(404)
  })

  test('takes the language that was chosen in the browser into the account of the owner', async () => {
    const client = holdall.visitor()
    client.cookies.set('holdall_locale', 'ar')
    expect((await client.post('/api/setup/admin', owner(), key())).status).toBe(204)
    const { settings } = (await client.get('/api/user')).body.data.relationships
    expect(settings.data.attributes.locale).toBe('ar')
  })

  test('lets one of two browsers succeed', async () => {
    const answers = await Promise.all(
      ['a', 'b', 'c'].map((name) => holdall.visitor().post('/api/setup/admin', owner(`${name}@example.com`), key())),
    )
    const won = answers.filter(({ status }) => status === 204)
    const refused = answers.filter((answer) => !won.includes(answer))
    expect([won.length, refused.length]).toEqual([1, 2])
    // The second where it comes after the first has ended.
    for (const { body } of refused) expect(['conflict', 'not-found']).toContain(body.code)
    expect(await holdall.services.db.selectFrom('users').select('role').execute()).toEqual([{ role: 'admin' }])
  })
})

describe('an unattended installation', () => {
  const admin = { name: 'Root', email: 'root@example.com', password: testPassword }

  test('creates the owner that the environment names; later starts change nothing', async () => {
    const unattended = await testApp({ installed: false, config: { admin } })
    const client = unattended.visitor()
    expect((await client.post('/login', { email: admin.email, password: admin.password })).status).toBe(200)
    expect((await client.get('/api/user')).body.data.attributes).toMatchObject({ role: 'admin', verified: true })
    expect((await client.get('/api/setup/status')).status).toBe(404)
    await installUnattended({
      ...unattended.services,
      config: { ...unattended.services.config, admin: { ...admin, email: 'b@example.com' } },
    })
    expect(await unattended.services.db.selectFrom('users').select('email').execute()).toEqual([{ email: admin.email }])
    await unattended.close()
  })

  test('creates the owner as sign-in reads the address, also from a file that ends with an empty line', async () => {
    const { admin: read } = readConfig({
      HOLDALL_ADMIN_EMAIL: ' Root@Example.com\n',
      HOLDALL_ADMIN_PASSWORD: testPassword,
      HOLDALL_ADMIN_NAME: 'Root\n',
    })
    const unattended = await testApp({ installed: false, config: { admin: read } })
    const client = unattended.visitor()
    expect((await client.post('/login', { email: 'root@example.com', password: testPassword })).status).toBe(200)
    const { attributes } = (await client.get('/api/user')).body.data
    expect([attributes.email, attributes.name]).toEqual(['root@example.com', 'Root'])
    await unattended.close()
  })
})
