import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type MessageFormatElement, TYPE } from '@formatjs/icu-messageformat-parser'
import { workspaceFolders } from '../../../../scripts/lib/workspaces.mjs'
import { type CompiledMessages, compileMessages } from './compile.ts'

const root = join(__dirname, '../../../..')
const folders = workspaceFolders().flatMap((workspace) =>
  ['src/messages', 'messages'].map((name) => join(workspace, name)).filter((name) => existsSync(join(root, name))),
)
const translations = folders.flatMap((folder) =>
  readdirSync(join(root, folder))
    .filter((file) => file.endsWith('.json') && !file.startsWith('en-US'))
    .map((file) => [folder, file] as const),
)
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

test('there are translations to compare', () => {
  expect(translations.length).toBeGreaterThan(3)
})

test.each(translations)('%s/%s has the messages of en-US, each with the same values', (folder, file) => {
  expect(described(read(folder, file))).toEqual(described(read(folder, file.replace(/^[^.]+/, 'en-US'))))
})
