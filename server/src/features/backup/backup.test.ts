import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { createApp } from '../../app.ts'
import { collectGarbage } from '../storage/garbage.ts'
import { openBlobs } from '../../infrastructure/blobs/open-blob-store.ts'
import { readConfig } from '../../infrastructure/config/config.ts'
import { connect } from '../../infrastructure/db/connect.ts'
import { recordEnvironment } from '../../infrastructure/config/recorded-environment.ts'
import { createLog } from '../../infrastructure/log.ts'
import {
  appOn,
  backup,
  backupFolder,
  dump,
  emptyPlace,
  ends,
  filled,
  odd,
  pairs,
  put,
  restore,
  runEnds,
} from '../../testing/backup-scene.ts'
import { createClient } from '../../testing/client.ts'
import { runCommand, variablesOf } from '../../testing/command-line.ts'
import { testPassword } from '../../testing/test-app.ts'
import { createBackup } from './create-backup.ts'

afterEach(runEnds)

test.each(pairs())('everything that was saved on %s is restored on %s', async (from, to) => {
  const app = await appOn(from)
  await filled(app)
  const source = app.services.config
  const folder = backupFolder()
  mkdirSync(join(source.dataDir, 'mails'))
  writeFileSync(join(source.dataDir, 'mails', 'one.eml'), 'Subject: Hello')
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
  expect(readdirSync(target.dataDir).filter((name) => /^(restoring|replaced|mails)/.test(name))).toEqual([])
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

test('the environment of the server is not saved, and that of the target is kept', async () => {
  const app = await appOn()
  recordEnvironment(app.services.config.dataDir, { HOLDALL_NAME: 'Orchestra' })
  const folder = backupFolder()
  expect((await backup(app.services.config, folder)).code).toBe(0)
  const saved = readdirSync(folder, { recursive: true }).map(String)
  expect(saved.filter((name) => name.endsWith('environment.json'))).toEqual([])
  const target = await emptyPlace()
  recordEnvironment(target.dataDir, { ...variablesOf(target), HOLDALL_NAME: 'Choir' })
  expect(await restore(target, folder)).toMatchObject({ code: 0, err: '' })
  expect(readFileSync(join(target.dataDir, 'environment.json'), 'utf8')).toContain('Choir')
})

test.each(pairs())('thumbnails that were saved on %s are restored on %s', async (from, to) => {
  const app = await appOn(from)
  const user = await filled(app)
  const picture = sharp({ create: { width: 300, height: 200, channels: 3, background: '#c02020' } })
  await put(user, 'a.png', await picture.png().toBuffer())
  await app.services.jobs.runDue()
  const folder = backupFolder()
  expect((await backup(app.services.config, folder)).out).toContain('9 file contents')
  const target = await emptyPlace(to)
  expect(await restore(target, folder)).toMatchObject({ code: 0, err: '' })
  expect((await dump(target))['thumbnails']).toHaveLength(3)
  const { db, blobs } = app.services
  for (const { thumbnail_blob_id: id } of await db.selectFrom('thumbnails').selectAll().execute()) {
    expect(await openBlobs(target).stat(id)).toEqual(await blobs.stat(id))
  }
})

test.each(pairs())('profile pictures that were saved on %s are restored on %s', async (from, to) => {
  const app = await appOn(from)
  const user = await filled(app)
  const picture = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#c02020' } })
    .png()
    .toBuffer()
  // The first one is replaced, and is not worth saving.
  for (let n = 0; n < 2; n++) expect((await user.form('/api/user/avatar', [['avatar', picture]])).status).toBe(204)
  const { avatar } = (await user.get('/api/user')).body.data.attributes
  const folder = backupFolder()
  expect((await backup(app.services.config, folder)).out).toContain('8 file contents')
  const target = await emptyPlace(to)
  expect(await restore(target, folder)).toMatchObject({ code: 0, err: '' })
  const restored = await createApp(readConfig(variablesOf(target)), { log: createLog('silent') })
  ends.push(() => restored.close())
  for (const address of Object.values(avatar as Record<string, string>)) {
    const before = await app.visitor().get(address)
    const { status, raw } = await createClient(restored.app).get(address)
    expect([status, raw.rawPayload]).toEqual([200, before.raw.rawPayload])
  }
})

test('a backup that is made while files are added and deleted is consistent', async () => {
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
  const blobs = openBlobs(target)
  for (const { blob_id: id } of files) {
    expect(await blobs.stat(id!)).not.toBeNull()
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

test('a backup names what had been lost before, and the rest can be restored', async () => {
  const app = await appOn()
  const user = await filled(app)
  const { blob_id: id } = await app.services.db
    .selectFrom('entries')
    .select('blob_id')
    .where('name', '=', 'plain.txt')
    .executeTakeFirstOrThrow()
  await openBlobs(app.services.config).delete(id!)
  const folder = backupFolder()
  const result = await backup(app.services.config, folder)
  expect(result.code).toBe(0)
  expect(result.err).toContain(`Lost before this backup: 1 file content (${id})`)
  const target = await emptyPlace()
  expect((await restore(target, folder)).code).toBe(0)
  expect(await dump(target)).toEqual(await dump(app.services.config))
  expect(user.userId).not.toBe('')
})

test('a backup is refused inside the data folder and in a folder with other files', async () => {
  const app = await appOn()
  const { dataDir } = app.services.config
  expect((await backup(app.services.config, join(dataDir, 'backups', 'mine'))).err).toContain('is in the data folder')
  const folder = backupFolder()
  writeFileSync(join(folder, 'letter.txt'), 'mine')
  expect((await backup(app.services.config, folder)).err).toContain('holds other files (letter.txt)')
})
