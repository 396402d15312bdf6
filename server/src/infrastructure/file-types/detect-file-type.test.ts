import { contentHeaders } from '../../features/content/content-headers.ts'
import { imageTypeOf, isBlocked, sniff, SNIFF_BYTES } from './detect-file-type.ts'

const bytes = (text: string) => Buffer.from(text, 'latin1')

test.each([
  ['\x89PNG\r\n\x1a\n....', 'x.txt', 'image/png'],
  ['\xff\xd8\xff\xe0', 'x', 'image/jpeg'],
  ['RIFF....WEBPVP8 ', 'x', 'image/webp'],
  ['RIFF....WAVEfmt ', 'x', 'audio/wav'],
  ['\0\0\0\x20ftypisom....', 'x', 'video/mp4'],
  ['\0\0\0\x20ftypavif....', 'x', 'image/avif'],
  ['\x1aE\xdf\xa3\x8bB\x86\x81\x01B\x82\x84webm', 'x', 'video/webm'],
  ['\x1aE\xdf\xa3\x8fB\x86\x81\x01B\x82\x88matroska', 'x', 'video/x-matroska'],
  ['ID3\x03', 'x', 'audio/mpeg'],
  ['\xff\xfb\x90\x64', 'x', 'audio/mpeg'],
  ['%PDF-1.4', 'x.html', 'application/pdf'],
  ['PK\x03\x04', 'x.docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ['PK\x03\x04', 'x.png', 'application/zip'],
  ['a,b\n1,2', 'x.csv', 'text/csv'],
  ['plain words', 'x.png', 'text/plain'],
  ['MZ is how this letter begins', 'x.txt', 'text/plain'],
  ['\0\0\0\x20ftypM4V ....', 'x', 'video/mp4'],
  ['\0\0\0\x20ftyp3gp5....', 'x', 'video/mp4'],
  ['\0\0\0\x20ftypheic....', 'x', 'image/heic'],
  ['\0\0\0\x20ftypM4A ....', 'x', 'audio/mp4'],
  ['\0\0\0\x20ftypqt  ....', 'x', 'video/quicktime'],
  ['RIFF\x01...AVI LIST', 'x', 'video/x-msvideo'],
  ['OggS\0\x02' + '\0'.repeat(22) + 'OpusHead', 'x', 'audio/ogg'],
  ['OggS\0\x02' + '\0'.repeat(22) + '\x80theora\x03', 'x', 'video/ogg'],
  ['fLaC\0\0\0\x22', 'x', 'audio/flac'],
  ['GIF89a', 'x', 'image/gif'],
  ['II*\0\xff\xff\xff\x7f', 'x', 'image/tiff'],
  ['\x7fELF\x02\x01', 'x', 'application/x-executable'],
  ['Rar!\x1a\x07\x01\0', 'x', 'application/vnd.rar'],
  ['\x1f\x8b\x08', 'x', 'application/gzip'],
  ['MZ\x90\0\x03', 'x.txt', 'application/x-msdownload'],
  ['\0\x01\x02\x03', 'x.pdf', 'application/octet-stream'],
  ['\xff\xfe\xfd', 'x.txt', 'application/octet-stream'],
])('detects the type of %j named %s', async (head, name, type) => {
  expect(await sniff(bytes(head), name)).toBe(type)
})

test.each([
  ['<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', 'a.png'],
  ['<?xml version="1.0"?>\n<!-- x --><svg>', 'a.txt'],
  ['<!DOCTYPE svg [ <!ENTITY a "b"> <!ENTITY c "d"> ]>\n<svg/>', 'a.txt'],
  ['\xef\xbb\xbf<!-- x --> <?pi?><svg/onload=alert(1)>', 'a.txt'],
])('detects %j as SVG whatever its name', async (head, name) => {
  expect(await sniff(bytes(head), name)).toBe('image/svg+xml')
})

test.each(['<!DOCTYPE html><p>', 'hello <script>alert(1)</script>', '  <HTML>', '<scripts <script/src=x>'])(
  'calls %j HTML whatever its name',
  async (head) => {
    expect(await sniff(bytes(head), 'photo.jpg')).toBe('text/html')
  },
)

test.each([
  ['PK\x05\x06', 'x.zip', 'application/zip'],
  ['PK\x05\x06', 'x.odt', 'application/vnd.oasis.opendocument.text'],
  ['GIF87a\0', 'x', 'image/gif'],
  ['MM\0*\xff\xff\xff\x7f', 'x', 'image/tiff'],
  ['OggS\0\x02' + '\0'.repeat(30), 'x.ogv', 'video/ogg'],
  ['OggS\0\x02' + '\0'.repeat(30), 'x.ogg', 'audio/ogg'],
  ['a\tb\r\n\x0b\x0c \x1b[1mc', 'x.md', 'text/markdown'],
  ['a\x08', 'x.txt', 'application/octet-stream'],
  ['a\x0e', 'x.txt', 'application/octet-stream'],
  ['a\x1f', 'x.txt', 'application/octet-stream'],
  ['', 'x.txt', 'text/plain'],
])('detects the type of %j named %s by its bytes', async (head, name, type) => {
  expect(await sniff(bytes(head), name)).toBe(type)
})

test.each([
  '<svg',
  '<svgs>',
  '<svg:a>',
  'a <svg>',
  '<!-- <svg> -->',
  '<!-- <svg>',
  '<?xml <svg>',
  '<!doctype svg [ <svg>',
  '<!doctype svg [ ] <svg>',
  '<scripts>',
  '<html5>',
  '< html>',
  '<html',
])('detects %j as plain text', async (head) => {
  expect(await sniff(bytes(head), 'x.csv')).toBe('text/csv')
})

test.each([
  '<svg>',
  '<svg/>',
  '<svg\n>',
  '<!DOCTYPE svg><svg>',
  ' \t\r\n<svg>',
  '<!-- a --><!-- b --><?c?><svg>',
  '<!-- [ --><?a [ ?><svg>',
  '<!DOCTYPE svg><svg>[</svg>',
])('finds the root element of %j', async (head) => {
  expect(await sniff(bytes(head), 'x.csv')).toBe('image/svg+xml')
})

test('reads the beginning only, and treats a character that is cut there as text', async () => {
  const filled = (end: string) => Buffer.from('a'.repeat(SNIFF_BYTES - 1) + end)
  expect(await sniff(filled('é'), 'x.csv')).toBe('text/csv')
  expect(await sniff(filled(' <html>'), 'x.csv')).toBe('text/csv')
  expect(await sniff(filled(' \0'), 'x.csv')).toBe('text/csv')
})

test('detects the images that may be those of the app, and no others', () => {
  expect(imageTypeOf(bytes('\x89PNG\r\n\x1a\n....'))).toBe('image/png')
  expect(imageTypeOf(bytes('RIFF\0\0\0\0WEBPVP8 '))).toBe('image/webp')
  expect(imageTypeOf(Buffer.from('ffd8ffe000104a464946', 'hex'))).toBe('image/jpeg')
  expect(imageTypeOf(bytes('<?xml version="1.0"?><svg>'))).toBe('image/svg+xml')
  for (const other of ['RIFF\0\0\0\0WAVE', 'xxxx\0\0\0\0WEBP', 'GIF89a', '<html>', '<svg>\0', 'words', '\x89PNG']) {
    expect(imageTypeOf(bytes(other))).toBeUndefined()
  }
})

test('a list of blocked types may be written in any case, with spaces and dots, and with nothing in it', () => {
  expect([' .ExE ', 'exe', '.exe', 'EXE'].map((entry) => isBlocked([entry], 'eXe'))).toEqual([true, true, true, true])
  expect(isBlocked(['tar', 'exe'], 'text/plain', 'exe')).toBe(true)
  expect([isBlocked([''], '', 'exe'), isBlocked([], 'exe'), isBlocked(['x.exe'], 'exe')]).toEqual([false, false, false])
})

test('defect 32: compares blocked types as whole words', () => {
  expect(isBlocked(['image/svg+xml', '.EXE'], 'exe')).toBe(true)
  expect(isBlocked(['application/pdf'], 'pdf', 'application')).toBe(false)
  expect(isBlocked(['exe'], '', 'executable')).toBe(false)
})

test.each([
  ['GIF pictures are old', 'text/plain'],
  ['GIF99a\0\x01', 'application/octet-stream'],
  ['%PDFs are documents', 'text/plain'],
  ['ID3 is a tag', 'text/plain'],
  ['OggS is a container', 'text/plain'],
  ['\xef\xbb\xbfGIF89a\0\x01', 'application/octet-stream'],
  ['\xff\xfd\x90\x64\0\0\0\0', 'application/octet-stream'],
])('does not detect an inline type in what only resembles an image, sound or document: %j', async (head, type) => {
  expect(await sniff(bytes(head), 'x.png')).toBe(type)
  expect(contentHeaders('x', type, false)['content-disposition']).toMatch(/^attachment/)
})

const hostile = [
  ['empty comments', '<!---->'],
  ['open comments', '<!--'],
  ['declarations', '<?xml ?>'],
  ['open declarations', '<?xml'],
  ['document types', '<!doctype svg>'],
  ['document types with subsets', '<!doctype svg [ '],
  ['tags that are none', '<script'],
  ['white space', ' \n'],
  ['brackets', '<'],
  ['an archive of many entries', 'PK\x03\x04\x14\0\0\0\0\0'.padEnd(30, '\0')],
  ['a tag that holds tags', 'ID3\x04\0\0\0\0\0\0'],
  ['byte order marks', '\xef\xbb\xbf'],
  ['a picture of empty chunks', '\0\0\0\0IHDR\0\0\0\0'],
  ['a directory of tags', 'II*\0\x08\0\0\0\xff\x01'],
  ['elements of nothing', '\x1aE\xdf\xa3\x80'],
  ['an archive of JSON', '\x04\0\0\0\x04\0\0\0\x04\0\0\0\xff\x0f\0\0['],
  ['a compressed stream', '\x1f\x8b\x08\0\0\0\0\0'],
  ['audio objects', '0&\xb2u\x8ef\xcf\x11\xa6\xd9\0\xaa\0b\xcel'],
] as const

/** Counts its parts that are read. */
class CountedBytes extends Uint8Array<ArrayBuffer> {
  static reads = 0
  override subarray(begin?: number, end?: number): Uint8Array<ArrayBuffer> {
    CountedBytes.reads++
    return super.subarray(begin, end)
  }
}

test.each(hostile)('detects the type of 1 MiB of %s from few parts of its beginning', async (_what, part) => {
  const all = bytes(part.repeat(Math.ceil(1_048_576 / part.length)).slice(0, 1_048_576))
  for (const head of [all, Buffer.concat([all.subarray(0, 4000), bytes('x')]), bytes(`${part.repeat(40)}x`)]) {
    CountedBytes.reads = 0
    await sniff(new CountedBytes(head.buffer, head.byteOffset, head.length), 'notes.txt')
    expect(CountedBytes.reads).toBeLessThan(20)
  }
})
