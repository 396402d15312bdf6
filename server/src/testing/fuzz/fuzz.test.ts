import { expectCountersToMatchRows } from '../file-requests.ts'
import { recordUser } from '../../infrastructure/db/recorded-changes.ts'
import type { TestApp } from '../test-app.ts'
import { listen, rawConnection } from '../raw-http.ts'
import { lists } from './corpus.ts'
import { fuzz } from './fuzz-run.ts'
import { fuzzApp, fuzzRoles } from './fuzz-world.ts'
import { malformedRequests } from './malformed.ts'

/** `npm run test:full` and `npm run fuzz` send more. */
const REQUESTS_PER_ROLE = Number(process.env['HOLDALL_FUZZ_REQUESTS'] ?? 500)
/** Other requests on each engine: what is refused before a query is the same. */
const SEED = globalThis.HOLDALL_TEST_ENGINE === 'sqlite' ? 20_261_121 : 20_261_122

test.each(fuzzRoles)(
  'no generated request by %s fails, hangs, does unbounded work or leaves anything behind',
  async (role) => {
    const holdall = await fuzzApp()
    const report = await fuzz(holdall, { role, count: REQUESTS_PER_ROLE, seed: SEED })
    expect(report.failures).toEqual([])
    expect(report.requests).toBe(REQUESTS_PER_ROLE)
    await expectCountersToMatchRows(holdall.services.db)
    await holdall.close()
  },
  // How many requests there are is set from outside.
  1_800_000,
)

const planted = {
  'too many rows': async ({ services: { db } }: Planted) => void (await db.selectFrom('entries').selectAll().execute()),
  'too many written': ({ services: { transact, clock } }: Planted) =>
    transact(async (trx) => {
      recordUser(trx, 'planted')
      for (let n = 0; n < 5; n++)
        await trx.updateTable('entries').set({ updated_at: clock.now() }).where('kind', '=', 'file').execute()
    }),
  'too many statements': async ({ services: { db } }: Planted) => {
    for (let n = 0; n < 120; n++) await db.selectFrom('entries').select('id').limit(1).execute()
  },
}
type Planted = Pick<TestApp, 'services'>

test.each(Object.entries(planted))('finds a planted fault: %s', async (what, fault) => {
  let app: TestApp | undefined
  const holdall = await fuzzApp({}, (routes) =>
    routes.map((route) => {
      if (route.endpoint.id !== 'files.browse') return route
      const run: typeof route.run = async (input, call) => {
        if (app) await fault(app)
        return route.run(input, call)
      }
      return { ...route, run }
    }),
  )
  app = holdall
  const { failures } = await fuzz(holdall, { role: 'user', count: lists.length, seed: SEED })
  expect(failures.map((failure) => failure.what)).toContain(what)
  await holdall.close()
})

test('finds a planted fault: an answer that is too long', async () => {
  const holdall = await fuzzApp({}, (routes) =>
    routes.map((route) => {
      if (route.endpoint.id !== 'files.browse') return route
      const run: typeof route.run = async (input, call) => {
        const answer = (await route.run(input, call)) as { readonly data: readonly object[] }
        return { ...answer, data: Array.from({ length: 50 }, () => answer.data).flat() }
      }
      return { ...route, run }
    }),
  )
  const { failures } = await fuzz(holdall, { role: 'user', count: lists.length, seed: SEED })
  expect(failures.map(({ what }) => what)).toContain('too many bytes')
  await holdall.close()
})

test('bytes that are not valid HTTP neither fail nor hang', async () => {
  const holdall = await fuzzApp({ headersMs: 300, fieldsMs: 200, uploadWindowMs: 300 })
  const port = await listen(holdall.app)
  for (const text of malformedRequests(300, SEED)) {
    const connection = rawConnection(port, text)
    connection.socket.end()
    await connection.closed
    const statuses = [...connection.received().matchAll(/^HTTP\/1\.1 (\d+)/gm)].map(([, status]) => Number(status))
    expect({ text: text.toString(), failed: statuses.filter((status) => status >= 500) }).toEqual({
      text: text.toString(),
      failed: [],
    })
  }
  expect(holdall.log.filter((line) => line.includes('unexpected error'))).toEqual([])
  await holdall.close()
})
