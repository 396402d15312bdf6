import { endpoints } from '@holdall/api/table'
import { accepted, featureOf, type SmokeApp, smokeApp, smokeFeatures } from './smoke-app.ts'

let holdall: SmokeApp
beforeAll(async () => void (holdall = await smokeApp()))
afterAll(() => holdall.close())

test('what anyone may see is served', async () => {
  const visitor = holdall.visitor()
  for (const path of [
    '/api/config',
    '/api/openapi.json',
    '/api/ping',
    '/readyz',
    '/translations/en-US',
    '/ui/sections.json',
    '/api/page/privacy-policy',
  ]) {
    await accepted(visitor.get(path))
  }
  expect((await visitor.get('/sign-in')).status).toBe(200)
})

test('messages and failures of sections are received', async () => {
  await holdall.services.settings.set('app.contact_email', 'owner@example.com')
  await accepted(holdall.visitor().post('/api/contact', { email: 'sam@example.com', message: 'Hello' }))
  const failure = { id: 'platform', version: '0.1.0', reason: 'x', address: null }
  await accepted(holdall.visitor().post('/api/sections/failures', failure))
})

test('administrators see the dashboard and the sections', async () => {
  const admin = await holdall.signInAdmin()
  await holdall.signUp({ name: 'Newest' })
  await accepted(admin.get('/api/admin/dashboard'))
  expect(JSON.stringify(await accepted(admin.get('/api/admin/dashboard/newbies')))).toContain('Newest')
  await accepted(admin.get('/api/admin/sections'))
  await accepted(admin.post('/api/admin/test-websockets'))
})

test('every endpoint of these features has answered', () => {
  expect(holdall.unanswered(smokeFeatures.installation)).toEqual([])
})

test('every feature has a smoke test, or tests of its own', () => {
  const features = [...new Set(endpoints.map(({ id }) => featureOf(id)))]
  expect(features.sort()).toEqual(Object.values<readonly string[]>(smokeFeatures).flat().sort())
})
