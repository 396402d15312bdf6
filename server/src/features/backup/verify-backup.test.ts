import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { file } from '../../testing/file-requests.ts'
import { runCommand, variablesOf } from '../../testing/command-line.ts'
import { testApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let folder: string
beforeEach(async () => {
  app = await testApp()
  folder = mkdtempSync(join(tmpdir(), 'holdall-verify-'))
  const ann = await app.signUp()
  await file(ann, 'a.txt', Buffer.from('first'))
  await file(ann, 'b.txt', Buffer.from('second'))
  expect((await holdall('backup', folder)).code).toBe(0)
})
afterEach(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

const holdall = (...args: readonly string[]) => runCommand(args, { env: variablesOf(app.services.config) })

/** Without the lock, and the files that SQLite adds while a connection is open. */
const contentsOf = (dataDir: string) =>
  readdirSync(dataDir)
    .filter((name) => !name.startsWith('lock') && !/-(?:shm|wal)$/.test(name))
    .toSorted()

/** Changes a blob, but not its length. */
function damageContent(): string {
  const path = readdirSync(join(folder, 'blobs'), { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, 'blobs', name))
    .find((each) => each.split('/').at(-1)!.length === 36)!
  writeFileSync(path, readFileSync(path).fill('x'))
  return path
}

test('an undamaged backup is verified, and its contents are counted', async () => {
  const verified = await holdall('backup', '--verify', folder)
  expect(verified).toMatchObject({ code: 0, err: '' })
  expect(verified.out).toMatch(/is whole: \d+ rows of \d+ tables, 2 file contents, 1 other file\.$/)
})

test('changed contents are named, and saved again once they are deleted', async () => {
  const path = damageContent()
  const verified = await holdall('backup', '--verify', folder)
  expect(verified).toMatchObject({ code: 1, out: '' })
  expect(verified.err).toContain('The backup is damaged: 1 of 2 file contents changed.')
  expect(verified.err).toContain(path.split('/').at(-1))
  rmSync(path)
  expect((await holdall('backup', '--verify', folder)).err).toContain('is missing')
  expect((await holdall('backup', folder)).code).toBe(0)
  expect((await holdall('backup', '--verify', folder)).code).toBe(0)
})

test('a forced restore of a damaged backup changes nothing', async () => {
  damageContent()
  const { config } = app.services
  await app.app.close()
  const before = contentsOf(config.dataDir)
  const restored = await holdall('restore', folder, '--force')
  expect(restored).toMatchObject({ code: 1, out: '' })
  expect(restored.err).toContain('was changed. Nothing was restored.')
  expect(contentsOf(config.dataDir)).toEqual(before)
})
