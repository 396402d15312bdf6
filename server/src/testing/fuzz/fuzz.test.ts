import { expectCountersToMatchRows } from '../file-requests.ts'
import { listen, rawConnection } from '../raw-http.ts'
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
