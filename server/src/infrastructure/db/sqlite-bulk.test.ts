import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { BulkConnection } from './sqlite-bulk.ts'

let folder: string
let path: string
let bulk: BulkConnection
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'holdall-bulk-'))
  path = join(folder, 'file.sqlite')
  const file = new Sqlite(path)
  file.pragma('journal_mode = WAL')
  file.exec('create table numbers (n integer)')
  file.close()
  bulk = new BulkConnection({ path, synchronous: 'OFF', use: 'transactions' })
})
afterEach(async () => {
  await bulk.close()
  rmSync(folder, { recursive: true, force: true })
})

const run = (sql: string) => bulk.run({ sql, parameters: [] })

test('a transaction that begins while the idle thread ends keeps its answers and its lock', async () => {
  await run('begin immediate')
  await run('commit')
  // As the idle time does: the thread ends later than this call.
  void bulk.close()
  await run('begin immediate')
  expect(bulk.inTransaction).toBe(true)
  await run('insert into numbers values (1)')
  await run('commit')
  const { rows } = await run('select n from numbers')
  expect(rows).toEqual([{ n: 1 }])
})

test('a statement without a begin is not executed on a new thread, where it would commit at once', async () => {
  await expect(run('insert into numbers values (1)')).rejects.toThrow('The thread for bulk work ended.')
  await run('begin immediate')
  const { rows } = await run('select n from numbers')
  await run('rollback')
  expect(rows).toEqual([])
})
