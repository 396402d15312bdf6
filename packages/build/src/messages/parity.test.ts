import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type MessageFormatElement, TYPE } from '@formatjs/icu-messageformat-parser'
import { workspaceFolders } from '../../../../scripts/lib/workspaces.mjs'
import { type CompiledMessages, compileMessages, readMessages } from './compile.ts'

const root = join(__dirname, '../../../..')
const folders = workspaceFolders().flatMap((workspace) =>
  ['src/messages', 'messages'].map((name) => join(workspace, name)).filter((name) => existsSync(join(root, name))),
)
const files = folders.flatMap((folder) =>
  readdirSync(join(root, folder))
    .filter((file) => file.endsWith('.json'))
    .map((file) => [folder, file] as const),
)
const translations = files.filter(([, file]) => file !== 'en-US.json')
const read = (folder: string, file: string) => compileMessages(readFileSync(join(root, folder, file), 'utf8'))

/** Names of everything that a message is filled in with. */
function valuesOf(elements: readonly MessageFormatElement[]): string[] {
  return elements.flatMap((element) => {
    if (element.type === TYPE.literal || element.type === TYPE.pound) return []
    const own = [element.value]
    if (element.type === TYPE.tag) return [...own, ...valuesOf(element.children)]
    if (element.type !== TYPE.select && element.type !== TYPE.plural) return own
    return [...own, ...Object.values(element.options).flatMap(({ value }) => valuesOf(value))]
  })
}
const described = (messages: CompiledMessages) =>
  Object.fromEntries(
    Object.entries(messages).map(([id, elements]) => [id, [...new Set(valuesOf(elements))].toSorted()]),
  )

test.each([...new Set(files.map(([, file]) => file))])('%s has one text for each id, wherever it stands', (locale) => {
  const texts = new Map<string, string>()
  const others = files.flatMap(([folder, file]) => {
    if (file !== locale) return []
    return Object.entries(readMessages(readFileSync(join(root, folder, file), 'utf8'))).flatMap(([id, text]) => {
      const known = texts.get(id) ?? text
      texts.set(id, known)
      return known === text ? [] : [`${folder}: ${id}`]
    })
  })
  expect(others).toEqual([])
})

test('there are translations to compare', () => {
  expect(translations.length).toBeGreaterThan(3)
})

test.each(translations)('%s/%s has the messages of en-US, each with the same values', (folder, file) => {
  expect(described(read(folder, file))).toEqual(described(read(folder, file.replace(/^[^.]+/, 'en-US'))))
})
