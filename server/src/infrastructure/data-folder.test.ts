import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDataFolder } from './data-folder.ts'

let folder: string
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'holdall-data-'))))
afterEach(() => rmSync(folder, { recursive: true }))

test('is open to one server, until that releases it', () => {
  const release = openDataFolder(folder)
  expect(() => openDataFolder(folder)).toThrow(
    `Another Holdall is running on the data folder ${folder}. Stop it first, or set HOLDALL_DATA_DIR.`,
  )
  release()
  openDataFolder(folder)()
})

test('files and folders that everybody may read become private', () => {
  chmodSync(folder, 0o755)
  for (const name of ['blobs', 'mails']) mkdirSync(join(folder, name), { mode: 0o755 })
  writeFileSync(join(folder, 'config.json'), '{}', { mode: 0o644 })
  openDataFolder(folder)()
  const open = ['blobs', 'mails', 'config.json'].filter((name) => (statSync(join(folder, name)).mode & 0o077) !== 0)
  expect(open).toEqual([])
})

test('what links lead to, and what is no file, keeps its mode', () => {
  const target = (name: string) => join(folder, name)
  mkdirSync(target('shared'), { mode: 0o755 })
  writeFileSync(target('shared.json'), '{}', { mode: 0o644 })
  execFileSync('mkfifo', ['-m', '644', target('environment.json')])
  symlinkSync(target('shared'), target('blobs'))
  symlinkSync(target('shared.json'), target('config.json'))
  symlinkSync(target('nothing'), target('mails'))
  openDataFolder(folder)()
  const modes = ['shared', 'shared.json', 'environment.json'].map((name) => statSync(target(name)).mode & 0o777)
  expect(modes).toEqual([0o755, 0o644, 0o644])
})

test.each([
  ['a folder that cannot be written', () => '/proc'],
  [
    'a folder for content that cannot be written',
    () => {
      writeFileSync(join(folder, 'blobs'), 'a file where a folder should be')
      return folder
    },
  ],
])('is refused where it is %s', (_what, prepare) => {
  const path = prepare()
  expect(() => openDataFolder(path)).toThrow(new RegExp(`^The data folder ${path} cannot be written: .+$`))
})
