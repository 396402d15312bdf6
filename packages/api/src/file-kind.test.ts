import fc from 'fast-check'
import { extensionOf, kindOf, stemOf } from './file-kind.ts'

test.each([
  ['plan.docx', 'docx', 'plan'],
  ['A.PDF', 'pdf', 'A'],
  ['a.tar.GZ', 'gz', 'a.tar'],
  ['.bashrc', '', '.bashrc'],
  ['..a', 'a', '.'],
  ['.config.json', 'json', '.config'],
  ['README', '', 'README'],
  ['a.', '', 'a.'],
  ['a..b', 'b', 'a.'],
  ['v1.2 draft', '', 'v1.2 draft'],
  ['Übersicht.ÄÖ', 'äö', 'Übersicht'],
  ['İ.İ', 'i̇', 'İ'],
  ['a.😀', '😀', 'a'],
  [`a.${'x'.repeat(16)}`, 'x'.repeat(16), 'a'],
  [`a.${'😀'.repeat(16)}`, '😀'.repeat(16), 'a'],
  [`a.${'x'.repeat(17)}`, '', `a.${'x'.repeat(17)}`],
  ['', '', ''],
])('the extension of “%s” is “%s”, after “%s”', (name, extension, stem) => {
  expect([extensionOf(name), stemOf(name)]).toEqual([extension, stem])
})

const names = fc.string({ unit: 'grapheme', maxLength: 40 })
const characters = fc.constantFrom('a', 'z', 'A', 'Z', '0', '9', '-', '_', '~', 'ä', 'Ä', '😀')
const extensions = fc.string({ unit: characters, minLength: 1, maxLength: 16 })

test('a stem and an extension of any name are the name', () => {
  fc.assert(
    fc.property(names, (name) => {
      const stem = stemOf(name)
      const rest = name.slice(stem.length)
      expect(rest.slice(1).toLowerCase()).toBe(extensionOf(name))
      if (extensionOf(name) === '') expect(stem).toBe(name)
      else {
        expect(rest.startsWith('.')).toBe(true)
        expect(stem).not.toBe('')
        expect(extensionOf(name)).not.toMatch(/[. ]/u)
      }
    }),
  )
})

test('what is appended with a dot is the extension of any name that is not empty', () => {
  fc.assert(
    fc.property(
      names.filter((name) => name !== ''),
      extensions,
      (stem, extension) => {
        expect(extensionOf(`${stem}.${extension}`)).toBe(extension.toLowerCase())
        expect(stemOf(`${stem}.${extension}`)).toBe(stem)
      },
    ),
  )
})

test('the kind of a file without a known type is that of its extension', () => {
  expect(['a.TAR.gz', 'a.docx', '.pdf', 'pdf', 'a.pdf '].map((name) => kindOf(null, name))).toEqual([
    'archive',
    'document',
    'other',
    'other',
    'other',
  ])
})
