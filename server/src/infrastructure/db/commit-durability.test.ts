import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { sql } from 'kysely'
import { readConfig } from '../config/config.ts'
import { createLog } from '../log.ts'
import { freshPlace } from '../../testing/engine.ts'
import { until } from '../../testing/until.ts'
import { type Connected, connect, sqliteFile } from './connect.ts'
import { isDbError } from './errors.ts'
import { transactor, type Trx } from './transact.ts'

const silent = createLog('silent')
const setting = (name: string, value = '0') => ({ name, value, updated_at: 0 })

if (globalThis.HOLDALL_TEST_ENGINE === 'postgres') {
  test('a commit waits for the disk, unless it may be lost in a power cut', async () => {
    const place = await freshPlace()
    // The PostgreSQL server of the tests does not sync.
    const databaseUrl = `${place.databaseUrl}?options=-c%20synchronous_commit%3Don`
    const { db } = connect({ dataDir: place.dataDir, databaseUrl }, silent)
    const isSynced = async (trx: Trx) => {
      const { rows } = await sql<{ synchronous_commit: string }>`show synchronous_commit`.execute(trx)
      return rows[0]?.synchronous_commit === 'on'
    }
    const [synced, unsynced] = [transactor(db), transactor(db, { isSynced: false })]
    expect(await synced(isSynced)).toBe(true)
    expect(await unsynced(isSynced)).toBe(false)
    // Also on each connection of a pool that was used before.
    expect(await Promise.all(Array.from({ length: 12 }, () => synced(isSynced)))).toEqual(Array(12).fill(true))
    await expect(unsynced(() => Promise.reject(new Error('stop')))).rejects.toThrow('stop')
    expect(await synced(isSynced)).toBe(true)
    await db.destroy()
    await place.remove()
  })
} else {
  let dataDir: string
  let connected: Connected
  /** The syncs that the log waits for, until the test ends them. */
  let syncs: { succeed(): void; fail(): void }[]
  const connectTo = () =>
    connect(readConfig({ HOLDALL_DATA_DIR: dataDir }), silent, {
      datasync: () =>
        new Promise<void>((resolve, reject) => {
          syncs.push({
            succeed: resolve,
            fail: () => reject(Object.assign(new Error('EIO: i/o error'), { code: 'EIO' })),
          })
        }),
    })
  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'holdall-commits-'))
    syncs = []
    const { db, migrate } = connect(readConfig({ HOLDALL_DATA_DIR: dataDir }), silent)
    await migrate(0)
    await db.destroy()
    connected = connectTo()
  })
  afterEach(async () => {
    for (const { succeed } of syncs) succeed()
    await connected.db.destroy()
    rmSync(dataDir, { recursive: true })
  })

  /** Whether the work still waits for the disk, and how it ended. */
  function watch(work: Promise<unknown>) {
    const state: { is: 'waiting' | 'done' | 'failed'; error?: unknown } = { is: 'waiting' }
    work.then(
      () => (state.is = 'done'),
      (error: unknown) => Object.assign(state, { is: 'failed', error }),
    )
    return state
  }
  const insert = (name: string) => connected.db.insertInto('settings').values(setting(name)).execute()
  const insertIn = (name: string, options = {}) =>
    transactor(connected.db, options)((trx) => trx.insertInto('settings').values(setting(name)).execute())
  const names = async () =>
    (await connected.db.selectFrom('settings').select('name').orderBy('name').execute()).map(({ name }) => name)

  test.each([
    ['a transaction', () => insertIn('a')],
    ['a statement by itself', () => insert('a')],
  ])('%s is done once the disk has it, and blocks neither readers nor writers', async (_, write) => {
    const [first, second] = [watch(write()), watch(insert('b'))]
    await until(async () => (await names()).length === 2)
    expect([first.is, second.is, syncs.length]).toEqual(['waiting', 'waiting', 1])
    syncs[0]!.succeed()
    await until(() => first.is === 'done')
  })

  test('commits that are made while the disk is waited for share the next sync', async () => {
    const first = watch(insertIn('a'))
    await until(() => syncs.length === 1)
    const others = ['b', 'c', 'd', 'e'].map((name) => watch(insertIn(name)))
    await until(async () => (await names()).length === 5)
    syncs[0]!.succeed()
    await until(() => syncs.length === 2)
    // The sync that was under way when they were committed says nothing about them.
    expect([first.is, ...others.map(({ is }) => is)]).toEqual(['done', 'waiting', 'waiting', 'waiting', 'waiting'])
    syncs[1]!.succeed()
    await until(() => others.every(({ is }) => is === 'done'))
    expect(syncs).toHaveLength(2)
  })

  test('what may be lost in a power cut, what changed nothing and what was rolled back do not wait for the disk', async () => {
    await insertIn('a', { isSynced: false })
    await transactor(connected.db)((trx) => trx.selectFrom('settings').selectAll().execute())
    const failing = transactor(connected.db)(async (trx) => {
      await trx.insertInto('settings').values(setting('b')).execute()
      throw new Error('stop')
    })
    await expect(failing).rejects.toThrow('stop')
    expect(await names()).toEqual(['a'])
    expect(syncs).toEqual([])
  })

  test('after a sync that failed no change is acknowledged until the program is started again', async () => {
    const first = watch(insertIn('a'))
    await until(() => syncs.length === 1)
    // Open when the disk fails: it must not be rolled back with the one before.
    let goOn: (() => void) | undefined
    const second = watch(
      transactor(connected.db)(async (trx) => {
        await trx.insertInto('settings').values(setting('b')).execute()
        await new Promise<void>((resolve) => (goOn = resolve))
      }),
    )
    await until(() => goOn !== undefined)
    syncs[0]!.fail()
    await until(() => first.is === 'failed')
    goOn?.()
    await until(() => second.is === 'failed')
    for (const { error } of [first, second]) expect(isDbError(error, 'connection')).toBe(true)
    await expect(insert('c')).rejects.toThrow('EIO')
    expect(syncs).toHaveLength(1)
    // None of them was rolled back: they may be on the disk, as when a connection is cut before the answer.
    expect(await names()).toEqual(['a', 'b', 'c'])
  })

  test('closing waits for the sync that is under way', async () => {
    const write = watch(insertIn('a'))
    await until(() => syncs.length === 1)
    const closing = watch(connected.db.destroy())
    syncs[0]!.succeed()
    await until(() => write.is === 'done' && closing.is === 'done')
    connected = connectTo()
    expect(await names()).toEqual(['a'])
  })

  test('the log is moved into the database, and starts again with its header written', async () => {
    const log = `${sqliteFile(dataDir)}-wal`
    const size = () => statSync(log).size
    for (let n = 0; n < 40; n++) {
      await transactor(connected.db, { isSynced: false })((trx) =>
        trx
          .insertInto('settings')
          .values(setting(`large ${n}`, 'x'.repeat(200_000)))
          .execute(),
      )
    }
    expect(size()).toBeGreaterThan(4 * 1024 * 1024)
    // A header and one page.
    await until(() => size() === 32 + 24 + 4096)
    await insertIn('after', { isSynced: false })
    expect(await names()).toHaveLength(41)
    const other = new Sqlite(sqliteFile(dataDir), { readonly: true })
    expect(other.pragma('integrity_check', { simple: true })).toBe('ok')
    other.close()
  })
}
