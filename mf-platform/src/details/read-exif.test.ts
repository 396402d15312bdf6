import { photo } from '../testing/jpeg-with-exif.ts'
import { exifOf, mayHaveExif, readExif } from './read-exif.ts'

const { signal } = new AbortController()
const before = globalThis.fetch
afterEach(() => {
  globalThis.fetch = before
})

/** Answers with these bytes; `ranges` are the requested ones. */
function serve(bytes: Uint8Array<ArrayBuffer>, status = 206) {
  const ranges: unknown[] = []
  globalThis.fetch = (_, init) => {
    ranges.push(init?.headers)
    return Promise.resolve({
      status,
      body: null,
      arrayBuffer: () => Promise.resolve(bytes.buffer),
    } as Response)
  }
  return ranges
}

test('reads what the camera wrote from the first 256 KiB of a picture', async () => {
  const ranges = serve(photo())
  expect(await readExif('/file/1', signal)).toEqual({
    takenAt: new Date(2026, 2, 14, 6, 12),
    author: 'Maya Lindqvist',
    make: 'Fujifilm',
    model: 'X-T5 of the photographer',
    exposure: 1 / 125,
    aperture: 8,
    iso: 160,
    focalLength: 35,
    colorSpace: 'sRGB',
    width: 7728,
    height: 5152,
    lens: 'XF 16-55 mm f/2.8',
  })
  expect(ranges).toEqual([{ Range: 'bytes=0-262143' }])
})

test('decodes no more text than a picture has bytes, although its tags overlap', async () => {
  const bytes = new Uint8Array(16 * 1024).fill(0x78)
  const view = new DataView(bytes.buffer)
  const TAGS = 1000
  bytes.set([0x49, 0x49, 42, 0, 8, 0, 0, 0])
  view.setUint16(8, TAGS, true)
  for (let at = 0; at < TAGS; at++) {
    const entry = 10 + at * 12
    view.setUint16(entry, 0x9000 + at, true)
    view.setUint16(entry + 2, 2, true)
    view.setUint32(entry + 4, 4000, true)
    view.setUint32(entry + 8, 12_100, true)
  }
  view.setUint32(10 + TAGS * 12, 0, true)
  serve(bytes)
  const decode = jest.spyOn(TextDecoder.prototype, 'decode')
  expect(await readExif('/file/1', signal)).toBeNull()
  const decoded = decode.mock.calls.reduce((sum, [text]) => sum + (text?.byteLength ?? 0), 0)
  decode.mockRestore()
  expect(decoded).toBeLessThanOrEqual(bytes.length)
})

test('the size of a PNG picture is read', async () => {
  const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  serve(Uint8Array.from(atob(png), (character) => character.charCodeAt(0)))
  expect(await readExif('/file/1', signal)).toMatchObject({ width: 1, height: 1 })
})

test.each([
  ['text', new TextEncoder().encode('not a picture at all')],
  ['a picture that is cut off', photo().slice(0, 60)],
  ['a picture with damaged tags', photo().map((byte, at) => (at > 20 ? 0xff - byte : byte))],
  ['an empty file', new Uint8Array()],
])('%s has no metadata', async (_, bytes) => {
  serve(Uint8Array.from(bytes))
  expect(await readExif('/file/1', signal)).toBeNull()
})

test('does not read a whole picture, and fails where it cannot be fetched', async () => {
  serve(photo(), 200)
  await expect(readExif('/file/1', signal)).rejects.toThrow('200')
  serve(photo(), 403)
  await expect(readExif('/file/1', signal)).rejects.toThrow('403')
})

test('takes over no value of another type or size', () => {
  expect(exifOf({ Make: 7, Model: '  ', ISO: -1, FNumber: Number.NaN, CreateDate: new Date('x') })).toEqual({})
  expect(exifOf({ latitude: 91, longitude: 10 })).toEqual({})
  expect(exifOf({ latitude: -33.5, longitude: 151.25 })).toEqual({ latitude: -33.5, longitude: 151.25 })
  expect(exifOf({ Make: `Canon\0${'x'.repeat(10)}`, Artist: 'a'.repeat(5000) })).toEqual({
    make: 'Canon',
    author: 'a'.repeat(200),
  })
  expect(exifOf({ XResolution: 100, ResolutionUnit: 'cm' })).toEqual({ resolution: 254 })
  expect(exifOf(null)).toEqual({})
})

test('only pictures of types with metadata are read', () => {
  expect(['image/jpeg', 'image/heic', 'image/gif', 'video/mp4', null].map(mayHaveExif)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ])
})
