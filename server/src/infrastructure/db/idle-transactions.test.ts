import { sql } from 'kysely'
import { freshPlace, type Place } from '../../testing/engine.ts'
import { until } from '../../testing/until.ts'
import { createLog } from '../log.ts'
import { type Connected, connect } from './connect.ts'
import { isDbError, toDbError } from './errors.ts'
import { transactor } from './transact.ts'
import { openTransaction } from './transaction-context.ts'

let place: Place
let connected: Connected
beforeEach(async () => {
  place = await freshPlace()
})
afterEach(async () => {
  await connected.db.destroy()
  await place.remove()
})

const open = (idleTransactionMs?: number) => {
  const { dataDir, databaseUrl } = place
  connected = connect({ dataDir, databaseUrl }, createLog('silent'), { idleTransactionMs })
}

if (globalThis.HOLDALL_TEST_ENGINE === 'postgres') {
  const connectionCount = async (pid: number) =>
    (await sql`select pid from pg_stat_activity where pid = ${pid}`.execute(connected.db)).rows.length

  test('a transaction that is open and does nothing loses its connection, with its locks', async () => {
    open(1)
    const error = await transactor(connected.db)(async (trx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx)
      await openTransaction.exit(() => until(async () => (await connectionCount(rows[0]!.pid)) === 0))
      await sql`select 1`.execute(trx)
    }).catch((reason: unknown) => reason)
    expect(isDbError(error, 'connection')).toBe(true)
  })

  test('connections have limits for what is idle and for peers that are gone', async () => {
    open()
    const { rows } = await sql<{ name: string; setting: string }>`
      select name, setting from pg_settings
      where name in ('idle_in_transaction_session_timeout', 'jit', 'tcp_keepalives_idle', 'tcp_user_timeout')`.execute(
      connected.db,
    )
    expect(Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))).toEqual({
      idle_in_transaction_session_timeout: '60000',
      jit: 'off',
      tcp_keepalives_idle: '15',
      tcp_user_timeout: '30000',
    })
  })
}

test('a transaction is run again where the table of locks was full', async () => {
  open()
  let runs = 0
  const run = transactor(connected.db)(() => {
    runs++
    // As PostgreSQL reports it.
    if (runs === 1) throw toDbError(Object.assign(new Error('out of shared memory'), { code: '53200' }))
    return Promise.resolve('done')
  })
  await expect(run).resolves.toBe('done')
  expect(runs).toBe(2)
})
