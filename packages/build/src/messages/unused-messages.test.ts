import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isTest, sourceFiles } from '../../../../scripts/lib/source-files.mjs'
import { workspaceFolders } from '../../../../scripts/lib/workspaces.mjs'
import { readMessages } from './compile.ts'
import { unusedMessages } from './unused-messages.ts'

const root = join(__dirname, '../../../..')
const codeOf = (workspace: string) =>
  sourceFiles(join(root, workspace))
    .filter((file) => !isTest(file))
    .map((file) => readFileSync(join(root, workspace, file), 'utf8'))
const workspaces = workspaceFolders().map((folder) => ({ folder, code: codeOf(folder) }))
const withMessages = workspaces.flatMap(({ folder, code }) =>
  ['src/messages', 'messages', 'src/notifications/messages']
    .map((name) => join(root, folder, name, 'en-US.json'))
    .filter(existsSync)
    .map((file) => [folder, file, code] as const),
)

test.each(withMessages)('%s has no message that its code does not show', (folder, file, code) => {
  const others = workspaces.flatMap((other) => (other.folder === folder ? [] : other.code))
  expect(unusedMessages(Object.keys(readMessages(readFileSync(file, 'utf8'))), code, others)).toEqual([])
})

test('finds the messages of the shell and of the sections', () => {
  expect(withMessages.map(([folder]) => folder)).toEqual(
    expect.arrayContaining(['shell', 'server', 'mf-platform', 'packages/file-browser']),
  )
})

test.each<[string, string, string, string[]]>([
  ['a literal', `text('a.b')`, '', ['a.c', 'a.c_d', 'x.b']],
  ['an attribute', `<FormattedMessage id="a.b" />`, '', ['a.c', 'a.c_d', 'x.b']],
  ['a comment', `// text('a.b')`, '', ['a.b', 'a.c', 'a.c_d', 'x.b']],
  ['a template with words of the code', `const all = ['b', 'c']; text(\`a.\${one}\`)`, '', ['a.c_d', 'x.b']],
  [
    'a template with words of other code',
    'text(`a.${one}`)',
    `interface All { b: string; c?: string }`,
    ['a.c_d', 'x.b'],
  ],
  ['a template with an end', `text(\`a.\${one}_d\`); const c = 'c'`, '', ['a.b', 'a.c', 'x.b']],
  ['a template that begins with its expression', `const id = 'x'; text(\`\${id}.b\`)`, `'a'`, ['a.b', 'a.c', 'a.c_d']],
  ['a template that could be any id', 'text(`${one}.${two}`)', `'a' 'b' 'c' 'x'`, ['a.b', 'a.c', 'a.c_d', 'x.b']],
])('what is used by %s', (_what, code, other, unused) => {
  expect(unusedMessages(['a.b', 'a.c', 'a.c_d', 'x.b'], [code], [other])).toEqual(unused)
})
