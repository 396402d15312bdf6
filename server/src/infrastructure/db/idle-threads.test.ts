import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { workOwner } from '../fair-queue.ts'
import { BulkConnection } from './sqlite-bulk.ts'

const { useFakeTimers, useRealTimers, advanceTimersByTime } = import.meta.jest

let folder: string
let connection: BulkConnection
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holdall-threads-'))
  const path = join(folder, 'a.sqlite')
  new Sqlite(path).exec('create table t (n integer)').close()
  useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] })
  connection = new BulkConnection({ path, synchronous: 'OFF', use: 'reads' })
})
afterEach(async () => {
  useRealTimers()
  await connection.close()
  await rm(folder, { recursive: true, force: true })
})

const run = (sql: string) => connection.run({ sql, parameters: [] })

/** Whether the same thread answers after this time. Its connection has a setting that new ones lack. */
async function isKeptFor(idleMs: number): Promise<boolean> {
  await run('pragma cache_size = 777')
  advanceTimersByTime(idleMs)
  const { rows } = await run('pragma cache_size')
  return JSON.stringify(rows) === '[{"cache_size":777}]'
}

test('the thread of a job ends after 5 seconds without a read', async () => {
  expect(await isKeptFor(4900)).toBe(true)
  expect(await isKeptFor(5100)).toBe(false)
})

test('the thread of a request is kept for 5 minutes, also after the read of a job', async () => {
  await workOwner.run('an-account', () => run('select * from t'))
  expect(await isKeptFor(6000)).toBe(true)
  expect(await isKeptFor(200_000)).toBe(true)
  expect(await isKeptFor(100_000)).toBe(false)
})
