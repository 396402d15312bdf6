import { sql } from 'kysely'
import pg from 'pg'
import { freshPlace, type Place } from '../../testing/engine.ts'
import { until } from '../../testing/until.ts'
import { createLog } from '../log.ts'
import { type Connected, connect } from './connect.ts'
import { isDbError } from './errors.ts'
import { transactor, type Transact, type Trx } from './transact.ts'
import { openTransaction } from './transaction-context.ts'

let place: Place
let connected: Connected
let transact: Transact
beforeEach(async () => {
  place = await freshPlace()
})
afterEach(async () => {
  await connected.db.destroy()
  await place.remove()
})

function open(busyTimeoutMs?: number) {
  const { dataDir, databaseUrl } = place
  connected = connect(
    { dataDir, databaseUrl },
    createLog('silent'),
    busyTimeoutMs === undefined ? {} : { busyTimeoutMs },
  )
  transact = transactor(connected.db)
}

const countOf = async (trx: Trx, name: string) =>
  (await trx.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirstOrThrow()).value
const write = (trx: Trx, name: string) =>
  trx
    .updateTable('settings')
    .set({ value: sql`cast(cast(value as integer) + 1 as text)` })
    .where('name', '=', name)
    .execute()
const createCounters = () =>
  connected.db
    .insertInto('settings')
    .values(['a', 'b'].map((name) => ({ name, value: '0', updated_at: 0 })))
    .execute()

test('a transaction succeeds though another one has written what it reads each time that it runs', async () => {
  open()
  await createCounters()
  let runs = 0
  const others: Promise<void>[] = []
  /** Writes what is read below, and reads what is written there. */
  const writeBeside = () =>
    transact(async (trx) => {
      await countOf(trx, 'b')
      await write(trx, 'a')
    })
  const waits = async () =>
    globalThis.HOLDALL_TEST_ENGINE === 'sqlite' ||
    (await sql`select 1 from pg_locks where not granted`.execute(connected.db)).rows.length > 0
  await transact(async (trx) => {
    runs++
    await countOf(trx, 'a')
    let isCommitted = false
    await openTransaction.exit(async () => {
      others.push(writeBeside().then(() => void (isCommitted = true)))
      // On SQLite it waits for the end of this one.
      await until(async () => isCommitted || (await waits()))
    })
    await write(trx, 'b')
  })
  await Promise.all(others)
  expect(runs).toBe(globalThis.HOLDALL_TEST_ENGINE === 'sqlite' ? 1 : 4)
  expect(await transact(async (trx) => [await countOf(trx, 'a'), await countOf(trx, 'b')])).toEqual([String(runs), '1'])
})

if (globalThis.HOLDALL_TEST_ENGINE === 'postgres') {
  test('a transaction that waits too long for its turn is refused, and its connection is used again', async () => {
    open(100)
    const client = new pg.Client({ connectionString: place.databaseUrl! })
    await client.connect()
    await client.query('begin; lock table settings in exclusive mode')
    const refused = await transact(() => Promise.resolve()).catch((error: unknown) => error)
    expect(isDbError(refused, 'busy')).toBe(true)
    await client.end()
    await createCounters()
    // All connections of the pool.
    await Promise.all(Array.from({ length: 20 }, () => transact((trx) => countOf(trx, 'a'))))
  })
}
