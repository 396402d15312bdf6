/** A TIFF tag: text, a whole number, or a fraction. */
type Value = string | number | readonly [number, number]
type Tag = readonly [tag: number, value: Value]

const LONG = 4
const ASCII = 2
const RATIONAL = 5
const EXIF_IFD = 0x8769

/** The beginning of a JPEG picture as a camera writes it, with these tags in IFD0 and in the Exif IFD. */
export function jpegWithExif(ifd0: readonly Tag[], exif: readonly Tag[]): Uint8Array<ArrayBuffer> {
  const sizeOf = (tags: readonly Tag[]) => 2 + tags.length * 12 + 4
  const exifAt = 8 + sizeOf(ifd0) + sizeOf([[EXIF_IFD, 0]]) - 6
  const bytes = new Uint8Array(4096)
  const view = new DataView(bytes.buffer)
  // Values that do not fit into their tag are behind both IFDs.
  let dataAt = exifAt + sizeOf(exif)
  const write = (at: number, tags: readonly Tag[]) => {
    view.setUint16(at, tags.length, true)
    for (const [index, [tag, value]] of tags.entries()) {
      const entry = at + 2 + index * 12
      view.setUint16(entry, tag, true)
      if (typeof value === 'number') {
        view.setUint16(entry + 2, LONG, true)
        view.setUint32(entry + 4, 1, true)
        view.setUint32(entry + 8, value, true)
      } else if (typeof value === 'string') {
        const text = new TextEncoder().encode(`${value}\0\0\0\0`)
        view.setUint16(entry + 2, ASCII, true)
        view.setUint32(entry + 4, value.length + 1, true)
        view.setUint32(entry + 8, dataAt, true)
        bytes.set(text, dataAt)
        dataAt += text.length
      } else {
        view.setUint16(entry + 2, RATIONAL, true)
        view.setUint32(entry + 4, 1, true)
        view.setUint32(entry + 8, dataAt, true)
        view.setUint32(dataAt, value[0], true)
        view.setUint32(dataAt + 4, value[1], true)
        dataAt += 8
      }
    }
  }
  // "II": the lowest byte comes first.
  bytes.set([0x49, 0x49, 42, 0, 8, 0, 0, 0])
  write(8, [...ifd0, [EXIF_IFD, exifAt]])
  write(exifAt, exif)
  const tiff = bytes.subarray(0, dataAt)
  const length = tiff.length + 8
  const head = [0xff, 0xd8, 0xff, 0xe1, length >> 8, length & 0xff, ...new TextEncoder().encode('Exif\0\0')]
  return Uint8Array.from([...head, ...tiff, 0xff, 0xd9])
}

/** A picture of a camera, with what the details panel shows of it. */
export const photo = () =>
  jpegWithExif(
    [
      [0x010f, 'Fujifilm'],
      [0x0110, 'X-T5 of the photographer'],
      [0x013b, 'Maya Lindqvist'],
    ],
    [
      [0x829a, [1, 125]],
      [0x829d, [8, 1]],
      [0x8827, 160],
      [0x9003, '2026:03:14 06:12:00'],
      [0x920a, [35, 1]],
      [0xa001, 1],
      [0xa002, 7728],
      [0xa003, 5152],
      [0xa434, 'XF 16-55 mm f/2.8'],
    ],
  )
