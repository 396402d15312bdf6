import { sql } from 'kysely'
import { freshPlace, type Place } from '../../testing/engine.ts'
import { workOwner } from '../fair-queue.ts'
import { createLog } from '../log.ts'
import { type Connected, connect } from './connect.ts'
import { isDbError } from './errors.ts'
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

const rowsOf = (n: number) =>
  connected.engine === 'postgres'
    ? sql`select count(*) from generate_series(1, ${sql.lit(n)})`
    : sql`with recursive rows (n) as (select 1 union all select n + 1 from rows where n < ${n}) select count(*) from rows`
const readRows = (n: number) => readInBackground(() => rowsOf(n).execute(connected.db))

test('a read of another account does not wait for the long ones of an account that makes very many', async () => {
  await warmUp(() => readRows(1))
  const order = await ended([...many(12, 'a'), 'b'], (name) => readRows(name === 'b' ? 1 : 1_000_000))
  expect(order).toHaveLength(13)
  expect(order[0]).toBe('b')
})

describe('a query that passes its deadline', () => {
  beforeEach(async () => {
    await connected.db.destroy()
    const { dataDir, databaseUrl } = place
    connected = connect({ dataDir, databaseUrl }, createLog('silent'), { readDeadlineMs: 1 })
  })
  const outcome = (owner: string, n: number) =>
    workOwner.run(owner, () =>
      readRows(n).then(
        () => 'read',
        (error: unknown) => (isDbError(error) ? error.code : String(error)),
      ),
    )

  test('fails, for as many owners as there are, and leaves threads and connections to others', async () => {
    const owners = many(3, 'a')
    expect(await Promise.all(owners.map((owner) => outcome(owner, 1_000_000)))).toEqual(owners.map(() => 'timeout'))
    expect(await readRows(1)).toMatchObject({ rows: [expect.anything()] })
  })

  test('is one of a request: a job reads for as long as it takes', async () => {
    expect(await outcome('a', 1_000_000)).toBe('timeout')
    expect(await readRows(1_000_000)).toMatchObject({ rows: [expect.anything()] })
  })

  test('is no statement that changes something, and none of the next user of a connection', async () => {
    expect(await outcome('a', 1_000_000)).toBe('timeout')
    await Promise.all(Array.from({ length: 10 }, () => workOwner.run('a', () => rowsOf(100_000).execute(connected.db))))
  })
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
