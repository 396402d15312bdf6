import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { day, hour } from '../clock.ts'
import { ids } from '../ids.ts'
import { createMailFolder, MAILS_KEPT_MS, MAX_KEPT_BYTES, MAX_KEPT_MAILS } from './mail-folder.ts'

let dataDir: string
let now: number
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'holdall-mails-'))
  now = Date.UTC(2026, 4, 1, 12)
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

const message = Buffer.from('Subject: Hello\r\n\r\nA line.\r\n')
const path = () => join(dataDir, 'mails')
const open = () => createMailFolder(dataDir, { clock: { now: () => now }, ids })
const names = () => readdirSync(path()).sort()
const nameAt = (at: number, ending = '.eml') =>
  `${new Date(at).toISOString().replaceAll(':', '-')}-${ids.token()}${ending}`
/** Mails that were written at these times, each of this size. */
function fill(times: readonly number[], sizeBytes = message.length): string[] {
  mkdirSync(path(), { recursive: true })
  return times.map((at) => {
    const name = nameAt(at)
    writeFileSync(join(path(), name), '')
    truncateSync(join(path(), name), sizeBytes)
    return name
  })
}
const ago = (count: number) => Array.from({ length: count }, (_, n) => now - (count - n) * 1000)

test('a mail is a file that only the user of the server can read, with the time and a random part in its name', async () => {
  const folder = open()
  expect(existsSync(path())).toBe(false)
  const [one, other] = [await folder.store(message, 'ann@example.com'), await folder.store(message, 'ann@example.com')]
  expect(readFileSync(one, 'utf8')).toBe(message.toString())
  expect(basename(one)).toMatch(/^2026-05-01T12-00-00\.000Z-[\w-]{8}-[\w-]{22}\.eml$/)
  expect(names()).toEqual([one, other].map((file) => basename(file)).sort())
  const mode = (file: string) => (statSync(file).mode & 0o777).toString(8)
  expect([mode(path()), mode(one)]).toEqual(['700', '600'])
})

test('the modes do not depend on the umask', async () => {
  const before = process.umask(0)
  try {
    const file = await open().store(message, 'ann@example.com')
    expect([statSync(path()).mode & 0o777, statSync(file).mode & 0o777]).toEqual([0o700, 0o600])
  } finally {
    process.umask(before)
  }
})

test('their number is bounded, and the oldest are deleted', async () => {
  const before = fill(ago(MAX_KEPT_MAILS + 20))
  const folder = open()
  const file = await folder.store(message, 'ann@example.com')
  expect(names()).toEqual([...before.slice(-(MAX_KEPT_MAILS - 1)), basename(file)])
})

test('mails at the same time do not exceed the bounds together', async () => {
  fill(ago(MAX_KEPT_MAILS - 5))
  const folder = open()
  const files = await Promise.all(Array.from({ length: 20 }, () => folder.store(message, 'ann@example.com')))
  expect(names()).toHaveLength(MAX_KEPT_MAILS)
  expect(names()).toEqual(expect.arrayContaining(files.map((file) => basename(file))))
})

test('the mails of one receiver do not replace those of others', async () => {
  const folder = open()
  const other = await folder.store(message, 'ben@example.com')
  now += 1000
  const own = basename(await folder.store(message, 'Ann@example.com'))
  const key = own.split('Z-')[1]!.slice(0, 8)
  const times = Array.from({ length: MAX_KEPT_MAILS - 1 }, (_, n) => now + n)
  for (const at of times) writeFileSync(join(path(), nameAt(at).replace('Z-', `Z-${key}-`)), '')
  now += hour
  const last = await folder.store(message, 'ann@example.com')
  expect(names()).toHaveLength(MAX_KEPT_MAILS)
  expect(names()).toEqual(expect.arrayContaining([basename(other), basename(last)]))
  expect(names()).not.toContain(own)
})

test('their size is bounded, and the oldest are deleted', async () => {
  const before = fill(ago(4), MAX_KEPT_BYTES / 4)
  const file = await open().store(message, 'ann@example.com')
  expect(names()).toEqual([...before.slice(1), basename(file)])
})

test('they are deleted after their time, also where no further one is written', async () => {
  const folder = open()
  await folder.deleteOld()
  expect(existsSync(path())).toBe(false)
  const file = await folder.store(message, 'ann@example.com')
  now += MAILS_KEPT_MS
  await folder.deleteOld()
  expect(names()).toEqual([basename(file)])
  now += 1
  await folder.deleteOld()
  expect(names()).toEqual([])
})

test('mails from a time when the clock was ahead do not replace newer ones', async () => {
  fill(ago(MAX_KEPT_MAILS).map((at) => at + 400 * day))
  const file = await open().store(message, 'ann@example.com')
  expect(names()).toEqual([basename(file)])
  now -= hour
  const next = await open().store(message, 'ann@example.com')
  expect(names()).toEqual([basename(next), basename(file)])
})

test('what a killed process left is deleted, and what is not ours stays', async () => {
  const foreign = ['notes.txt', 'old.eml', `${nameAt(now - 90 * day)}.txt`, '2020-01-01.eml']
  mkdirSync(path())
  for (const name of [...foreign, nameAt(now - hour, '.eml.partial')]) writeFileSync(join(path(), name), 'x')
  const folderName = nameAt(now - 90 * day)
  mkdirSync(join(path(), folderName))
  const file = await open().store(message, 'ann@example.com')
  expect(names()).toEqual([...foreign, folderName, basename(file)].sort())
})

test('where it cannot be written the error says so, nothing is left, and the next mail is written again', async () => {
  writeFileSync(path(), 'not a folder')
  const folder = open()
  await expect(folder.store(message, 'ann@example.com')).rejects.toThrow(`The mail could not be written to ${path()}: `)
  await expect(folder.deleteOld()).rejects.toThrow('ENOTDIR')
  rmSync(path())
  await folder.store(message, 'ann@example.com')
  expect(names()).toHaveLength(1)
  // A superuser may write in spite of the mode.
  if (process.getuid?.() === 0) return
  chmodSync(path(), 0o500)
  await expect(folder.store(message, 'ann@example.com')).rejects.toThrow(/EACCES/)
  expect(names()).toHaveLength(1)
  chmodSync(path(), 0o700)
})

test('no file stays open, also where writing failed', async () => {
  const isLinux = existsSync('/proc/self/fd')
  const folder = open()
  for (let n = 0; n < 5; n++) await folder.store(message, 'ann@example.com')
  rmSync(path(), { recursive: true })
  writeFileSync(path(), 'not a folder')
  await Promise.allSettled(Array.from({ length: 5 }, () => folder.store(message, 'ann@example.com')))
  const opened = isLinux ? readdirSync('/proc/self/fd') : []
  const targets = opened.flatMap((fd) => {
    try {
      return [readlinkSync(`/proc/self/fd/${fd}`)]
    } catch {
      return []
    }
  })
  expect(targets.filter((target) => target.startsWith(dataDir))).toEqual([])
})
