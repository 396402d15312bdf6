import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import { workspaceFolders } from '../../../../scripts/lib/workspaces.mjs'
import { compileMessages, readMessages } from './compile.ts'

const root = join(__dirname, '../../../..')
const files = workspaceFolders().flatMap((workspace) =>
  globSync('{messages,src/**/messages}/*.json', { cwd: join(root, workspace), exclude: ['**/node_modules/**'] }).map(
    (path) => [join(workspace, dirname(path)), basename(path)] as const,
  ),
)
const formatjs = join(__dirname, '../../node_modules/@formatjs/cli/bin/formatjs')

const sourceOf = (folder: string, file: string) => readFileSync(join(root, folder, file), 'utf8')

test.each(files)('%s/%s is a table of ICU messages', (folder, file) => {
  expect(compileMessages(sourceOf(folder, file))).not.toEqual({})
})

test.each([...new Set(files.map(([, file]) => file))])('%s has the same text for an id in all folders', (locale) => {
  const texts = new Map<string, string>()
  const others = files.flatMap(([folder, file]) => {
    // A table has messages of the server or of the browser.
    if (file !== locale || folder.startsWith('server')) return []
    return Object.entries(readMessages(sourceOf(folder, file))).flatMap(([id, text]) => {
      const known = texts.get(id) ?? text
      texts.set(id, known)
      return known === text ? [] : [`${folder}: ${id}`]
    })
  })
  expect(others).toEqual([])
})

test('finds translations to compare', () => {
  expect(files.filter(([, file]) => file !== 'en-US.json').length).toBeGreaterThan(3)
})

const checks = ['--source-locale', 'en-US', '--missing-keys', '--extra-keys', '--structural-equality']

/** What a plural lacks of the categories of its language; `=1` serves as `one`. */
function missingForms(text: string, locale: string): readonly string[] {
  const needed = new Intl.PluralRules(locale).resolvedOptions().pluralCategories
  const exact: Readonly<Record<string, string>> = { zero: '=0', one: '=1', two: '=2' }
  const inside = (elements: readonly MessageFormatElement[]): readonly string[] =>
    elements.flatMap((element) => {
      if (element.type === TYPE.tag) return inside(element.children)
      if (element.type !== TYPE.plural && element.type !== TYPE.select) return []
      const missing = needed.filter((form) => !(form in element.options) && !((exact[form] ?? form) in element.options))
      const below = Object.values(element.options).flatMap(({ value }) => inside(value))
      return element.type === TYPE.plural ? [...missing, ...below] : below
    })
  return inside(parse(text))
}

test.each(files)('%s/%s has each form that a plural of its language has', (folder, file) => {
  const lacking = Object.entries(readMessages(sourceOf(folder, file))).flatMap(([id, text]) => {
    const missing = missingForms(text, basename(file, '.json'))
    return missing.length === 0 ? [] : [`${id}: ${missing.join(', ')}`]
  })
  expect(lacking).toEqual([])
})

test('a plural lacks a form also in a select, a plural or a tag', () => {
  expect(missingForms('{n, plural, one {#} other {#}}', 'en-US')).toEqual([])
  expect(missingForms('{n, plural, =1 {#} other {#}}', 'en-US')).toEqual([])
  expect(missingForms('<b>{who, select, me {{n, plural, other {#}}} other {}}</b>', 'de')).toEqual(['one'])
  expect(
    missingForms(
      '{n, plural, =0 {} =1 {} =2 {} few {#} other {{m, plural, one {} two {} few {} many {} other {}}}}',
      'ar',
    ),
  ).toEqual(['many', 'zero'])
})

test.each([...new Set(files.map(([folder]) => folder))])(
  '%s has the messages of en-US in each language, with the same values',
  (folder) => {
    execFileSync(process.execPath, [formatjs, 'verify', ...checks, `${folder}/*.json`], { cwd: root, stdio: 'pipe' })
  },
)
