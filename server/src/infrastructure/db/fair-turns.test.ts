import { sql } from 'kysely'
import { freshPlace, type Place } from '../../testing/engine.ts'
import { workOwner } from '../fair-queue.ts'
import { createLog } from '../log.ts'
import { type Connected, connect } from './connect.ts'
import { readInBackground, transactor } from './transact.ts'

let place: Place
let connected: Connected
beforeEach(async () => {
  place = await freshPlace()
  connected = connect({ dataDir: place.dataDir, databaseUrl: place.databaseUrl }, createLog('silent'))
})
afterEach(async () => {
  await connected.db.destroy()
  await place.remove()
})

/** The names of the calls, each made for the owner that its name begins with, in the order of their ends. */
async function ended(names: readonly string[], call: (name: string) => Promise<unknown>): Promise<readonly string[]> {
  const order: string[] = []
  await Promise.all(names.map((name) => workOwner.run(name.charAt(0), () => call(name).then(() => order.push(name)))))
  return order
}
const many = (n: number, owner: string) => Array.from({ length: n }, (_, index) => `${owner}${String(index)}`)

/** So that threads and connections are open. */
const warmUp = (read: () => Promise<unknown>) => ended(['a', 'b', ...many(8, 'c')], read)

test('a read of another account does not wait for the long ones of an account that makes very many', async () => {
  const rows = (n: number) =>
    connected.engine === 'postgres'
      ? sql`select count(*) from generate_series(1, ${sql.lit(n)})`
      : sql`with recursive rows (n) as (select 1 union all select n + 1 from rows where n < ${n}) select count(*) from rows`
  const read = (n: number) => readInBackground(() => rows(n).execute(connected.db))
  await warmUp(() => read(1))
  const order = await ended([...many(12, 'a'), 'b'], (name) => read(name === 'b' ? 1 : 1_000_000))
  expect(order).toHaveLength(13)
  expect(order[0]).toBe('b')
})

// PostgreSQL lets several write at the same time.
if (globalThis.HOLDALL_TEST_ENGINE === 'sqlite') {
  test('a change of another account waits for no more than two of an account that makes very many', async () => {
    const transact = transactor(connected.db)
    const change = (name: string) =>
      transact((trx) => trx.insertInto('settings').values({ name, value: '0', updated_at: 0 }).execute())
    const order = await ended([...many(40, 'a'), 'b'], change)
    expect(order.indexOf('b')).toBeLessThanOrEqual(2)
  })
}
