import { parseOutgoingAllow } from '../../server/src/infrastructure/outgoing/outgoing-allow.ts'
import { makeTemplate, postgresUrlVariable } from '../../server/src/testing/engine.ts'
import { startPostgres } from '../../server/src/testing/postgres-server.ts'
import { updateStatistics } from '../../server/src/testing/seed-entries.ts'
import { type SignedIn, testApp, type TestApp } from '../../server/src/testing/test-app.ts'
import type { Client } from '../../server/src/testing/client.ts'
import { longestBlock } from './longest-block.ts'
import { ms, type Row } from './row.ts'
import { scenes } from './unblocked-scenes.ts'

const ENTRIES = Number(process.env['HOLDALL_BENCH_ENTRIES'] ?? 100_000)
const BUDGET_MS = 50
const allow = parseOutgoingAllow('127.0.0.0/8') ?? []

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** What scenes work with. */
export interface Bench {
  readonly holdall: TestApp
  readonly entries: number
  /** A new user. */
  readonly ann: SignedIn
  /** Measures a request. The answer is not parsed: that would be measured, too. */
  request(what: string, who: Client, method: Method, url: string, payload?: object): Promise<string>
  measure(what: string, work: () => Promise<unknown>): Promise<void>
}

/**
 * The longest time for which the thread of the server lets no other request through, during operations on 100,000 entries
 * and others that are as large as they may be, on both databases. HOLDALL_BENCH_ENTRIES sets another number.
 */
export async function benchUnblocked(): Promise<Row[]> {
  const onSqlite = await benchEngine('sqlite')
  const postgres = await startPostgres()
  try {
    process.env[postgresUrlVariable] = postgres.url
    await makeTemplate(postgres.url)
    const onPostgres = await benchEngine('postgres')
    return [...onSqlite].map(([what, longest]) => {
      const both = [longest, onPostgres.get(what) ?? Number.NaN]
      return {
        what: `${ENTRIES.toLocaleString('en')} entries, ${what}: SQLite / PostgreSQL`,
        measured: both.map((one) => (one === 0 ? '< 10 ms' : ms(one))).join(' / '),
        budget: `≤ ${ms(BUDGET_MS)}`,
        kept: both.every((one) => one <= BUDGET_MS),
      }
    })
  } finally {
    await postgres.stop()
  }
}

/** By operation, in milliseconds. */
async function benchEngine(engine: 'sqlite' | 'postgres'): Promise<ReadonlyMap<string, number>> {
  globalThis.HOLDALL_TEST_ENGINE = engine
  const longest = new Map<string, number>()
  for (const scene of scenes) {
    const holdall = await testApp({ validateResponses: false, remoteUploads: { allow } })
    async function measure(what: string, work: () => Promise<unknown>) {
      await updateStatistics(holdall)
      longest.set(what, Math.max(longest.get(what) ?? 0, await longestBlock(work)))
    }
    await scene({
      holdall,
      entries: ENTRIES,
      ann: await holdall.signUp(),
      measure,
      async request(what, who, method, url, payload) {
        let answer = { statusCode: 0, payload: '' }
        // One account would not change so many entries in so short a time.
        await holdall.services.db.deleteFrom('throttles').execute()
        await measure(what, async () => {
          const { cookies, address: remoteAddress } = who
          const options = { method, url, remoteAddress, cookies: Object.fromEntries(cookies) }
          answer = await holdall.app.inject({ ...options, ...(payload && { payload }) })
        })
        if (answer.statusCode >= 300)
          throw new Error(`${what} answered ${String(answer.statusCode)}: ${answer.payload}`)
        return answer.payload
      },
    })
    await holdall.close()
  }
  return longest
}
