import { cleanName, extensionOf, nameKey, nthName } from './names.ts'

const refused: readonly (readonly [string, string, string])[] = [
  ['a slash', 'a/b', 'slash'],
  ['a way up', '../etc', 'slash'],
  ['a null byte', 'a\0b', 'control'],
  ['a line end', 'a\r\nX-Header: b', 'control'],
  ['one dot', '.', 'dots'],
  ['two dots', '..', 'dots'],
  ['two dots and spaces', ' .. ', 'dots'],
  ['white space only', ' \u00a0 ', 'empty'],
  ['dots only', '....', 'empty'],
  ['joiners only', '\u200d\u200c', 'empty'],
  ['a direction mark only', '\u200f', 'empty'],
  ['a variation selector only', '\ufe0f', 'empty'],
  ['a blank of Braille only', '\u2800', 'empty'],
  ['256 bytes', 'é'.repeat(128), 'too-long'],
  ['a right-to-left override', 'photo\u202egpj.exe', 'invisible'],
  ['an isolate', 'a\u2066b', 'invisible'],
  ['a zero-width space', 'a\u200bb', 'invisible'],
  ['a byte order mark', '\ufeffa', 'invisible'],
  ['half a surrogate pair', 'a\ud800', 'control'],
]

test.each(refused)('refuses a name with %s', (_what, raw, problem) => {
  expect(cleanName(raw)).toMatchObject({ problem })
})

test.each([
  ['Arabic', 'ملف جديد.pdf'],
  ['Persian with a joiner', 'می\u200cخواهم'],
  ['emoji', '👩‍👩‍👧 family 🏴󠁧󠁢󠁥󠁮󠁧󠁿.png'],
  ['quotes and backslashes', `"it's" \\ <b>.txt`],
  ['255 bytes', 'x'.repeat(255)],
  ['a leading dot', '.env'],
])('takes a name with %s as it is', (_what, name) => {
  expect(cleanName(name)).toEqual({ name })
})

test('composes to NFC and trims what Windows would drop', () => {
  expect(cleanName('  cafe\u0301. . ')).toEqual({ name: 'caf\u00e9' })
})

test('sorts numbers by value, letters without case and accents, byte by byte', () => {
  const sorted = ['10.txt', '2.txt', 'Äpfel', 'apfel 2', 'apfel 10', 'Zebra', 'émile', 'eagle', '007', '7a']
  const byKey = [...sorted].sort((a, b) => Buffer.compare(Buffer.from(nameKey(a)), Buffer.from(nameKey(b))))
  expect(byKey).toEqual(['2.txt', '007', '7a', '10.txt', 'Äpfel', 'apfel 2', 'apfel 10', 'eagle', 'émile', 'Zebra'])
})

test('keeps the key of any name short enough for an index row', () => {
  expect(Buffer.byteLength(nameKey('ﷺ1'.repeat(60)))).toBeLessThan(1000)
})

test('numbers a taken name before its ending', () => {
  expect(nthName('a.txt', 2, 'file')).toBe('a (2).txt')
  expect(nthName('archive.tar.gz', 3, 'file')).toBe('archive (3).tar.gz')
  expect(nthName('.env', 2, 'file')).toBe('.env (2)')
  expect(nthName('v1.0', 2, 'folder')).toBe('v1.0 (2)')
  expect(Buffer.byteLength(nthName(`${'é'.repeat(125)}.txt`, 12, 'file'))).toBeLessThanOrEqual(255)
})

test('reads the extension in lower case', () => {
  expect(['A.PDF', '.env', 'none', 'a.b.C'].map(extensionOf)).toEqual(['pdf', '', '', 'c'])
})
