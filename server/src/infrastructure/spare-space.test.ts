import { lstat, mkdir, mkdtemp, readFile, readlink, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLog } from './log.ts'
import { createSpareSpace } from './spare-space.ts'

let dataDir: string
let log: string[]
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'holdall-spare-'))
  log = []
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

const disk = { totalBytes: 1_000_000, freeBytes: 1_000_000 }
const path = () => join(dataDir, 'spare')
const spareSpace = () =>
  createSpareSpace(dataDir, createLog('warn', { destination: { write: (line) => void log.push(line) } }), 1000)
const isFile = async () => (await lstat(path())).isFile()

test('a folder of that name is left with what is in it, the log says what to do once, and a file takes its place later', async () => {
  await mkdir(path())
  await writeFile(join(path(), 'kept'), 'text')
  const spare = spareSpace()
  for (let n = 0; n < 2; n++) await spare.keep(disk)
  expect([await spare.release(), await readFile(join(path(), 'kept'), 'utf8')]).toEqual([false, 'text'])
  expect(log).toEqual([expect.stringContaining('is a folder or a link')])
  await rm(path(), { recursive: true })
  await spare.keep(disk)
  expect([await isFile(), (await lstat(path())).size, log.length]).toEqual([true, 1000, 1])
})

test.each(['target', 'missing'])('a link of that name is not followed: %s', async (name) => {
  await writeFile(join(dataDir, 'target'), 'text')
  await symlink(join(dataDir, name), path())
  const spare = spareSpace()
  await spare.keep(disk)
  expect([await spare.release(), await readlink(path())]).toEqual([false, join(dataDir, name)])
  expect(await readFile(join(dataDir, 'target'), 'utf8')).toBe('text')
  await expect(lstat(join(dataDir, 'missing'))).rejects.toThrow('ENOENT')
  expect(log).toEqual([expect.stringContaining('is a folder or a link')])
})
