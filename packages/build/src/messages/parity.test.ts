import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { workspaceFolders } from '../../../../scripts/lib/workspaces.mjs'
import { compileMessages, readMessages } from './compile.ts'

const root = join(__dirname, '../../../..')
const folders = workspaceFolders().flatMap((workspace) =>
  ['src/messages', 'messages', 'src/notifications/messages']
    .map((name) => join(workspace, name))
    .filter((name) => existsSync(join(root, name))),
)
const files = folders.flatMap((folder) =>
  readdirSync(join(root, folder))
    .filter((file) => file.endsWith('.json'))
    .map((file) => [folder, file] as const),
)
const formatjs = join(__dirname, '../../node_modules/@formatjs/cli/bin/formatjs')

const sourceOf = (folder: string, file: string) => readFileSync(join(root, folder, file), 'utf8')

test.each(files)('%s/%s is a table of ICU messages', (folder, file) => {
  expect(compileMessages(sourceOf(folder, file))).not.toEqual({})
})

test.each([...new Set(files.map(([, file]) => file))])('%s has the same text for an id in all folders', (locale) => {
  const texts = new Map<string, string>()
  const others = files.flatMap(([folder, file]) => {
    if (file !== locale) return []
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

test.each([...new Set(files.map(([folder]) => folder))])(
  '%s has the messages of en-US in each language, with the same values',
  (folder) => {
    execFileSync(process.execPath, [formatjs, 'verify', ...checks, `${folder}/*.json`], { cwd: root, stdio: 'pipe' })
  },
)
