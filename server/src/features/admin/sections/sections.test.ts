import { day } from '../../../infrastructure/clock.ts'
import { createFixture, type Fixture, platformSection } from '../../../testing/section-builds.ts'
import { type SignedIn, testApp, type TestApp } from '../../../testing/test-app.ts'
import { createUser } from '../../users/create-user.store.ts'
import { createSectionReports } from './section-reports.ts'

let fixture: Fixture
let holdall: TestApp
beforeEach(async () => {
  fixture = createFixture()
  holdall = await testApp({ builds: fixture.builds })
})
afterEach(async () => {
  await holdall.close()
  fixture.remove()
})

const failure = {
  id: 'platform',
  version: '0.1.0',
  reason: 'It did not answer.',
  address: '/ui/sections/platform/x.js?y',
}

test('nobody but an admin sees versions and failures', async () => {
  expect((await holdall.visitor().get('/api/admin/sections')).status).toBe(401)
  const user = await holdall.signUp()
  expect((await user.get('/api/admin/sections')).status).toBe(403)
})

test('an admin sees what runs, what is installed, and what browsers reported', async () => {
  const { store } = holdall.services.ui
  store.install(fixture.section({ id: 'platform', version: '0.2.0', requires: { shellApi: '^9.0.0', shared: {} } }))
  store.use('platform', '0.2.0')
  expect((await holdall.visitor().post('/api/sections/failures', failure)).status).toBe(204)
  expect((await holdall.visitor().post('/api/sections/failures', { ...failure, id: 'nobody' })).status).toBe(204)

  const admin = await holdall.signInAdmin()
  const { status, body } = await admin.get('/api/admin/sections')
  expect(status).toBe(200)
  expect(body).toMatchObject({
    shell: { version: '0.1.0', api: '1.2.0', server: '0.1.0', shared: { react: '19.3.1' } },
    sections: [
      {
        composed: { state: 'incompatible', id: 'platform', needs: 'shell API ^9.0.0', fallback: { version: '0.1.0' } },
        origin: 'installed',
        installed: [
          { version: '0.1.0', origin: 'built-in', in_use: false, problem: null },
          { version: '0.2.0', origin: 'installed', in_use: true, problem: null },
        ],
        failures: [{ version: '0.1.0', address: '/ui/sections/platform/x.js', count: 1, accounts: 0 }],
      },
      { composed: { state: 'ok', id: 'public' }, origin: 'built-in', failures: [] },
    ],
  })
})

const install = (version: string) => fixture.section({ ...platformSection, version })
const report = (version: string, reason = 'It did not answer.', problem = 'timeout') => ({
  id: 'platform',
  version,
  reason,
  problem,
  address: null,
})
const fallback = () => {
  const [platform] = holdall.services.ui.sections().sections
  return platform?.state === 'ok' ? platform.fallback?.version : undefined
}

test('the fallback is the newest version that no account has reported, else the one that the fewest reported', async () => {
  const { store } = holdall.services.ui
  for (const version of ['0.2.0', '0.10.0', '0.3.0', '0.11.0']) store.install(install(version))
  store.use('platform', '0.2.0')
  store.use('platform', '0.11.0')
  expect(fallback()).toBe('0.10.0')
  const admin = await holdall.signInAdmin()
  const { body } = await admin.get('/api/admin/sections')
  const [platform] = (body as { sections: { installed: { version: string }[] }[] }).sections
  expect(platform?.installed.map(({ version }) => version)).toEqual(['0.1.0', '0.2.0', '0.3.0', '0.10.0', '0.11.0'])

  const visitor = holdall.visitor()
  for (let count = 0; count < 3; count += 1)
    expect((await visitor.post('/api/sections/failures', report('0.10.0', `${count}`))).status).toBe(204)
  expect(fallback()).toBe('0.10.0')

  const [user, other] = [await holdall.signUp(), await holdall.signUp()]
  await user.post('/api/sections/failures', report('0.10.0'))
  expect(fallback()).toBe('0.3.0')
  for (const version of ['0.3.0', '0.2.0', '0.1.0']) await user.post('/api/sections/failures', report(version))
  expect(fallback()).toBe('0.10.0')
  await other.post('/api/sections/failures', report('0.10.0'))
  expect(fallback()).toBe('0.3.0')
  // Many reports by one account count once.
  for (let count = 0; count < 3; count += 1) await user.post('/api/sections/failures', report('0.3.0'))
  expect(fallback()).toBe('0.3.0')

  const restarted = createSectionReports(holdall.services)
  await restarted.refresh()
  expect(restarted.accounts()).toEqual(holdall.services.sectionReports.accounts())
})

test('reports are about available versions only, and reports of a version are stored for 100 accounts', async () => {
  const { db, ui, transact, sectionReports } = holdall.services
  const user = await holdall.signUp()
  await user.post('/api/sections/failures', report('9.9.9'))
  await user.post('/api/sections/failures', { ...report('0.1.0'), build: '0.1.0~former' })
  const rows = () => db.selectFrom('section_failures').selectAll().execute()
  expect(await rows()).toEqual([])

  const version = ui.store.snapshot().versions.find(({ id }) => id === 'platform')
  if (!version) throw new Error('There is no such version.')
  const failed = { cause: 'threw', reason: 'r', address: null } as const
  for (let count = 0; count < 101; count += 1) {
    const account = {
      name: 'U',
      email: `many${count}@example.com`,
      passwordHash: '',
      role: 'user',
      verified: true,
    } as const
    const id = await transact((trx) => createUser(holdall.services, trx, account))
    await sectionReports.add(version, failed, id)
  }
  expect(await rows()).toHaveLength(100)
  const admin = await holdall.signInAdmin()
  const { body } = await admin.get('/api/admin/sections')
  expect(body).toMatchObject({ sections: [{ failures: [{ count: 100, accounts: 100 }] }, {}] })

  holdall.clock.advance(31 * day)
  await sectionReports.sweep()
  expect(await rows()).toEqual([])
  expect(sectionReports.accounts().size).toBe(0)
})

test('administrators are notified once for each version and cause, and the log has neither reason nor query', async () => {
  const admin = await holdall.signInAdmin()
  const [user, other] = [await holdall.signUp(), await holdall.signUp()]
  const secret = 'https://phishing.example/token'
  await holdall.visitor().post('/api/sections/failures', report('0.1.0', secret))
  await user.post('/api/sections/failures', report('0.1.0', secret))
  await user.post('/api/sections/failures', report('0.1.0', 'again'))
  await other.post('/api/sections/failures', report('0.1.0'))
  await other.post('/api/sections/failures', report('0.1.0', 'x', 'integrity'))
  const notices = async (client: SignedIn) => {
    const { body } = await client.get('/api/notifications')
    const { data } = body as { data: { attributes: { category: string; description: string } }[] }
    return data.filter(({ attributes }) => attributes.category === 'section-failure')
  }
  const found = await notices(admin)
  expect(found.map(({ attributes }) => attributes.description).toSorted()).toEqual(
    [
      'platform 0.1.0 doesn’t work. Its files are damaged or missing. An earlier version is shown where one is installed.',
      'platform 0.1.0 doesn’t work. It couldn’t be loaded. An earlier version is shown where one is installed.',
    ].toSorted(),
  )
  expect(await notices(user)).toEqual([])
  const lines = holdall.log.filter((line) => line.includes('did not work in a browser'))
  expect(lines).toHaveLength(4)
  expect(lines.join('')).not.toContain('phishing')
})

test('a report that is too long, or of the wrong kind, is refused', async () => {
  const visitor = holdall.visitor()
  expect((await visitor.post('/api/sections/failures', { ...failure, reason: 'x'.repeat(501) })).status).toBe(422)
  expect((await visitor.post('/api/sections/failures', { id: 7 })).status).toBe(422)
})

test('the page tells whether its viewer is signed in, and sections.json comes from the table', async () => {
  const page = await holdall.app.inject({ url: '/sign-in', headers: { accept: 'text/html' } })
  expect(page.statusCode).toBe(200)
  expect(page.body).toContain('"isAuthenticated":false')
  expect(page.headers['content-security-policy']).toContain("script-src 'self';")
  const sections = await holdall.visitor().get('/ui/sections.json')
  expect(sections.body).toMatchObject({ shell: { version: '0.1.0' } })
  expect((await holdall.app.inject({ url: '/healthz' })).body).not.toContain('<html')
})

test('while nothing is built, pages and sections.json say so and the API still works', async () => {
  fixture.remove()
  const page = await holdall.app.inject({ url: '/sign-in', headers: { accept: 'text/html' } })
  expect(page.statusCode).toBe(503)
  expect(page.json()).toMatchObject({ code: 'busy', message: expect.stringContaining('npm run build') })
  expect((await holdall.visitor().get('/api/ping')).status).toBe(200)
})
