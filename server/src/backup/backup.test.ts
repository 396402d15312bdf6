import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { createApp } from '../app.ts'
import { collectGarbage } from '../blobs/garbage.ts'
import { openBlobs } from '../blobs/open.ts'
import { day } from '../clock.ts'
import { readConfig } from '../config/config.ts'
import { openDataFolder } from '../data-folder.ts'
import { connect } from '../db/connect.ts'
import { defineJob, handleJob } from '../jobs/job-definition.ts'
import { createLog } from '../log.ts'
import { createClient } from '../testing/client.ts'
import { runCommand, variablesOf } from '../testing/command-line.ts'
import { freshPlace, type Place } from '../testing/engine.ts'
import { type SignedIn, testApp, type TestApp, testPassword } from '../testing/test-app.ts'
import { writeChecked } from './checked-file.ts'
import { createBackup } from './create-backup.ts'

type Engine = 'sqlite' | 'postgres'
const own = globalThis.HOLDALL_TEST_ENGINE
/** Every pair that this run's engine has a part in. */
const pairs: readonly (readonly [Engine, Engine])[] =
  own === 'sqlite'
    ? [['sqlite', 'sqlite']]
    : [
        ['postgres', 'postgres'],
        ['postgres', 'sqlite'],
        ['sqlite', 'postgres'],
      ]

const note = defineJob('note', z.object({ text: z.string() }))

type Where = Pick<Place, 'dataDir' | 'databaseUrl'>
const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

async function appOn(engine: Engine = own): Promise<TestApp> {
  const app = await testApp({
    jobs: [handleJob(note, async () => {})],
    ...(engine === 'sqlite' && { config: { databaseUrl: null } }),
  })
  ends.push(() => app.close())
  return app
}
async function emptyPlace(engine: Engine = own): Promise<Where> {
  const place = await freshPlace('empty')
  ends.push(() => place.remove())
  return { dataDir: place.dataDir, databaseUrl: engine === 'sqlite' ? null : place.databaseUrl }
}
function backupFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'holdall-backup-'))
  ends.push(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
const backup = (from: Where, folder: string) => runCommand(['backup', folder], { env: variablesOf(from) })
const restore = (to: Where, folder: string, ...more: string[]) =>
  runCommand(['restore', folder, ...more], { env: variablesOf(to) })

async function put(user: SignedIn, name: string, bytes: Buffer): Promise<string> {
  const { status, body } = await user.raw('/api/upload/chunks', { name, is_last_chunk: 1 }, bytes)
  expect(status).toBe(201)
  return body.data.id as string
}

const odd = ['plain.txt', 'quote " and \\ back.txt', 'emoji 🗂️ and tab.txt', 'größe.bin']

/** Files, folders, a link with a password, the trash, an upload under way and an operator's setting. */
async function filled(app: TestApp): Promise<SignedIn> {
  const user = await app.signUp({ name: 'Maya "M" Lindqvist', email: 'maya@example.com' })
  for (const [index, name] of odd.entries()) await put(user, name, Buffer.alloc(1000 + index, name))
  const { body: folder } = await user.post('/api/create-folder', { name: 'Folder', emoji: '🗂️' })
  await user.post('/api/create-folder', { name: 'Below', parent_id: folder.data.id })
  expect((await user.post('/api/share', { id: folder.data.id, isPassword: true, password: 'secret' })).status).toBe(201)
  const trashed = await put(user, 'trashed.txt', Buffer.from('trashed'))
  await user.post('/api/remove', { items: [{ id: trashed }] })
  const half = { name: 'half.bin', upload_id: 'halfhalf1', offset: 0, size: 400_000 }
  expect((await user.raw('/api/upload/chunks', half, Buffer.alloc(70_000))).status).toBe(200)
  await app.services.settings.set('upload.blocked_types', ['exe', 'a"b\\c'])
  await app.services.settings.set('translations', { de: { 'files.title': 'line\u2028end\nand\ttab \u0001' } })
  const section = join(app.services.config.dataDir, 'ui', 'sections', 'notes', '1.0.0')
  mkdirSync(section, { recursive: true })
  writeFileSync(join(section, 'page.js'), 'installed')
  await app.services.transact((trx) =>
    app.services.jobs.enqueue(trx, note, { text: 'a "note"\n' }, { key: 'once', delayMs: day }),
  )
  writeFileSync(join(app.services.config.dataDir, 'config.json'), '{"app.accent": "#2f6fed"}')
  return user
}

/** All rows of all tables, but for uploads under way, which a backup leaves out. */
async function dump(where: Where): Promise<Record<string, string[]>> {
  const { db } = connect(readConfig(variablesOf(where)), createLog('silent'))
  const tables: Record<string, string[]> = {}
  for (const { name, schema } of await db.introspection.getTables()) {
    // Each engine has jobs of its own; they are compared through the queue.
    if ((schema !== undefined && schema !== 'public') || name === 'jobs') continue
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(db)
    tables[name] = rows
      .filter(({ status }) => status !== 'receiving')
      .map((row) => (name === 'users' ? { ...row, reserved_bytes: 0 } : row))
      .map((row) => JSON.stringify(Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1))))
      .sort()
  }
  await db.destroy()
  return tables
}

test.each(pairs)('what was saved on %s is all there again on %s', async (from, to) => {
  const app = await appOn(from)
  await filled(app)
  const source = app.services.config
  const folder = backupFolder()
  const saved = await backup(source, folder)
  expect(saved).toMatchObject({ code: 0, err: '' })
  expect(saved.out).toContain('5 file contents (5 copied now)')

  const target = await emptyPlace(to)
  expect(await restore(target, folder)).toMatchObject({ code: 0, err: '' })
  const [before, after] = [await dump(source), await dump(target)]
  expect(after).toEqual(before)
  expect(Object.keys(after)).toContain('entries')
  for (const file of ['secret.key', 'config.json']) {
    expect(JSON.stringify(readFileSync(join(target.dataDir, file), 'utf8'))).toContain(
      file === 'config.json' ? '#2f6fed' : readFileSync(join(source.dataDir, file), 'utf8').trim(),
    )
  }
  expect(readFileSync(join(target.dataDir, 'ui', 'sections', 'notes', '1.0.0', 'page.js'), 'utf8')).toBe('installed')
  expect(readdirSync(target.dataDir).filter((name) => /^(restoring|replaced)/.test(name))).toEqual([])
  const jobs = await runCommand(['jobs', 'list'], { env: variablesOf(target) })
  expect(jobs.out).toMatch(/ note +waiting +0 runs +due /)

  const again = await createApp(readConfig(variablesOf(target)), { log: createLog('silent') })
  ends.push(() => again.close())
  const client = createClient(again.app)
  expect((await client.post('/login', { email: 'maya@example.com', password: testPassword })).status).toBe(200)
  const { body } = await client.get('/api/browse/folders/all')
  const files = body.data.filter(({ type }: { type: string }) => type === 'file')
  const names = files.map(({ attributes }: { attributes: { name: string } }) => attributes.name)
  expect(names.toSorted()).toEqual(odd.toSorted())
  for (const { attributes } of files) {
    const { raw } = await client.get(attributes.file_url)
    const index = odd.indexOf(attributes.name)
    expect(raw.rawPayload.equals(Buffer.alloc(1000 + index, attributes.name))).toBe(true)
  }
  expect((await client.get('/api/user')).body.data.attributes).toMatchObject({ name: 'Maya "M" Lindqvist' })
  const half = { name: 'half.bin', upload_id: 'halfhalf1', offset: 0, size: 70_000 }
  expect((await client.raw('/api/upload/chunks', half, Buffer.alloc(70_000, 1))).status).toBe(201)
})

test('a second backup into the same folder copies what is new, and removes what is gone', async () => {
  const app = await appOn()
  const user = await filled(app)
  const folder = backupFolder()
  await backup(app.services.config, folder)
  await put(user, 'new.txt', Buffer.from('new'))
  const { body } = await user.get('/api/browse/folders/all')
  const plain = body.data.find((item: { attributes: { name: string } }) => item.attributes.name === 'plain.txt')
  await user.post('/api/remove', { items: [{ id: plain.id, force_delete: true }] })
  const second = await backup(app.services.config, folder)
  expect(second.out).toContain('5 file contents (1 copied now)')
  const count = (path: string): number =>
    readdirSync(path, { withFileTypes: true }).reduce(
      (sum, entry) => sum + (entry.isDirectory() ? count(join(path, entry.name)) : 1),
      0,
    )
  expect(count(join(folder, 'blobs'))).toBe(5)
  expect(readdirSync(folder).filter((name) => name.startsWith('snapshot-'))).toHaveLength(1)
  const target = await emptyPlace()
  expect((await restore(target, folder)).code).toBe(0)
  expect(await dump(target)).toEqual(await dump(app.services.config))
})

test('a backup that is made while files come and go is consistent', async () => {
  const app = await appOn()
  const user = await filled(app)
  const folder = backupFolder()
  let isDone = false
  let made = 0
  const traffic = (async () => {
    const kept: string[] = []
    while (!isDone) {
      made += 1
      kept.push(await put(user, `moving ${made}.bin`, Buffer.alloc(5000, made)))
      await collectGarbage(app.services, openBlobs(app.services.config))
      if (kept.length > 3) await user.post('/api/remove', { items: [{ id: kept.shift(), force_delete: true }] })
    }
  })()
  try {
    for (let round = 0; round < 4; round++) expect((await backup(app.services.config, folder)).code).toBe(0)
  } finally {
    isDone = true
    await traffic
  }
  expect(made).toBeGreaterThan(3)
  const target = await emptyPlace()
  expect(await restore(target, folder)).toMatchObject({ code: 0, err: '' })
  const rows = await dump(target)
  const { db } = connect(readConfig(variablesOf(target)), createLog('silent'))
  ends.push(() => db.destroy())
  const files = await db
    .selectFrom('entries')
    .select(['blob_id', 'size', 'owner_id'])
    .where('kind', '=', 'file')
    .execute()
  const { used_bytes: used } = await db
    .selectFrom('users')
    .select('used_bytes')
    .where('id', '=', user.userId)
    .executeTakeFirstOrThrow()
  expect(files.reduce((sum, file) => sum + file.size, 0)).toBe(used)
  for (const { blob_id: id } of files) {
    expect(existsSync(join(target.dataDir, 'blobs', id!.slice(-2), id!.slice(-4, -2), id!))).toBe(true)
  }
  expect(rows['entries']!.length).toBeGreaterThan(files.length)
})

test('content that is deleted between its row and its copy makes the backup read the tables again', async () => {
  const app = await appOn()
  const user = await filled(app)
  const { db, transact, config, clock } = app.services
  const gone = await put(user, 'gone.txt', Buffer.from('gone'))
  const folder = backupFolder()
  let rounds = 0
  const { manifest } = await createBackup(config, folder, clock, async () => {
    rounds += 1
    if (rounds > 1) return
    await user.post('/api/remove', { items: [{ id: gone, force_delete: true }] })
    await transact((trx) => trx.updateTable('garbage').set({ collect_at: 0 }).execute())
    await collectGarbage({ db, transact, clock }, openBlobs(config))
  })
  expect([rounds, manifest.missing, manifest.blobs.rows]).toEqual([2, [], 5])
  const target = await emptyPlace()
  expect((await restore(target, folder)).code).toBe(0)
  expect(await dump(target)).toEqual(await dump(config))
})

test('a second backup into the same folder is refused while the first is made', async () => {
  const app = await appOn()
  await filled(app)
  const { config, clock } = app.services
  const folder = backupFolder()
  let second: { code: number; err: string } | undefined
  await createBackup(config, folder, clock, async () => {
    second = await backup(config, folder)
  })
  expect(second?.code).toBe(1)
  expect(second?.err).toContain(`Another backup into ${folder} is running.`)
  expect((await backup(config, folder)).code).toBe(0)
  const target = await emptyPlace()
  expect((await restore(target, folder)).code).toBe(0)
  expect(await dump(target)).toEqual(await dump(config))
})

describe('a restore', () => {
  let folder: string
  let app: TestApp
  beforeEach(async () => {
    app = await appOn()
    await filled(app)
    folder = backupFolder()
    expect((await backup(app.services.config, folder)).code).toBe(0)
  })
  const manifest = () => JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'))
  const blobFile = () => {
    const [line] = readFileSync(join(folder, manifest().snapshot, 'blobs.jsonl'), 'utf8').split('\n')
    const { id } = JSON.parse(line!) as { id: string }
    return join(folder, 'blobs', id.slice(-2), id.slice(-4, -2), id)
  }

  test.each([
    [
      'a cut-off table',
      () => truncateSync(join(folder, manifest().snapshot, 'tables', 'entries.jsonl'), 100),
      'tables/entries.jsonl has 100 bytes instead of',
    ],
    [
      'a table that is missing',
      () => rmSync(join(folder, manifest().snapshot, 'tables', 'users.jsonl')),
      'tables/users.jsonl is missing',
    ],
    ['cut-off content', () => truncateSync(blobFile(), 10), 'has 10 bytes instead of'],
    ['content that is missing', () => rmSync(blobFile()), 'is missing'],
    ['changed content', () => writeFileSync(blobFile(), readFileSync(blobFile()).fill(1)), 'was changed'],
    ['a cut-off manifest', () => truncateSync(join(folder, 'manifest.json'), 50), 'is not valid JSON'],
    ['no manifest', () => rmSync(join(folder, 'manifest.json')), 'There is no backup in'],
    [
      'a path that leads out of the folder',
      () => {
        const changed = manifest()
        changed.files[0].path = '../../secret.key'
        writeFileSync(join(folder, 'manifest.json'), JSON.stringify(changed))
      },
      'is damaged, or of a newer Holdall (files.0.path)',
    ],
    [
      'a backup of a newer version',
      () => {
        const changed = manifest()
        changed.migrations.push('9999-later')
        writeFileSync(join(folder, 'manifest.json'), JSON.stringify(changed))
      },
      'it knows 9999-later',
    ],
  ])('refuses %s and changes nothing', async (_what, damage, message) => {
    damage()
    const target = await emptyPlace()
    const result = await restore(target, folder)
    expect(result).toMatchObject({ code: 1, out: '' })
    expect(result.err).toContain(message)
    expect(readdirSync(target.dataDir).filter((name) => name !== 'lock')).toEqual([])
    expect(await dump(target)).toEqual({})
  })

  test('refuses a target that is not empty, and replaces it with --force', async () => {
    const other = await appOn()
    await other.signUp({ email: 'other@example.com' })
    const target = other.services.config
    await other.app.close()
    const before = await dump(target)
    const refused = await restore(target, folder)
    expect(refused).toMatchObject({ code: 1, out: '' })
    expect(refused.err).toContain('Say --force to replace all of it. Nothing was changed.')
    expect(await dump(target)).toEqual(before)
    expect(await restore(target, folder, '--force')).toMatchObject({ code: 0, err: '' })
    expect(await dump(target)).toEqual(await dump(app.services.config))
    expect(readdirSync(target.dataDir).filter((name) => name.startsWith('replaced-'))).toHaveLength(1)
  })

  test('leaves the target as it was when rows do not fit', async () => {
    const table = join(folder, manifest().snapshot, 'tables', 'spaces.jsonl')
    const changedRows = Buffer.from(readFileSync(table, 'utf8').replaceAll('"home"', '"boat"'))
    const sum = await writeChecked(table, Readable.from([changedRows]))
    const changed = manifest()
    Object.assign(
      changed.tables.find(({ name }: { name: string }) => name === 'spaces'),
      sum,
    )
    writeFileSync(join(folder, 'manifest.json'), JSON.stringify(changed))
    const other = await appOn()
    const target = other.services.config
    await other.app.close()
    const before = await dump(target)
    const result = await restore(target, folder, '--force')
    expect(result.code).toBe(1)
    expect(result.err).toContain('Nothing was changed.')
    expect(await dump(target)).toEqual(before)
    expect(readdirSync(target.dataDir).some((name) => name.startsWith('restoring-'))).toBe(false)
  })
})

test('a restore is refused while a server runs on the data folder', async () => {
  const app = await appOn()
  const folder = backupFolder()
  await backup(app.services.config, folder)
  const target = await emptyPlace()
  const release = openDataFolder(target.dataDir)
  try {
    const result = await restore(target, folder, '--force')
    expect(result).toMatchObject({ code: 1, out: '' })
    expect(result.err).toContain('Another Holdall is running on the data folder')
  } finally {
    release()
  }
})

test('a backup names what had been lost before, and the rest can be restored', async () => {
  const app = await appOn()
  const user = await filled(app)
  const { blob_id: id } = await app.services.db
    .selectFrom('entries')
    .select('blob_id')
    .where('name', '=', 'plain.txt')
    .executeTakeFirstOrThrow()
  rmSync(join(app.services.config.dataDir, 'blobs', id!.slice(-2), id!.slice(-4, -2), id!))
  const folder = backupFolder()
  const result = await backup(app.services.config, folder)
  expect(result.code).toBe(0)
  expect(result.err).toContain(`Lost before this backup: 1 file content (${id})`)
  const target = await emptyPlace()
  expect((await restore(target, folder)).code).toBe(0)
  expect(await dump(target)).toEqual(await dump(app.services.config))
  expect(user.userId).not.toBe('')
})

test('a backup goes neither into the data folder nor beside files of others', async () => {
  const app = await appOn()
  const { dataDir } = app.services.config
  expect((await backup(app.services.config, join(dataDir, 'backups', 'mine'))).err).toContain('lies in the data folder')
  const folder = backupFolder()
  writeFileSync(join(folder, 'letter.txt'), 'mine')
  expect((await backup(app.services.config, folder)).err).toContain('holds other files (letter.txt)')
})
