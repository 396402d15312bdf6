import { type Endpoint, setupKeyHeader } from '@holdall/api'
import { endpoints } from '@holdall/api/table'
import { type Client, createClient } from '../../testing/client.ts'
import { testApp, type TestApp, testPassword } from '../../testing/test-app.ts'
import { sessionCookie } from '../sessions/session-cookie.ts'
import { policies } from './policies.ts'
import { addressSubject, keyOf } from './throttle.ts'

let holdall: TestApp
let fresh: TestApp
beforeAll(async () => {
  holdall = await testApp()
  fresh = await testApp({ installed: false })
})
afterAll(async () => {
  await holdall.close()
  await fresh.close()
})

const id = '01890000-0000-7000-8000-000000000000'
const token = 'nobodyholdsthislink00'
let count = 0

/** A wrong secret for each endpoint that takes one, from one caller. */
const wrongCredential = {
  id: 'x',
  rawId: 'x',
  type: 'public-key',
  response: { clientDataJSON: 'x', authenticatorData: 'x', signature: 'guess' },
}
const guesses: Readonly<Record<string, (client: Client) => Promise<{ status: number; body: { code?: string } }>>> = {
  'api-tokens.create': async (c) => {
    await ensureSignedIn(c)
    return c.post('/api/user/tokens', { name: 'a' })
  },
  'auth.api-sign-in': (c) => c.post('/api/login', { email: 'nobody@example.com', password: 'guess' }),
  'auth.sign-in': (c) => c.post('/login', { email: 'nobody@example.com', password: 'guess' }),
  'auth.sign-up': (c) =>
    c.post('/api/register', {
      name: 'A',
      email: `flood${++count}@example.com`,
      password: testPassword,
      password_confirmation: testPassword,
    }),
  'auth.verify-email': (c) => c.post(`/api/user/verify/${id}`, { expires: '99999999999999', signature: 'guess' }),
  'auth.resend-verification': (c) => c.post('/api/user/verify', { email: `flood${++count}@example.com` }),
  'contact.send': (c) => c.post('/api/contact', { email: 'a@example.com', message: 'Hello' }),
  'content.file': (c) => c.get(`/file/${id}?for=u.${id}&v=1&expires=99999999999&signature=guess`),
  'content.thumbnail': (c) => c.get(`/thumbnail/xs/${id}?for=u.${id}&v=1&expires=99999999999&signature=guess`),
  'account-deletion.request': async (c) => {
    await ensureSignedIn(c)
    return c.post('/api/user/deletion', { email: 'nobody@example.com', team_folders: [] })
  },
  'email-change.request': async (c) => {
    await ensureSignedIn(c)
    return c.post('/api/user/email', { email: `flood${++count}@example.com` })
  },
  'email-change.confirm': async (c) => {
    await ensureSignedIn(c)
    return c.post('/api/user/email/confirm', { token: 'guess' })
  },
  'data-exports.create': async (c) => {
    await ensureSignedIn(c)
    return c.post('/api/user/data-export')
  },
  'demo.open': (c) => c.post('/api/demo'),
  'password.recover': (c) => c.post('/api/password/recover', { email: `flood${++count}@example.com` }),
  'password.reset': (c) =>
    c.post('/api/password/reset', {
      token: 'guess',
      email: 'nobody@example.com',
      password: testPassword,
      password_confirmation: testPassword,
    }),
  'password.show-access': (c) => c.post('/api/password/reset/access', { token: 'guess', email: 'nobody@example.com' }),
  'passkeys.confirm': async (c) => {
    await ensureSignedIn(c)
    return c.post('/user/confirm-passkey', { credential: wrongCredential })
  },
  'passkeys.sign-in': (c) => c.post('/api/passkeys/sign-in', { credential: wrongCredential }),
  'passkeys.sign-in-options': (c) => c.post('/api/passkeys/options'),
  'public-downloads.direct': (c) => c.get(`/share/${token}/direct`),
  'public-downloads.embed': (c) => c.get(`/share/${token}/embed`),
  'public-downloads.prepare-zip': (c) => c.post(`/api/sharing/zip/${token}`, { items: [{ id }] }),
  'public-downloads.prepared-zip': (c) => c.get(`/api/sharing/zip/${token}/${'x'.repeat(22)}`),
  'public-downloads.search': (c) => c.get(`/api/sharing/search/${token}?query=a`),
  'public-downloads.zip': (c) => c.get(`/api/sharing/zip/${token}`),
  'public-editing.abort-upload': (c) => c.delete(`/api/sharing/upload/${'x'.repeat(22)}/${token}`),
  'public-editing.create-remote-upload': (c) =>
    c.post(`/api/sharing/upload/remote/${token}`, { urls: ['https://files.example/a'] }),
  'public-editing.remote-uploads': (c) => c.get(`/api/sharing/upload/remote/${token}`),
  'public-editing.remove-remote-upload': (c) => c.delete(`/api/sharing/upload/remote/${id}/${token}`),
  'public-editing.create-folder': (c) => c.post(`/api/sharing/create-folder/${token}`, { name: 'a' }),
  'public-editing.move': (c) => c.post(`/api/sharing/move/${token}`, { to_id: null, items: [{ id }] }),
  'public-editing.remove': (c) => c.post(`/api/sharing/remove/${token}`, { items: [{ id }] }),
  'public-editing.rename': (c) => c.patch(`/api/sharing/rename/${id}/${token}`, { name: 'a' }),
  'public-editing.taken': (c) => c.post(`/api/sharing/folders/all/${token}/taken`, { names: ['a'] }),
  'public-editing.upload-chunk': (c) =>
    c.raw(`/api/sharing/upload/chunks/${token}`, { name: 'a', upload_id: 'x'.repeat(22), offset: 0 }, Buffer.from('a')),
  'public-editing.upload-state': (c) => c.get(`/api/sharing/upload/${'x'.repeat(22)}/${token}`),
  'public-editing.upload-whole': (c) => c.form(`/api/sharing/upload/${token}`, [['file', Buffer.from('a')]]),
  'public-links.show': (c) => c.get(`/api/sharing/${token}`),
  'public-links.unlock': (c) => c.post(`/api/sharing/authenticate/${token}`, { password: 'guess' }),
  'public-links.browse': (c) => c.get(`/api/sharing/folders/all/${token}`),
  'public-links.find-by-prefix': (c) => c.get(`/api/sharing/folders/all/${token}/position?prefix=a`),
  'public-links.file': (c) => c.get(`/api/sharing/file/${token}`),
  'public-links.navigation': (c) => c.get(`/api/sharing/navigation/${token}`),
  'remote-uploads.create': async (c) => {
    await ensureSignedIn(c)
    return c.post('/api/upload/remote', { urls: ['https://files.example/a'], parent_id: id })
  },
  'sections.report-failure': (c) =>
    c.post('/api/sections/failures', { id: 'nothing', version: '1.0.0', reason: 'x', address: null }),
  'setup.status': (c) => c.get('/api/setup/status', { [setupKeyHeader]: 'guess' }),
  'setup.purchase-code': (c) =>
    c.post('/api/setup/purchase-code', { purchase_code: null }, { [setupKeyHeader]: 'guess' }),
  'setup.test-database': (c) => c.post('/api/setup/database/test', { engine: 'sqlite' }, { [setupKeyHeader]: 'guess' }),
  'setup.database': (c) => c.post('/api/setup/database', { engine: 'sqlite' }, { [setupKeyHeader]: 'guess' }),
  'setup.test-storage': (c) =>
    c.post('/api/setup/storage/test', { storage: { driver: 'local' } }, { [setupKeyHeader]: 'guess' }),
  'setup.test-mail': (c) =>
    c.post(
      '/api/setup/mail/test',
      { mail: { driver: 'none' }, public_url: 'https://files.example.com', to: 'a@example.com' },
      { [setupKeyHeader]: 'guess' },
    ),
  'setup.test-broadcast': (c) =>
    c.post('/api/setup/broadcast/test', { broadcast: { driver: 'native' } }, { [setupKeyHeader]: 'guess' }),
  'setup.environment': (c) =>
    c.post(
      '/api/setup/environment',
      {
        storage: { driver: 'local' },
        mail: { driver: 'none' },
        broadcast: { driver: 'native' },
        public_url: null,
      },
      { [setupKeyHeader]: 'guess' },
    ),
  'setup.app': (c) =>
    c.post(
      '/api/setup/app',
      {
        name: 'A',
        description: '',
        accent: null,
        contact_email: '',
        registration: 'open',
        default_quota_bytes: null,
        max_team_members: null,
        subscription_type: 'none',
      },
      { [setupKeyHeader]: 'guess' },
    ),
  'setup.values': (c) => c.get('/api/setup/values', { [setupKeyHeader]: 'guess' }),
  'setup.set-image': (c) =>
    c.request({
      method: 'POST',
      url: '/api/setup/images/logo',
      payload: '--b--',
      headers: { 'content-type': 'multipart/form-data; boundary=b', [setupKeyHeader]: 'guess' },
    }),
  'setup.remove-image': (c) =>
    c.request({ method: 'DELETE', url: '/api/setup/images/logo', headers: { [setupKeyHeader]: 'guess' } }),
  'setup.admin': (c) =>
    c.post(
      '/api/setup/admin',
      { name: 'A', email: 'a@example.com', password: testPassword, password_confirmation: testPassword },
      { [setupKeyHeader]: 'guess' },
    ),
  'social-sign-in.begin': (c) => c.get('/api/socialite/google/redirect'),
  'social-sign-in.begin-link': async (c) => {
    await ensureSignedIn(c)
    return c.post('/api/socialite/google/link')
  },
  'social-sign-in.confirm-pending': (c) =>
    c.post('/api/socialite/pending', { email: 'nobody-linked@example.com', password: 'guess' }),
  'teams.show-invitation': (c) => c.get(`/api/teams/invitations/${id}?secret=guess`),
  'teams.accept-invitation': async (c) => {
    await ensureSignedIn(c)
    return c.post(`/api/teams/invitations/${id}`, { _method: 'put', secret: 'guess' })
  },
  'teams.decline-invitation': (c) => c.delete(`/api/teams/invitations/${id}`, { secret: 'guess' }),
  'two-factor.answer-challenge': async (c) => {
    if (!c.cookies.has(sessionCookie)) {
      const user = await holdall.signUp()
      const { db } = holdall.services
      await db.updateTable('users').set({ two_factor_confirmed_at: 1 }).where('id', '=', user.userId).execute()
      const half = createClient(holdall.app)
      await half.post('/login', { email: user.email, password: testPassword })
      for (const [name, value] of half.cookies) c.cookies.set(name, value)
    }
    return c.post('/two-factor-challenge', { code: '000000' })
  },
  'two-factor.confirm': async (c) => {
    await ensureSignedIn(c)
    await c.post('/user/two-factor-authentication')
    return c.post('/user/confirmed-two-factor-authentication', { code: 'guess' })
  },
  'two-factor.create-recovery-codes': async (c) => {
    await ensureSecondFactor(c)
    return c.post('/user/two-factor-recovery-codes', { recovery_code: 'guess' })
  },
  'two-factor.disable': async (c) => {
    await ensureSecondFactor(c)
    return c.delete('/user/two-factor-authentication', { recovery_code: 'guess' })
  },
  'upload-requests.create': async (c) => {
    await ensureSignedIn(c)
    return c.post('/api/file-request', { name: 'a' })
  },
  'upload-requests.abort-upload': (c) => c.delete(`/api/file-request/${token}/upload/${'x'.repeat(22)}`),
  'upload-requests.browse-folder': (c) => c.get(`/api/file-request/${token}/browse/all`),
  'upload-requests.create-folder': (c) => c.post(`/api/file-request/${token}/create-folder`, { name: 'a' }),
  'upload-requests.find-by-prefix': (c) => c.get(`/api/file-request/${token}/browse/all/position?prefix=a`),
  'upload-requests.finish': (c) => c.delete(`/api/file-request/${token}`),
  'upload-requests.move': (c) => c.post(`/api/file-request/${token}/move`, { to_id: null, items: [{ id }] }),
  'upload-requests.navigation': (c) => c.get(`/api/file-request/${token}/navigation`),
  'upload-requests.remove': (c) => c.post(`/api/file-request/${token}/remove`, { items: [{ id }] }),
  'upload-requests.rename': (c) => c.patch(`/api/file-request/${token}/rename/${id}`, { name: 'a' }),
  'upload-requests.show': (c) => c.get(`/api/file-request/${token}`),
  'upload-requests.upload-chunk': (c) =>
    c.raw(
      `/api/file-request/${token}/upload/chunks`,
      { name: 'a', upload_id: 'x'.repeat(22), offset: 0 },
      Buffer.from('a'),
    ),
  'upload-requests.upload-state': (c) => c.get(`/api/file-request/${token}/upload/${'x'.repeat(22)}`),
  'upload-requests.upload-whole': (c) => c.form(`/api/file-request/${token}/upload`, [['file', Buffer.from('a')]]),
  'user.change-password': async (c) => {
    await ensureSignedIn(c)
    const password = 'another password'
    return c.post('/api/user/password', { current: 'guess', password, password_confirmation: password })
  },
  'user.confirm-password': async (c) => {
    await ensureSignedIn(c)
    return c.post('/user/confirm-password', { password: 'guess' })
  },
  'user.set-avatar': async (c) => {
    await ensureSignedIn(c)
    return c.form('/api/user/avatar', [['avatar', Buffer.from('no image')]])
  },
}

async function ensureSecondFactor(client: Client): Promise<void> {
  if (client.cookies.has(sessionCookie)) return
  const user = await holdall.signUp()
  const { db } = holdall.services
  await db.updateTable('users').set({ two_factor_confirmed_at: 1 }).where('id', '=', user.userId).execute()
  for (const [name, value] of user.cookies) client.cookies.set(name, value)
}

async function ensureSignedIn(client: Client): Promise<void> {
  if (client.cookies.has(sessionCookie)) return
  const user = await holdall.signUp()
  for (const [name, value] of user.cookies) client.cookies.set(name, value)
}

const throttled = endpoints.filter((endpoint): endpoint is Endpoint & { throttle: keyof typeof policies } =>
  Boolean(endpoint.throttle),
)

describe('with the embedded defaults', () => {
  test('every endpoint that takes a secret has a wrong one here', () => {
    expect(throttled.map((endpoint) => endpoint.id).sort()).toEqual(Object.keys(guesses).sort())
  })

  test('every call by the token of a link counts wrong ones, and the tokens have 128 random bits', () => {
    const byToken = endpoints.filter(
      ({ access, path }) => ['visitor', 'request-visitor'].includes(access.by) || path.startsWith('/share/:token'),
    )
    const buckets = new Set(byToken.map(({ throttle }) => throttle))
    // The second one has guesses of passwords.
    expect(buckets).toEqual(new Set(['share-token', 'share-password']))
    expect(Buffer.from(holdall.services.ids.token(), 'base64url')).toHaveLength(16)
  })

  test.each(throttled.map((endpoint) => [endpoint.id, endpoint] as const))(
    '%s throttles one caller, and not the next',
    async (name, endpoint) => {
      const app = endpoint.access.by === 'installer' ? fresh : holdall
      const { db } = app.services
      const { free } = policies[endpoint.throttle]
      const guess = guesses[name]!
      const caller = createClient(app.app)
      const mine = () =>
        db
          .selectFrom('throttles')
          .selectAll()
          .where('subject', '=', keyOf(addressSubject(caller.address)))
      expect((await guess(caller)).body?.code).not.toBe('throttled')
      expect(await mine().executeTakeFirst()).toMatchObject({
        bucket: endpoint.throttle,
        failures: 1,
      })
      await db
        .updateTable('throttles')
        .set({ failures: free - 1 })
        .where('subject', '=', keyOf(addressSubject(caller.address)))
        .execute()
      expect((await guess(caller)).body?.code).not.toBe('throttled')
      const { status, body } = await guess(caller)
      expect([status, body.code]).toEqual([429, 'throttled'])
      expect((await guess(app.visitor())).body?.code).not.toBe('throttled')
    },
  )

  test.each([
    'account-deletion.request',
    'api-tokens.create',
    'data-exports.create',
    'email-change.request',
    'passkeys.confirm',
    'remote-uploads.create',
    'two-factor.confirm',
    'two-factor.create-recovery-codes',
    'two-factor.disable',
    'upload-requests.create',
    'user.change-password',
    'user.confirm-password',
    'user.set-avatar',
  ])('%s throttles a user who calls from many addresses', async (name) => {
    const guess = guesses[name]!
    const { throttle: bucket } = throttled.find((endpoint) => endpoint.id === name)!
    const caller = createClient(holdall.app)
    expect((await guess(caller)).body?.code).not.toBe('throttled')
    const user = (await caller.get('/api/user')).body.data.id as string
    await holdall.services.db
      .updateTable('throttles')
      .set({ failures: policies[bucket].free - 1 })
      .where('bucket', '=', bucket)
      .where('subject', '=', keyOf({ kind: 'account', value: user }))
      .execute()
    const fromElsewhere = async () => {
      const other = createClient(holdall.app)
      for (const [cookie, value] of caller.cookies) other.cookies.set(cookie, value)
      return (await guess(other)).body?.code
    }
    expect(await fromElsewhere()).not.toBe('throttled')
    expect(await fromElsewhere()).toBe('throttled')
  })
})
