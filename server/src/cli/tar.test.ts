import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { write } from '../ui/testing.ts'
import { readTar, writeTar } from './tar.ts'

const file = (name: string, text = 'x') => ({ name, bytes: Buffer.from(text) })

/** Changes the first header and mends its checksum. */
function alter(tar: Buffer, change: (header: Buffer) => void): Buffer {
  const header = tar.subarray(0, 512)
  change(header)
  header.write('        ', 148, 'latin1')
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1')
  return tar
}
const named = (name: string) => alter(writeTar([file('a.js')]), (header) => header.fill(0, 0, 100).write(name, 0))

test.each(['/etc/passwd', '../up.js', 'a/../../up.js', 'a//b.js', 'a\\..\\b.js'])('refuses the name %s', (name) => {
  expect(() => readTar(named(name))).toThrow('leads out of it')
})

test.each([
  ['a hard link', '1'],
  ['a symbolic link', '2'],
  ['a device', '3'],
  ['a pipe', '6'],
])('refuses %s', (_kind, flag) => {
  const tar = alter(writeTar([file('a.js')]), (header) => header.write(flag, 156))
  expect(() => readTar(tar)).toThrow('a link or a device')
})

test('refuses what is damaged, cut off, twice or no tar', () => {
  const tar = writeTar([file('a.js'), file('b.js')])
  expect(() => readTar(tar.subarray(0, 700))).toThrow('ends too early')
  expect(() => readTar(tar.subarray(0, 1024))).toThrow('ends too early')
  expect(() => readTar(Buffer.alloc(0))).toThrow('ends too early')
  expect(() => readTar(Buffer.alloc(1024, 'no tar'))).toThrow('not a tar archive')
  expect(() => readTar(writeTar([file('a.js'), file('a.js')]))).toThrow('twice')
  tar[0] = 0x7a
  expect(() => readTar(tar)).toThrow('not a tar archive')
})

test('reads what it wrote, the same bytes each time', () => {
  const files = [file('section.json', '{}'), file('deep/er/a.js', 'a'.repeat(1000)), file('empty.js', '')]
  expect(readTar(writeTar(files))).toEqual(files)
  expect(writeTar(files).equals(writeTar(files))).toBe(true)
})

const oneLongName = `sub/${'n'.repeat(150)}.js`
const longFolder = `${'d'.repeat(80)}/${'n'.repeat(60)}.js`

test.each([
  ['gnu', oneLongName],
  ['pax', oneLongName],
  ['ustar', longFolder],
])('reads what the system’s tar writes as %s, long names too, without hidden files', (format, long) => {
  const folder = mkdtempSync(join(tmpdir(), 'holdall-tar-'))
  try {
    write(folder, { 'section.json': '{}', [long]: 'long', '.hidden': 'x', 'sub/._a.js': 'x' })
    const tar = execFileSync('tar', [`--format=${format}`, '-cf', '-', '-C', folder, '.'])
    const read = Object.fromEntries(readTar(tar).map(({ name, bytes }) => [name, bytes.toString()]))
    expect(read).toEqual({ 'section.json': '{}', [long]: 'long' })
  } finally {
    rmSync(folder, { recursive: true })
  }
})
