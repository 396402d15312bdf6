import { testApp, type TestApp } from '../../../testing/test-app.ts'
import { createFixture, type Fixture } from '../../../testing/section-builds.ts'

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
        failures: [{ version: '0.1.0', address: '/ui/sections/platform/x.js', count: 1 }],
      },
      { composed: { state: 'ok', id: 'public' }, origin: 'built-in', failures: [] },
    ],
  })
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
