import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
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

test('a process that closes the connection during a statement does not end before the thread has', () => {
  const code = `
    import { BulkConnection } from ${JSON.stringify(new URL('sqlite-bulk.ts', import.meta.url).href)}
    const bulk = new BulkConnection({ path: ${JSON.stringify(path)}, synchronous: 'OFF', use: 'reads' })
    await bulk.run({ sql: 'select 1', parameters: [] })
    const running = bulk.run({ sql: 'with recursive n(i) as (select 1 union all select i + 1 from n where i < 100000) select count(*) from n', parameters: [] })
    void running.catch(() => undefined)
    await bulk.close()
    console.log('closed')`
  const file = join(folder, 'close.mjs')
  writeFileSync(file, code)
  expect(execFileSync(process.execPath, [file], { encoding: 'utf8' })).toBe('closed\n')
})
