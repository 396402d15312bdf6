import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { migrateStorage } from '../features/storage/migrate-storage.ts'
import { openBlobs } from '../infrastructure/blobs/open-blob-store.ts'
import { batchesOf, bytesOfBlob } from '../testing/blob-bytes.ts'
import { runCommand, variablesOf } from '../testing/command-line.ts'
import { file } from '../testing/file-requests.ts'
import { type SignedIn, testApp, type TestApp } from '../testing/test-app.ts'
import { testS3 } from '../testing/test-storage.ts'

let holdall: TestApp
let ann: SignedIn
beforeEach(async () => {
  holdall = await testApp({ config: { storage: { driver: 'local', s3: testS3() } } })
  ann = await holdall.signUp()
})
afterEach(() => holdall.close())

const storage = (...args: readonly string[]) =>
  runCommand(['storage', ...args], { env: variablesOf(holdall.services.config) })
const stores = () => {
  const { config } = holdall.services
  return { local: openBlobs(config, 'local'), s3: openBlobs(config, 's3') }
}
const rows = () => holdall.services.db.selectFrom('blobs').select(['id', 'size']).orderBy('id').execute()
const pathOf = (id: string) => join(holdall.services.config.dataDir, 'blobs', id.slice(-2), id.slice(-4, -2), id)

test('checks the bucket, and says where files are', async () => {
  const { code, out } = await storage('check')
  expect([code, out]).toEqual([0, expect.stringMatching(/^The bucket holdall-tests at http:/)])
  expect(out).toContain('Files are kept in')
  const env = { ...variablesOf(holdall.services.config), HOLDALL_S3_SECRET: 'wrong' }
  const wrong = await runCommand(['storage', 'check'], { env })
  expect([wrong.code, wrong.err]).toEqual([1, expect.stringContaining('does not accept the S3 key or its secret')])
})

test('copies everything to S3 and back while the server runs, deletes nothing, and copies nothing twice', async () => {
  for (let n = 0; n < 5; n++) await file(ann, `${n}.bin`, randomBytes(100_000 + n))
  await file(ann, 'large.bin', randomBytes(9_000_000))
  const before = await rows()
  expect((await storage('migrate', '--to', 's3')).out).toContain(
    'Copied 6 contents to S3 and read each again; 0 were there',
  )
  const { local, s3 } = stores()
  for (const { id, size } of before) {
    expect(await local.stat(id)).toEqual({ size })
    const range = { start: 0, end: size - 1 }
    expect((await bytesOfBlob(s3, id, range)).equals(await bytesOfBlob(local, id, range))).toBe(true)
  }
  await file(ann, 'later.bin', randomBytes(1000))
  const second = await storage('migrate', '--to', 's3')
  expect(second.out).toContain('Copied 1 content to S3 and read each again; 6 were there')
  expect(second.out).toContain('set HOLDALL_STORAGE_DRIVER=s3')
  expect(readdirSync(holdall.services.config.dataDir).filter((name) => name.startsWith('storage-migration'))).toEqual(
    [],
  )

  for (const { id } of await rows()) await local.delete(id)
  expect((await storage('migrate', '--to', 'local')).out).toContain('Copied 7 contents to the data folder')
  const { data } = (await ann.get('/api/browse/folders/all')).body
  expect(data).toHaveLength(7)
  for (const { attributes } of data) expect((await ann.get(attributes.file_url)).status).toBe(200)
  s3.close()
})

test('copies again what a killed run had not verified, and what is damaged in the target', async () => {
  for (let n = 0; n < 3; n++) await file(ann, `${n}.bin`, randomBytes(1000))
  const [first, second, third] = await rows()
  const { local, s3 } = stores()
  for (const { id } of [first!, second!, third!]) {
    await s3.begin(id)
    await s3.writeAt(id, 0, batchesOf(Buffer.alloc(1000, 'wrong')))
    await s3.complete(id, 1000)
  }
  const journal = join(holdall.services.config.dataDir, 'storage-migration-to-s3.json')
  writeFileSync(journal, JSON.stringify([first!.id]))
  const run = (verifyAll: boolean) =>
    migrateStorage({ db: holdall.services.db, source: local, target: s3, journal, verifyAll })
  expect(await run(false)).toMatchObject({ copied: 1, present: 2 })
  expect(existsSync(journal)).toBe(false)
  expect(await run(true)).toMatchObject({ copied: 2, present: 1 })
  expect(await run(true)).toMatchObject({ copied: 0, present: 3 })
  s3.close()
})

test('with --verify names what is damaged in the target and is nowhere else, and nothing as lost that is there', async () => {
  for (let n = 0; n < 2; n++) await file(ann, `${n}.bin`, randomBytes(1000))
  expect((await storage('migrate', '--to', 's3')).out).toContain('Copied 2 contents')
  const { local, s3 } = stores()
  const [damaged] = await rows()
  for (const { id } of await rows()) await local.delete(id)
  await s3.delete(damaged!.id)
  await s3.begin(damaged!.id)
  await s3.writeAt(damaged!.id, 0, batchesOf(Buffer.alloc(1000, 'wrong')))
  await s3.complete(damaged!.id, 1000)
  const { code, out, err } = await storage('migrate', '--to', 's3', '--verify')
  expect([code, out]).toEqual([0, expect.stringContaining('Copied 0 contents to S3 and read each again; 1 were there')])
  expect(err).toContain(`Not what was uploaded, kept as found: 1 content (${damaged!.id})`)
  expect(err).not.toContain('Not in either place')
  s3.close()
})

test('a run that fails leaves its journal for the next one', async () => {
  await file(ann, 'a.bin', randomBytes(1000))
  const { local, s3 } = stores()
  const journal = join(holdall.services.config.dataDir, 'storage-migration-to-s3.json')
  const failing = { ...s3, complete: () => Promise.reject(new Error('the storage is full')) }
  const options = { db: holdall.services.db, source: local, journal, verifyAll: false }
  await expect(migrateStorage({ ...options, target: failing })).rejects.toThrow('the storage is full')
  expect(existsSync(journal)).toBe(true)
  expect(await migrateStorage({ ...options, target: s3 })).toMatchObject({ copied: 1 })
  s3.close()
})

test('names what is lost, and what is damaged already', async () => {
  for (let n = 0; n < 3; n++) await file(ann, `${n}.bin`, randomBytes(1000))
  const [lost, damaged, kept] = await rows()
  await stores().local.delete(lost!.id)
  writeFileSync(pathOf(damaged!.id), Buffer.alloc(1000))
  const { code, out, err } = await storage('migrate', '--to', 's3')
  expect([code, out]).toEqual([0, expect.stringContaining('Copied 2 contents')])
  expect(err).toContain(`Not in either place: 1 content (${lost!.id})`)
  expect(err).toContain(`Not what was uploaded, kept as found: 1 content (${damaged!.id})`)
  truncateSync(pathOf(kept!.id), 10)
  expect((await storage('migrate', '--to', 's3')).err).not.toContain(kept!.id)
})

test.each([[[]], [['migrate']], [['migrate', '--to', 'ftp']], [['check', 'all']], [['move']]])(
  'refuses the command line %j',
  async (args) => {
    const { code, err } = await storage(...args)
    expect([code, err]).toEqual([2, expect.stringContaining('Usage: holdall storage check')])
  },
)
