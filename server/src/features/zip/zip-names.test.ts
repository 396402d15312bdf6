import { executedBlocks, MAX_LINEAR_GROWTH } from '../../../../packages/testing/src/blocks/executed-blocks.ts'
import type * as zipNames from './zip-names.ts'
import { portableName, uniqueNames } from './zip-names.ts'

test.each([
  ['../../etc/passwd', '.._.._etc_passwd'],
  ['..', '_'],
  ['.', '_'],
  ['', '_'],
  ['/etc/passwd', '_etc_passwd'],
  ['C:\\Windows\\system32', 'C__Windows_system32'],
  ['a<b>c:d"e|f?g*h', 'a_b_c_d_e_f_g_h'],
  ['tab\tand\u0007bell\u0000nul', 'tab_and_bell_nul'],
  ['CON', '_CON'],
  ['aux.txt', '_aux.txt'],
  ['Com1.tar.gz', '_Com1.tar.gz'],
  ['lpt¹', '_lpt¹'],
  ['nul .txt', '_nul .txt'],
  ['CONIN$', '_CONIN$'],
  ['console.log', 'console.log'],
  ['com10', 'com10'],
  ['ends with dots...', 'ends with dots'],
  ['ends with spaces   ', 'ends with spaces'],
  ['.gitignore', '.gitignore'],
  ['e\u0301', '\u00e9'],
  ['مرحبا 你好 🎉.txt', 'مرحبا 你好 🎉.txt'],
])('%j becomes %j', (name, expected) => {
  expect(portableName(name)).toBe(expected)
})

test('a reserved name of full length stays short enough', () => {
  const name = portableName(`con.${'x'.repeat(251)}`)
  expect(Buffer.byteLength(name)).toBe(255)
  expect(name).toMatch(/^_con\.x+$/)
})

test('names that differ only in case, composition or forbidden characters become different', () => {
  const nameOf = uniqueNames()
  const given = ['a.txt', 'A.TXT', 'a (2).txt', '\u00e9', 'E\u0301', 'x?', 'x*', 'x_', '..', '.']
  const names = given.map((name) => nameOf(name, 'file'))
  expect(names).toEqual([
    'a.txt',
    'A (2).TXT',
    'a (2) (2).txt',
    '\u00e9',
    '\u00c9 (2)',
    'x_',
    'x_ (2)',
    'x_ (3)',
    '_',
    '_ (2)',
  ])
  expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(given.length)
})

test('makes names different with work in proportion to their number', async () => {
  const work = ({ uniqueNames: make }: typeof zipNames, [kind, count]: ['equal' | 'long', number]) => {
    const nameOf = make()
    if (kind === 'equal') for (let n = 0; n < count; n++) nameOf('a?', 'file')
    const stem = 'x'.repeat(249)
    for (let n = 10_000; kind === 'long' && n < 10_000 + count; n++) {
      nameOf(`${stem}a${n}`, 'folder')
      nameOf(`${stem}A${n}`, 'folder')
    }
  }
  const inputs = (['equal', 'long'] as const).flatMap((kind) =>
    [250, 500].map((n): Parameters<typeof work>[1] => [kind, n]),
  )
  const counts = await executedBlocks(import.meta.resolve('./zip-names.ts'), work, inputs)
  expect(counts[1]! / counts[0]!).toBeLessThan(MAX_LINEAR_GROWTH)
  expect(counts[3]! / counts[2]!).toBeLessThan(MAX_LINEAR_GROWTH)
})

test('numbers names that become the same in the order of the calls', () => {
  const nameOf = uniqueNames()
  for (let n = 0; n < 1000; n++) nameOf('a?', 'file')
  expect(nameOf('a*', 'file')).toBe('a_ (1001)')
})

test('names of full length that differ near their end and in case stay different and short enough', () => {
  const nameOf = uniqueNames()
  const stem = 'x'.repeat(249)
  const names: string[] = []
  for (let n = 100_000; n < 100_200; n++) {
    names.push(nameOf(`${stem}a${String(n).slice(1)}`, 'folder'), nameOf(`${stem}A${String(n).slice(1)}`, 'folder'))
  }
  expect(names.slice(0, 4)).toEqual([`${stem}a00000`, `${stem}A0 (2)`, `${stem}a00001`, `${stem}A0 (3)`])
  expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length)
  for (const name of names) expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255)
})
