import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'
import { fromBufferPromise, fromRandomAccessReaderPromise, RandomAccessReader } from 'yauzl'
import { readZip } from '../../testing/read-zip.ts'
import { type ZipItem, zipStream } from './zip-format.ts'

const at = (iso: string) => Date.parse(iso)

async function* listed(items: readonly ZipItem[]): AsyncGenerator<readonly ZipItem[]> {
  yield items
}

async function bytesOf(items: AsyncIterable<readonly ZipItem[]>): Promise<Buffer> {
  const pieces: Buffer[] = []
  // Copied, because a buffer holds its bytes only until the next one.
  for await (const piece of zipStream(items)) pieces.push(Buffer.from(piece))
  return Buffer.concat(pieces)
}

async function* pieces(...texts: readonly string[]) {
  const buffer = Buffer.alloc(100)
  for (const text of texts) yield buffer.subarray(0, buffer.write(text))
}

test('whole files, files in pieces and folders are unpacked with their bytes, names and dates', async () => {
  const zip = await bytesOf(
    listed([
      { path: 'Ordner/', modifiedMs: at('2020-02-29T12:34:56Z') },
      { path: 'Ordner/Größe 你好.txt', modifiedMs: at('2026-11-22T23:59:59Z'), content: Buffer.from('whole') },
      {
        path: 'pieces.bin',
        modifiedMs: at('1999-12-31T23:59:59Z'),
        content: { size: 11, pieces: pieces('one', 'two', 'three') },
      },
      { path: 'empty.txt', modifiedMs: at('2000-01-01T00:00:00Z'), content: Buffer.alloc(0) },
    ]),
  )
  expect((await readZip(zip)).map(({ content, ...rest }) => ({ ...rest, content: content.toString() }))).toEqual([
    { path: 'Ordner/', content: '', modified: new Date('2020-02-29T12:34:56Z') },
    { path: 'Ordner/Größe 你好.txt', content: 'whole', modified: new Date('2026-11-22T23:59:59Z') },
    { path: 'pieces.bin', content: 'onetwothree', modified: new Date('1999-12-31T23:59:59Z') },
    { path: 'empty.txt', content: '', modified: new Date('2000-01-01T00:00:00Z') },
  ])
})

test('a zip without items is empty', async () => {
  expect(await readZip(await bytesOf(listed([])))).toEqual([])
})

test.each([
  ['before 1980', '1970-01-02T03:04:05Z', [1980, 1, 1]],
  ['after 2107', '2200-01-01T00:00:00Z', [2107, 12, 31]],
])('a date %s becomes the nearest that the format has', async (_when, iso, [year, month, day]) => {
  const zip = await fromBufferPromise(
    await bytesOf(listed([{ path: 'a', modifiedMs: at(iso), content: Buffer.from('x') }])),
  )
  for await (const entry of zip.eachEntry()) {
    const date = entry.lastModFileDate
    expect([(date >> 9) + 1980, (date >> 5) & 15, date & 31]).toEqual([year, month, day])
  }
})

test('more than 65,535 entries are counted with Zip64', async () => {
  const COUNT = 70_000
  const folders = Array.from({ length: COUNT }, (_, n) => ({
    path: `folder ${n}/`,
    modifiedMs: at('2026-01-01T00:00:00Z'),
  }))
  const zip = await fromBufferPromise(await bytesOf(listed(folders)))
  expect(zip.entryCount).toBe(COUNT)
  let last = ''
  for await (const { fileName } of zip.eachEntry()) last = fileName
  expect(last).toBe(`folder ${COUNT - 1}/`)
})

test('a file of more than 4 GiB, and what follows it, have the sizes and offsets of Zip64', async () => {
  const zeros = Buffer.alloc(1024 * 1024)
  const COUNT = 4 * 1024 + 1
  /** Of as many zeros. */
  const checksum = 0xc6_a4_8b_28
  async function* large() {
    for (let n = 0; n < COUNT; n++) yield zeros
  }
  const written: [number, Buffer][] = []
  let length = 0
  const items = listed([
    { path: 'large.bin', modifiedMs: 0, content: { size: COUNT * zeros.length, pieces: large() } },
    { path: 'after.txt', modifiedMs: 0, content: Buffer.from('behind it') },
  ])
  for await (const piece of zipStream(items)) {
    if (piece !== zeros) written.push([length, Buffer.from(piece)])
    length += piece.length
  }
  const zip = await fromRandomAccessReaderPromise(new SparseReader(written), length)
  const found: unknown[] = []
  for await (const entry of zip.eachEntry()) {
    const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry)
    found.push([entry.fileName, entry.uncompressedSize, entry.crc32, entry.relativeOffsetOfLocalHeader])
    if (entry.fileName === 'large.bin') {
      // The descriptor behind the bytes has sizes of eight bytes.
      const [, descriptor] = written.find(([offset]) => offset === fileDataStart + COUNT * zeros.length)!
      expect(descriptor.readUInt32LE(4)).toBe(checksum)
      expect(Number(descriptor.readBigUInt64LE(16))).toBe(COUNT * zeros.length)
    } else {
      expect(await text(await zip.openReadStreamPromise(entry))).toBe('behind it')
    }
  }
  expect(found).toEqual([
    ['large.bin', COUNT * zeros.length, checksum, 0],
    ['after.txt', 9, crc32('behind it'), expect.any(Number)],
  ])
})

/** The parts of a file that are not zeros, by offset. */
class SparseReader extends RandomAccessReader {
  private readonly parts: readonly [number, Buffer][]
  constructor(parts: readonly [number, Buffer][]) {
    super()
    this.parts = parts
  }
  override _readStreamForRange(start: number, end: number): Readable {
    const range = Buffer.alloc(end - start)
    for (const [offset, part] of this.parts) {
      if (offset + part.length > start && offset < end) {
        const from = Math.max(start, offset)
        part.copy(range, from - start, from - offset, Math.min(end, offset + part.length) - offset)
      }
    }
    return Readable.from([range])
  }
}

test('a buffer that is reused for the next piece is sent before it is changed', async () => {
  const source: ZipItem = { path: 'a', modifiedMs: 0, content: { size: 6, pieces: pieces('abc', 'xyz') } }
  expect((await readZip(await bytesOf(listed([source]))))[0]?.content.toString()).toBe('abcxyz')
})
