import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { write } from '../testing/section-builds.ts'
import { readTar, writeTar } from './tar.ts'

const file = (name: string, text = 'x') => ({ name, bytes: Buffer.from(text) })

/** Changes the first header and corrects its checksum. */
function alter(tar: Buffer, change: (header: Buffer) => void): Buffer {
  const header = tar.subarray(0, 512)
  change(header)
  header.write('        ', 148, 'latin1')
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1')
  return tar
}
const named = async (name: string) =>
  alter(await writeTar([file('a.js')]), (header) => header.fill(0, 0, 100).write(name, 0))

test.each(['/etc/passwd', '../up.js', 'a/../../up.js', 'a//b.js', 'a\\..\\b.js'])(
  'refuses the name %s',
  async (name) => {
    await expect(readTar(await named(name))).rejects.toThrow('leads out of it')
  },
)

test.each([
  ['a hard link', '1'],
  ['a symbolic link', '2'],
  ['a device', '3'],
  ['a pipe', '6'],
])('refuses %s', async (_kind, flag) => {
  const tar = alter(await writeTar([file('a.js')]), (header) => header.write(flag, 156))
  await expect(readTar(tar)).rejects.toThrow('a link or a device')
})

test('refuses an archive that is damaged, truncated, not a tar or has a file twice', async () => {
  const tar = await writeTar([file('a.js'), file('b.js')])
  await expect(readTar(tar.subarray(0, 700))).rejects.toThrow('ends too early')
  await expect(readTar(tar.subarray(0, 1024))).rejects.toThrow('ends too early')
  await expect(readTar(Buffer.alloc(0))).rejects.toThrow('ends too early')
  await expect(readTar(Buffer.alloc(1024, 'no tar'))).rejects.toThrow('not a tar archive')
  await expect(readTar(await writeTar([file('a.js'), file('a.js')]))).rejects.toThrow('twice')
  tar[0] = 0x7a
  await expect(readTar(tar)).rejects.toThrow('not a tar archive')
})

test.each([
  ['a size that is no number', (header: Buffer) => header.fill(0xc0, 124, 125)],
  ['a folder with a size', (header: Buffer) => header.write('5', 156)],
])('an archive with %s does not hang', async (_what, change) => {
  const tar = alter(await writeTar([file('a.js')]), change)
  await expect(readTar(tar).catch((error: unknown) => error)).resolves.toBeDefined()
})

test('accepts 5,000 files at most', async () => {
  const files = Array.from({ length: 5001 }, (_, index) => file(`${index}.js`))
  expect(await readTar(await writeTar(files.slice(0, 5000)))).toHaveLength(5000)
  await expect(readTar(await writeTar(files))).rejects.toThrow('more than 5000 files')
})

const oneLongName = `sub/${'n'.repeat(150)}.js`

test('reads what it wrote, long names too, the same bytes each time', async () => {
  const files = [
    file('section.json', '{}'),
    file('deep/er/a.js', 'a'.repeat(1000)),
    file('empty.js', ''),
    file(oneLongName),
  ]
  const tar = await writeTar(files)
  expect(await readTar(tar)).toEqual(files)
  expect(tar.equals(await writeTar(files))).toBe(true)
})

const longFolder = `${'d'.repeat(80)}/${'n'.repeat(60)}.js`

test.each([
  ['gnu', oneLongName],
  ['pax', oneLongName],
  ['ustar', longFolder],
])('reads what the system’s tar writes as %s, long names too, without hidden files', async (format, long) => {
  const folder = mkdtempSync(join(tmpdir(), 'holdall-tar-'))
  try {
    write(folder, { 'section.json': '{}', [long]: 'long', '.hidden': 'x', 'sub/._a.js': 'x', '.git/b.js': 'x' })
    const tar = execFileSync('tar', [`--format=${format}`, '-cf', '-', '-C', folder, '.'])
    const read = Object.fromEntries((await readTar(tar)).map(({ name, bytes }) => [name, bytes.toString()]))
    expect(read).toEqual({ 'section.json': '{}', [long]: 'long' })
  } finally {
    rmSync(folder, { recursive: true })
  }
})
