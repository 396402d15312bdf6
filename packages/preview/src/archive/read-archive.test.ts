import { serveBytes } from '../testing/fake-bytes.ts'
import { makeZip } from '../testing/make-zip.ts'
import { MAX_SHOWN_ENTRIES, readArchive } from './read-archive.ts'

const { signal } = new AbortController()

test('lists the entries by path, and reads none of their content', async () => {
  const zip = makeZip({ 'b/two.txt': 'x'.repeat(100_000), 'b/': '', 'a.txt': 'abc', '<img src=x>.txt': '' })
  const requests = serveBytes({ '/z': zip })
  const { entries, count, size } = await readArchive('/z', zip.length, signal)
  expect(entries.map(({ path, isFolder, size: bytes }) => [path, isFolder, bytes])).toEqual([
    ['<img src=x>.txt', false, 0],
    ['a.txt', false, 3],
    ['b/', true, 0],
    ['b/two.txt', false, 100_000],
  ])
  expect([count, size]).toEqual([4, 100_003])
  expect(entries[0]?.modified.getFullYear()).toBe(2026)
  const first = Math.min(...requests.map((request) => Number(/bytes=(\d+)/.exec(request)?.[1])))
  expect(first).toBeGreaterThan(30_000)
})

test('of very many entries the first are shown', async () => {
  const zip = makeZip(
    Object.fromEntries(Array.from({ length: MAX_SHOWN_ENTRIES + 5 }, (_, at) => [`file-${String(at)}`, ''])),
  )
  serveBytes({ '/z': zip })
  const { entries, count } = await readArchive('/z', zip.length, signal)
  expect([entries.length, count]).toEqual([MAX_SHOWN_ENTRIES, MAX_SHOWN_ENTRIES + 5])
})

test('an empty archive has no entries', async () => {
  const zip = makeZip({})
  serveBytes({ '/z': zip })
  expect(await readArchive('/z', zip.length, signal)).toEqual({ entries: [], count: 0, size: 0 })
})

test.each([
  ['cut off', (zip: Uint8Array) => zip.subarray(0, zip.length - 30)],
  ['not an archive', () => new TextEncoder().encode('words'.repeat(100))],
  ['with a list of more entries than it has', () => makeZip({ a: 'b' }, 60_000)],
])('an archive that is %s is refused', async (_name, change) => {
  const zip = change(makeZip({ a: 'b' }))
  serveBytes({ '/z': zip })
  await expect(readArchive('/z', zip.length, signal)).rejects.toBeInstanceOf(Error)
})

test('a list that claims to be very large is not read', async () => {
  const zip = Buffer.from(makeZip({ a: 'b' }))
  zip.writeUInt32LE(500 * 1024 * 1024, zip.length - 10)
  zip.writeUInt32LE(0, zip.length - 6)
  serveBytes({ '/z': zip })
  await expect(readArchive('/z', 4_000_000_000, signal)).rejects.toBeInstanceOf(Error)
})
