import { cleanName, foldedName, keyPrefixes, nameKey, nthName, sortKey } from './entry-name-rules.ts'

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
])('accepts a name with %s unchanged', (_what, name) => {
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

test('zeros within a number count', () => {
  expect(sortKey('a 1001')).toBe('a 041001')
})

test('the key holds the folded name behind the sort key where numbers make it another', () => {
  expect(nameKey('Äpfel')).toBe('apfel')
  expect(nameKey('Äpfel 007')).toBe('apfel 017\u0001apfel 007')
})

test.each([
  ['É', 'e'],
  ['ΟΔΟΣ', 'οδοσ'],
  ['İstanbul', 'istanbul'],
  ['が', 'か'],
  ['한', '\u1112\u1161\u11ab'],
  ['007', '007'],
])('folds %s', (name, folded) => {
  expect(foldedName(name)).toBe(folded)
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

test.each([
  ['file 1', ['file 1', 'File 10', 'file 1999', 'fíle 01'], ['file 2', 'file 21', 'file', 'file 0']],
  ['file 007', ['file 7', 'file 70', 'file 0071'], ['file 17', 'file 0']],
  ['file 9', ['file 9', 'file 95'], ['file 8', 'file']],
  ['file 1001', ['file 1001', 'file 10015'], ['file 11', 'file 101']],
  ['0', ['0', '00', '0 a'], ['1', 'a0']],
  ['12', ['12', '120', '12 a'], ['1', '112', '2']],
  ['v1.', ['v1.0', 'V1.txt'], ['v10', 'v1']],
  ['Éa', ['ea', 'EAGLE'], ['e', 'fa']],
  ['1'.repeat(17), ['1'.repeat(17), `${'1'.repeat(17)}a`], ['1'.repeat(18), '1'.repeat(16)]],
  ['1'.repeat(16), ['1'.repeat(16)], ['1'.repeat(15)]],
])('names that begin with "%s" have a key with one of its key prefixes', (prefix, similar, others) => {
  const keys = keyPrefixes(prefix)
  const isMeant = (name: string) => keys.some((key) => nameKey(name).startsWith(key))
  expect(similar.filter((name) => !isMeant(name))).toEqual([])
  expect(others.filter(isMeant)).toEqual([])
  expect([...keys].sort()).toEqual(keys)
})

test('numbers of hundreds of digits have keys', () => {
  expect(sortKey('9'.repeat(150))).toBe(`99${'9'.repeat(150)}`)
  expect(sortKey('0'.repeat(150))).toBe('010')
})

test('a key has the first 200 characters, none of them cut', () => {
  expect(sortKey('a'.repeat(201))).toBe('a'.repeat(200))
  expect(sortKey('😀'.repeat(201))).toBe('😀'.repeat(200))
})

test.each([
  ['a.txt', 1, 'file', 'a.txt'],
  ['photos.2024', 2, 'folder', 'photos.2024 (2)'],
  ['noted', 2, 'file', 'noted (2)'],
  ['mail.from me', 2, 'file', 'mail.from me (2)'],
  [`a.${'x'.repeat(16)}`, 2, 'file', `a (2).${'x'.repeat(16)}`],
  [`a.${'x'.repeat(17)}`, 2, 'file', `a.${'x'.repeat(17)} (2)`],
  ['a.b.c', 10, 'file', 'a.b (10).c'],
  ['x.tar', 2, 'file', 'x (2).tar'],
] as const)('of %s number %i, a %s, is %s', (name, n, kind, expected) => {
  expect(nthName(name, n, kind)).toBe(expected)
})

test('the stem of a numbered name is shortened by whole characters, and by no more than needed', () => {
  expect(nthName('x'.repeat(255), 2, 'folder')).toBe(`${'x'.repeat(251)} (2)`)
  expect(nthName(`${'x'.repeat(251)}.txt`, 2, 'file')).toBe(`${'x'.repeat(247)} (2).txt`)
  expect(nthName('😀'.repeat(63), 2, 'folder')).toBe(`${'😀'.repeat(62)} (2)`)
  expect(nthName('é'.repeat(127), 10, 'folder')).toBe(`${'é'.repeat(125)} (10)`)
  expect(nthName('\ud800'.repeat(85), 2, 'folder')).toBe(`${'\ud800'.repeat(83)} (2)`)
})
