import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { Kysely, sql } from 'kysely'
import { readConfig } from '../config/config.ts'
import { createLog } from '../log.ts'
import { freshPlace, type Place } from '../../testing/engine.ts'
import { type Connected, connect } from './connect.ts'
import { isDbError } from './errors.ts'
import { migrate, migrations } from './migrate.ts'
import { openSqlite } from './sqlite.ts'
import { transactor } from './transact.ts'
import { openTransaction } from './transaction-context.ts'

const silent = createLog('silent')

/** A query as another process makes it. */
const beside = <T>(query: () => Promise<T>): Promise<T> => openTransaction.exit(query)

let place: Place
let connected: Connected
beforeEach(async () => {
  place = await freshPlace()
  const env = { HOLDALL_DATA_DIR: place.dataDir, ...(place.databaseUrl && { HOLDALL_DATABASE_URL: place.databaseUrl }) }
  connected = connect(readConfig(env), silent)
  await connected.migrate(0)
})
afterEach(async () => {
  await connected.db.destroy()
  await place.remove()
})

const setting = (name: string, value = '0') => ({ name, value, updated_at: 0 })
const codeOf = async (work: Promise<unknown>) => {
  try {
    await work
    return 'none'
  } catch (error) {
    return isDbError(error) ? error.code : `foreign: ${String(error)}`
  }
}

describe('errors of the driver', () => {
  test('have the same codes on both engines', async () => {
    const { db } = connected
    await db.insertInto('settings').values(setting('a')).execute()
    expect(await codeOf(db.insertInto('settings').values(setting('a')).execute())).toBe('unique')
    const grant = { id: 'g', share_id: 'nobody', grant_version: 1, created_at: 0, expires_at: 0 }
    expect(await codeOf(db.insertInto('share_grants').values(grant).execute())).toBe('foreign-key')
    const user = { id: 'u', email: 'e', name: 'n', password_hash: '', color: '', created_at: 0, updated_at: 0 }
    expect(
      await codeOf(
        db
          .insertInto('users')
          .values({ ...user, role: 'king' as 'user' })
          .execute(),
      ),
    ).toBe('check')
  })
})

test('PostgreSQL does not compile queries, which takes longer than a search', async () => {
  const { db, engine } = connected
  if (engine === 'sqlite') return
  const { rows } = await sql<{ jit: string }>`show jit`.execute(db)
  expect(rows).toEqual([{ jit: 'off' }])
})

describe('a transaction', () => {
  test('leaves nothing when it fails', async () => {
    const transact = transactor(connected.db)
    const failing = transact(async (trx) => {
      await trx.insertInto('settings').values(setting('half')).execute()
      throw new Error('stop')
    })
    await expect(failing).rejects.toThrow('stop')
    expect(await connected.db.selectFrom('settings').selectAll().execute()).toEqual([])
  })

  test('loses no update among many at once', async () => {
    const transact = transactor(connected.db)
    await connected.db.insertInto('settings').values(setting('count')).execute()
    await Promise.all(
      Array.from({ length: 30 }, () =>
        transact(async (trx) => {
          const row = await trx
            .selectFrom('settings')
            .select('value')
            .where('name', '=', 'count')
            .executeTakeFirstOrThrow()
          await new Promise((resolve) => setImmediate(resolve))
          await trx
            .updateTable('settings')
            .set({ value: String(Number(row.value) + 1) })
            .where('name', '=', 'count')
            .execute()
        }),
      ),
    )
    expect(await connected.db.selectFrom('settings').select('value').executeTakeFirst()).toEqual({ value: '30' })
  })

  test('reads beside an open one see what was there before it', async () => {
    const transact = transactor(connected.db)
    const seen = await transact(async (trx) => {
      await trx.insertInto('settings').values(setting('new')).execute()
      return beside(() => connected.db.selectFrom('settings').selectAll().execute())
    })
    expect(seen).toEqual([])
  })

  test('returns sizes and sums as numbers', async () => {
    await connected.db
      .insertInto('settings')
      .values({ ...setting('big'), updated_at: 2 ** 52 })
      .execute()
    const row = await connected.db
      .selectFrom('settings')
      .select((e) => ['updated_at', e.fn.sum<number>('updated_at').over().as('sum')])
      .executeTakeFirst()
    expect(row).toEqual({ updated_at: 2 ** 52, sum: 2 ** 52 })
  })
})

describe('migrations', () => {
  test('run once, however often and by however many they are started', async () => {
    await Promise.all([connected.migrate(0), connected.migrate(0), connected.migrate(0)])
    const rows = await connected.db
      .selectFrom('kysely_migration' as 'settings')
      .select('name')
      .execute()
    expect(rows).toEqual(Object.keys(migrations).map((name) => ({ name })))
  })

  test('refuse a database that a newer program wrote', async () => {
    await sql`insert into kysely_migration (name, timestamp) values ('9999-later', ${new Date(0).toISOString()})`.execute(
      connected.db,
    )
    await expect(connected.migrate(0)).rejects.toThrow('written by a newer Holdall (it knows 9999-later)')
  })

  test('leave the schema as it was when one fails', async () => {
    const known = {
      ...migrations,
      '0002-broken': {
        up: async (db: Connected['db']) => {
          await db.schema.createTable('half').addColumn('id', 'text').execute()
          throw new Error('broken')
        },
      },
    }
    await expect(migrate(connected.db, { dataDir: place.dataDir, now: 0, known })).rejects.toThrow('broken')
    const tables = await connected.db.introspection.getTables()
    expect(tables.map(({ name }) => name)).not.toContain('half')
  })
})

describe('SQLite', () => {
  let dataDir: string
  let sqlite: Connected
  const open = (busyTimeoutMs: number) => connect(readConfig({ HOLDALL_DATA_DIR: dataDir }), silent, { busyTimeoutMs })
  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'holdall-test-'))
    sqlite = open(60)
    await sqlite.migrate(0)
  })
  afterEach(async () => {
    await sqlite.db.destroy()
    rmSync(dataDir, { recursive: true })
  })

  const backups = () => readdirSync(join(dataDir, 'backups')).sort()
  /** With the backup of the engine itself, and one more migration than the program has. */
  async function upgrade(now: number, name: string, up: (db: Connected['db']) => Promise<void>): Promise<void> {
    const { dialect, backup } = openSqlite(join(dataDir, 'holdall.sqlite'), {
      busyTimeoutMs: 60,
      durable: true,
      readDeadlineMs: 20_000,
    })
    const db: Connected['db'] = new Kysely({ dialect })
    const done = await db
      .selectFrom('kysely_migration' as 'settings')
      .select('name')
      .execute()
    const known = Object.fromEntries(
      done.map((row) => [row.name, migrations[row.name] ?? { up: () => Promise.resolve() }]),
    )
    try {
      await migrate(db, { dataDir, now, known: { ...known, [name]: { up } }, backup })
    } finally {
      await db.destroy()
    }
  }

  test('is backed up before pending migrations, and the copy opens as it was', async () => {
    expect(existsSync(join(dataDir, 'backups'))).toBe(false)
    await sqlite.db.insertInto('settings').values(setting('kept')).execute()
    await upgrade(0, '9001-next', async (db) => void (await db.deleteFrom('settings').execute()))
    expect(backups()).toEqual(['1970-01-01T00-00-00.000Z-before-9001-next.sqlite'])
    expect(await sqlite.db.selectFrom('settings').select('name').execute()).toEqual([])
    const copy = new Sqlite(join(dataDir, 'backups', backups()[0]!), { readonly: true })
    expect(copy.pragma('integrity_check', { simple: true })).toBe('ok')
    expect(copy.prepare('select name from settings').pluck().all()).toEqual(['kept'])
    expect(copy.prepare('select name from kysely_migration').pluck().all()).toEqual(Object.keys(migrations))
    copy.close()
  })

  test('is backed up when a migration fails, too', async () => {
    await expect(upgrade(0, '9001-broken', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    expect(backups()).toHaveLength(1)
  })

  test('keeps the last five of these backups', async () => {
    for (let at = 1; at <= 6; at++) await upgrade(at, `900${at}-next`, () => Promise.resolve())
    expect(backups().map((name) => name.slice(20, 23))).toEqual(['002', '003', '004', '005', '006'])
  })

  test('answers busy when another process locks the file for long', async () => {
    const other = new Sqlite(join(dataDir, 'holdall.sqlite'))
    other.exec('begin immediate')
    const write = () => sqlite.db.insertInto('settings').values(setting('a')).execute()
    expect(await codeOf(write())).toBe('busy')
    expect(await sqlite.db.selectFrom('settings').selectAll().execute()).toEqual([])
    other.exec('rollback')
    other.close()
    expect(await codeOf(write())).toBe('none')
  })

  test('waits while another process locks it briefly', async () => {
    const patient = open(10_000)
    const other = new Sqlite(join(dataDir, 'holdall.sqlite'))
    other.exec('begin immediate')
    const writing = codeOf(transactor(patient.db)((trx) => trx.insertInto('settings').values(setting('a')).execute()))
    setTimeout(() => other.exec('commit'), 20)
    expect(await writing).toBe('none')
    other.close()
    await patient.db.destroy()
  })

  test('throws when a write would wait for the transaction that it is in', async () => {
    const inside = transactor(sqlite.db)(() => sqlite.db.deleteFrom('settings').execute())
    await expect(inside).rejects.toThrow('use the transaction')
  })
})

describe('a bulk transaction', () => {
  const bulk: ReturnType<typeof transactor> = (work) => transactor(connected.db, { isBulk: true })(work)
  const names = async (db: Pick<Connected['db'], 'selectFrom'>) =>
    (await db.selectFrom('settings').select('name').orderBy('name').execute()).map(({ name }) => name)

  test('commits as a whole, seen by nobody before', async () => {
    await bulk(async (trx) => {
      await trx.insertInto('settings').values(setting('a')).execute()
      const { numUpdatedRows } = await trx.updateTable('settings').set({ value: '1' }).executeTakeFirstOrThrow()
      expect([numUpdatedRows, await names(trx), await beside(() => names(connected.db))]).toEqual([1n, ['a'], []])
    })
    expect(await names(connected.db)).toEqual(['a'])
  })

  test('leaves nothing when it fails, and releases the lock for the next', async () => {
    const failing = bulk(async (trx) => {
      await trx.insertInto('settings').values(setting('half')).execute()
      throw new Error('stop')
    })
    await expect(failing).rejects.toThrow('stop')
    expect(
      await codeOf(
        bulk((trx) =>
          trx
            .insertInto('settings')
            .values([setting('b'), setting('b')])
            .execute(),
        ),
      ),
    ).toBe('unique')
    await transactor(connected.db)((trx) => trx.insertInto('settings').values(setting('c')).execute())
    await bulk((trx) => trx.insertInto('settings').values(setting('d')).execute())
    expect(await names(connected.db)).toEqual(['c', 'd'])
  })

  test('runs one after the other with other writers', async () => {
    const transact = transactor(connected.db)
    const insert = (name: string) => async (trx: Parameters<Parameters<typeof transact>[0]>[0]) => {
      await new Promise((resolve) => setTimeout(resolve, 5))
      await trx.insertInto('settings').values(setting(name)).execute()
    }
    await Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map((name, n) => (n % 2 ? bulk : transact)(insert(name))))
    expect(await names(connected.db)).toEqual(['a', 'b', 'c', 'd', 'e', 'f'])
  })
})
