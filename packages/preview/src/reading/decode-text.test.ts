import { decodeText, detectEncoding } from './decode-text.ts'

const utf16 = (text: string, isBigEndian: boolean) =>
  Uint8Array.from(
    text.split('').flatMap((character) => {
      const code = character.charCodeAt(0)
      return isBigEndian ? [code >> 8, code & 255] : [code & 255, code >> 8]
    }),
  )
const withMark = (mark: readonly number[], bytes: Uint8Array) => Uint8Array.from([...mark, ...bytes])
const utf8 = (text: string) => new TextEncoder().encode(text)

test.each([
  ['UTF-8', utf8('Grüße ✓'), 'utf-8', 'Grüße ✓'],
  ['UTF-8 with a mark', withMark([0xef, 0xbb, 0xbf], utf8('Grüße')), 'utf-8', 'Grüße'],
  ['UTF-16 with a mark', withMark([0xff, 0xfe], utf16('Grüße', false)), 'utf-16le', 'Grüße'],
  ['UTF-16 big endian with a mark', withMark([0xfe, 0xff], utf16('Grüße', true)), 'utf-16be', 'Grüße'],
  ['UTF-16 without a mark', utf16('name,size', false), 'utf-16le', 'name,size'],
  ['UTF-16 big endian without a mark', utf16('name,size', true), 'utf-16be', 'name,size'],
  ['windows-1252', Uint8Array.from([71, 114, 0xfc, 0xdf, 101]), 'windows-1252', 'Grüße'],
  ['nothing', new Uint8Array(), 'utf-8', ''],
] as const)('detects %s', (_name, bytes, encoding, text) => {
  expect(detectEncoding(bytes)).toBe(encoding)
  expect(decodeText(bytes, encoding)).toBe(text)
})

test('a character that is cut off at the end is left out', () => {
  const bytes = utf8('aé').subarray(0, 2)
  expect(detectEncoding(bytes)).toBe('utf-8')
  expect(decodeText(bytes, 'utf-8')).toBe('a')
})
