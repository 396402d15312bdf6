import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { createApp } from '../app.ts'
import { readConfig } from '../infrastructure/config/config.ts'
import { openDataFolder } from '../infrastructure/data-folder.ts'
import { sqliteFile } from '../infrastructure/db/connect.ts'
import { createLog } from '../infrastructure/log.ts'
import { appOn, dump, emptyPlace, ends, filled, runEnds } from '../testing/backup-scene.ts'
import { createClient } from '../testing/client.ts'
import { runCommand, variablesOf } from '../testing/command-line.ts'
import { testPassword } from '../testing/test-app.ts'

afterEach(runEnds)

type Place = Parameters<typeof variablesOf>[0]
const migrate = (from: Place, ...args: string[]) =>
  runCommand(['database', 'migrate', ...args], { env: variablesOf(from) })
const leftIn = ({ dataDir }: Place) => readdirSync(dataDir).filter((name) => name.startsWith('migrating-'))

test.each([
  [[]],
  [['--to', 'sqlite']],
  [['--to', 'mysql://holdall:hush@127.0.0.1/holdall']],
  [['more', '--to', 'postgres://holdall:hush@127.0.0.1/holdall']],
])('refuses %j and shows the help', async (args) => {
  const { code, out, err } = await migrate(await emptyPlace(), ...args)
  expect([code, out]).toEqual([2, ''])
  expect(err).toContain('Usage: holdall database migrate --to postgres://')
  expect(err).not.toContain('hush')
})

test('refuses a data folder without a database', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'holdall-empty-'))
  ends.push(() => rmSync(dataDir, { recursive: true, force: true }))
  const { code, err } = await migrate({ dataDir, databaseUrl: null }, '--to', 'postgres://127.0.0.1:1/holdall')
  expect([code, err]).toEqual([1, expect.stringContaining('There is no database in')])
})

test('refuses a database that cannot be reached, and changes nothing', async () => {
  const { app, services } = await appOn()
  await app.close()
  const before = await dump(services.config)
  const { code, out, err } = await migrate(services.config, '--to', 'postgres://holdall:hush@127.0.0.1:1/holdall')
  expect([code, out]).toEqual([1, ''])
  expect(err).toContain('The database can’t be reached')
  expect(err).not.toContain('hush')
  expect(await dump(services.config)).toEqual(before)
})

if (globalThis.HOLDALL_TEST_ENGINE === 'postgres') {
  test.each(['sqlite', 'postgres'] as const)('moves a whole installation from %s', async (engine) => {
    const app = await appOn(engine)
    await filled(app)
    const source = app.services.config
    await app.app.close()
    const before = await dump(source)
    const database = engine === 'sqlite' ? readFileSync(sqliteFile(source.dataDir)) : undefined
    const target = { ...source, databaseUrl: (await emptyPlace()).databaseUrl! }
    const moved = await migrate(source, '--to', target.databaseUrl)
    expect(moved).toMatchObject({ code: 0, err: '' })
    expect(moved.out).toMatch(/^Copied \d+ rows of \d+ tables to PostgreSQL\. Nothing was deleted\.\n/)
    expect(await dump(target)).toEqual(before)
    expect(await dump(source)).toEqual(before)
    if (database) expect(readFileSync(sqliteFile(source.dataDir)).equals(database)).toBe(true)
    expect(leftIn(source)).toEqual([])
    const jobs = await runCommand(['jobs', 'list'], { env: variablesOf(target) })
    expect(jobs.out).toMatch(/ note +waiting +0 runs +due /)

    const again = await createApp(readConfig(variablesOf(target)), { log: createLog('silent') })
    ends.push(() => again.close())
    const client = createClient(again.app)
    expect((await client.post('/login', { email: 'maya@example.com', password: testPassword })).status).toBe(200)
    // An unfinished upload continues behind its last byte.
    const rest = { name: 'half.bin', upload_id: 'halfhalf1', offset: 70_000, size: 400_000 }
    expect((await client.raw('/api/upload/chunks', rest, Buffer.alloc(330_000))).status).toBe(201)
  })

  test('refuses a database that has tables, the one in use included', async () => {
    const { app, services } = await appOn()
    await app.close()
    const before = await dump(services.config)
    const refused = await migrate(services.config, '--to', services.config.databaseUrl!)
    expect(refused).toMatchObject({ code: 1, out: '' })
    expect(refused.err).toMatch(/The database of --to has \d+ tables\. .* Nothing was changed\.$/)
    expect(await dump(services.config)).toEqual(before)
  })

  test('refuses a database in which another program has its jobs', async () => {
    const { services } = await appOn('sqlite')
    const { databaseUrl } = await emptyPlace()
    const client = new pg.Client({ connectionString: databaseUrl! })
    await client.connect()
    await client.query('create schema pgboss')
    await client.query('create table pgboss.job (id integer)')
    await client.end()
    const refused = await migrate(services.config, '--to', databaseUrl!)
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('The database of --to has 1 tables.')])
  })

  test.each(['source', 'target'] as const)('is refused while another program uses the %s', async (which) => {
    const { app, services } = await appOn()
    await app.close()
    const target = await emptyPlace()
    const used = which === 'source' ? services.config : target
    const client = new pg.Client({ connectionString: used.databaseUrl! })
    await client.connect()
    const refused = await migrate(services.config, '--to', target.databaseUrl!)
    await client.end()
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('1 other connections use the databases.')])
    expect(await dump(target)).toEqual({})
  })

  test('is refused while a server runs on the data folder', async () => {
    const { services } = await appOn('sqlite')
    const target = await emptyPlace()
    const release = openDataFolder(services.config.dataDir)
    const refused = await migrate(services.config, '--to', target.databaseUrl!)
    release()
    expect([refused.code, refused.err]).toEqual([
      1,
      expect.stringContaining('Another Holdall is running on the data folder'),
    ])
    expect(existsSync(join(services.config.dataDir, 'holdall.sqlite'))).toBe(true)
    expect(await dump(target)).toEqual({})
  })

  test('leaves the target empty when a row cannot be copied', async () => {
    const { app, services, signUp } = await appOn('sqlite')
    await signUp()
    // PostgreSQL stores no NUL.
    await services.db.updateTable('users').set({ name: 'A\u0000B' }).execute()
    await app.close()
    const target = await emptyPlace()
    const refused = await migrate(services.config, '--to', target.databaseUrl!)
    expect(refused).toMatchObject({ code: 1, out: '' })
    expect(refused.err).toContain('Nothing was changed.')
    expect(await dump(target)).toEqual({})
    expect(leftIn(services.config)).toEqual([])
  })
}
