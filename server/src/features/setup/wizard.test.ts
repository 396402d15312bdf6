import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setupKeyHeader } from '@holdall/api'
import { createClient } from '../../testing/client.ts'
import { restartableServer, type TestServer } from '../../testing/restartable.ts'
import { plainEnvironment, setupRequests } from '../../testing/setup-requests.ts'

let server: TestServer
afterEach(() => server.close())
const { call, post, values, progress, config } = setupRequests(() => server)

const app = {
  name: 'Vault',
  description: 'Files of the choir',
  accent: '#2f6fed',
  contact_email: 'office@example.com',
  registration: 'invitation',
  default_quota_bytes: 5_000_000_000,
  max_team_members: 5,
  subscription_type: 'fixed',
}
const owner = { name: 'Owner', email: 'owner@example.com', password: 'correct horse' }

test('goes on where it was, and leaves nothing open at its end', async () => {
  server = await restartableServer()
  expect(await progress()).toMatchObject({ next: 'status-check', finished: [] })
  expect((await post('/purchase-code', { purchase_code: ' A-1 ' })).status).toBe(204)
  expect(await progress()).toMatchObject({ next: 'database', finished: ['status-check', 'purchase-code'] })
  expect((await post('/database', { engine: 'sqlite' })).status).toBe(204)
  expect((await post('/environment', { ...plainEnvironment, public_url: 'https://files.example.com/' })).status).toBe(
    204,
  )
  expect(config()).toEqual({ public_url: 'https://files.example.com' })
  expect(statSync(join(server.place.dataDir, 'config.json')).mode & 0o777).toBe(0o600)
  expect(statSync(join(server.place.dataDir, 'setup.json')).mode & 0o777).toBe(0o600)
  expect(await progress()).toMatchObject({ next: 'app-setup' })
  expect((await post('/app', { ...app, subscription_type: 'yearly' })).status).toBe(422)
  expect((await post('/app', app)).status).toBe(204)
  expect(await progress()).toMatchObject({ next: 'admin-setup' })
  expect(await values()).toMatchObject({ app, public_url: 'https://files.example.com', purchase_code: 'A-1' })
  const client = createClient(server.running.current.app)
  const { key } = server.running.current.services.installation
  const account = { ...owner, password_confirmation: owner.password }
  expect((await client.post('/api/setup/admin', account, { [setupKeyHeader]: key })).status).toBe(204)
  expect((await client.get('/api/user')).body.data.attributes.role).toBe('admin')
  expect((await client.get('/api/config')).body).toMatchObject({ name: 'Vault', subscriptionType: 'fixed' })
  expect(existsSync(join(server.place.dataDir, 'setup.json'))).toBe(false)
  expect(existsSync(join(server.place.dataDir, 'installed'))).toBe(true)
  expect(await server.running.current.services.settings.get('installation.purchase_code')).toBe('A-1')
  for (const [method, path, body] of [
    ['GET', '/status'],
    ['GET', '/values'],
    ['POST', '/database', { engine: 'sqlite' }],
    ['POST', '/environment', plainEnvironment],
    ['POST', '/app', app],
    ['DELETE', '/images/logo'],
  ] as const) {
    expect([path, (await call(method, path, body)).status]).toEqual([path, 404])
  }
})

test('shows what the environment decides, and does not change it', async () => {
  server = await restartableServer({
    env: { HOLDALL_NAME: 'Fixed', HOLDALL_PUBLIC_URL: 'https://fixed.example', HOLDALL_BROADCAST_URL: 'none' },
  })
  expect((await values()).locked).toEqual(
    expect.arrayContaining([
      { name: 'name', by: 'HOLDALL_NAME' },
      { name: 'public_url', by: 'HOLDALL_PUBLIC_URL' },
      { name: 'broadcast', by: 'HOLDALL_BROADCAST_URL' },
    ]),
  )
  expect((await post('/app', app)).status).toBe(204)
  expect((await post('/environment', plainEnvironment)).status).toBe(204)
  expect(await values()).toMatchObject({
    app: { ...app, name: 'Fixed' },
    public_url: 'https://fixed.example',
    broadcast: { driver: 'none' },
  })
  expect(config()).toEqual({})
  // Not for a later start without the variable either.
  const { db } = server.running.current.services
  const stored = await db
    .selectFrom('settings')
    .select('name')
    .where('name', 'in', ['app.name', 'app.accent'])
    .execute()
  expect(stored).toEqual([{ name: 'app.accent' }])
})

test('offers who may sign up, and says what decides it where the environment does', async () => {
  server = await restartableServer()
  const { settings } = server.running.current.services
  await settings.set('registration.allowed', false)
  expect((await values()).app.registration).toBe('closed')
  for (const registration of ['invitation', 'closed', 'open']) {
    expect((await post('/app', { ...app, registration })).status).toBe(204)
    expect((await values()).app.registration).toBe(registration)
    const { body } = await createClient(server.running.current.app).get('/api/config')
    expect(body.registration).toBe(registration)
  }
  expect((await post('/app', { ...app, registration: 'sometimes' })).status).toBe(422)
})

test.each([
  [{ HOLDALL_REGISTRATION: 'false' }, 'closed', 'HOLDALL_REGISTRATION'],
  [{ HOLDALL_REGISTRATION_MODE: 'open' }, 'open', 'HOLDALL_REGISTRATION_MODE'],
  [{ HOLDALL_REGISTRATION: 'true' }, 'invitation', null],
])('with %j sign-up is %s', async (env, registration, by) => {
  server = await restartableServer({ env })
  const locks = (await values()).locked.filter(({ name }: { name: string }) => name === 'registration')
  expect(locks).toEqual(by === null ? [] : [{ name: 'registration', by }])
  expect((await post('/app', { ...app, registration: 'invitation' })).status).toBe(204)
  expect((await values()).app.registration).toBe(registration)
})
