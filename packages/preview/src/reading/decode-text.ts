/** Encodings that a reader can choose, as TextDecoder names them. */
export const encodings = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'windows-1256',
  'iso-8859-15',
  'shift_jis',
  'euc-jp',
  'euc-kr',
  'gb18030',
  'big5',
] as const
export type Encoding = (typeof encodings)[number]

/** Bytes of UTF-16 are compared in this many characters. */
const SAMPLED_CHARACTERS = 512

/**
 * The encoding of a text: by its byte order mark, else UTF-16 where every other byte is zero, else UTF-8 where the bytes
 * are valid UTF-8, else windows-1252. The last character may be cut off.
 */
export function detectEncoding(bytes: Uint8Array): Encoding {
  const [first, second, third] = bytes
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  const zeros = { even: 0, odd: 0 }
  const characters = Math.min(SAMPLED_CHARACTERS, Math.floor(bytes.length / 2))
  for (let at = 0; at < characters; at++) {
    if (bytes[at * 2] === 0) zeros.even += 1
    if (bytes[at * 2 + 1] === 0) zeros.odd += 1
  }
  if (zeros.odd > characters * 0.4 && zeros.even < characters * 0.1) return 'utf-16le'
  if (zeros.even > characters * 0.4 && zeros.odd < characters * 0.1) return 'utf-16be'
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
    return 'utf-8'
  } catch {
    return 'windows-1252'
  }
}

/** The text without its byte order mark and without a character that is cut off at its end. */
export const decodeText = (bytes: Uint8Array, encoding: Encoding): string =>
  new TextDecoder(encoding).decode(bytes, { stream: true })
