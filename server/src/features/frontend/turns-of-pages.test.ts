import { testApp, type TestApp } from '../../testing/test-app.ts'
import { until } from '../../testing/until.ts'

let holdall: TestApp
beforeAll(async () => void (holdall = await testApp()))
afterAll(() => holdall.close())

test('a page and the probe of readiness wait for no job, however many have a transaction open', async () => {
  const { transact } = holdall.services
  let resume = () => {}
  const resumed = new Promise<void>((resolve) => (resume = resolve))
  let open = 0
  const jobs = Array.from({ length: 8 }, () =>
    transact(async () => {
      open++
      await resumed
    }),
  )
  // SQLite has one transaction at a time.
  await until(() => open >= (globalThis.HOLDALL_TEST_ENGINE === 'postgres' ? 6 : 1))
  const visitor = holdall.visitor()
  expect((await visitor.get('/readyz')).status).toBe(200)
  const page = await visitor.get('/sign-in', { accept: 'text/html' })
  expect([page.status, page.raw.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  resume()
  await Promise.all(jobs)
})
