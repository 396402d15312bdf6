import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { sectionFolders } from '../../../../scripts/lib/workspaces.mjs'

const root = join(__dirname, '../../../..')
const describeModule = JSON.stringify(pathToFileURL(join(__dirname, 'describe-section.ts')).href)

/** The output of a script in a process of its own, because the description needs Node's module loader. */
function evaluate(script: string): string {
  const args = ['--no-warnings', '--input-type=module', '--eval', script]
  return execFileSync(process.execPath, args, { encoding: 'utf8', env: { ...process.env, NODE_OPTIONS: '' } })
}

const sectionsWith = (name: string) =>
  sectionFolders().filter((folder) => {
    const { dependencies = {} } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as {
      readonly dependencies?: Readonly<Record<string, string>>
    }
    return name in dependencies
  })

test.each(sectionsWith('@holdall/file-browser'))(
  '%s describes the messages of the file browser in all its languages',
  (folder) => {
    const script = `
    import { describeSection } from ${describeModule}
    const { messages, packageMessages } = await describeSection(${JSON.stringify(join(root, folder))})
    console.log(JSON.stringify([messages, packageMessages]))`
    const [own, ofPackages] = JSON.parse(evaluate(script)) as Record<string, Record<string, string>>[]
    for (const locale of ['en-US', 'de', 'ar']) {
      const file = join(root, 'packages/file-browser/src/messages', `${locale}.json`)
      const expected = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
      expect({ ...ofPackages?.[locale], ...own?.[locale] }).toMatchObject(expected)
    }
  },
)

test('reads a message again that was edited while the development server runs', () => {
  const dir = mkdtempSync(join(tmpdir(), 'holdall-describe-'))
  try {
    mkdirSync(join(dir, 'src/messages'), { recursive: true })
    writeFileSync(
      join(dir, 'src/section.ts'),
      `import { defineSection } from '@holdall/section'
      export default defineSection({ id: 'x', version: '1.0.0', requires: { shellApi: '^1.0.0' }, routes: [],
        messages: { 'en-US': () => import('./messages/en-US.json').then((m) => m.default) } })`,
    )
    const messages = join(dir, 'src/messages/en-US.json')
    const script = `
      import { writeFileSync } from 'node:fs'
      import { describeSection } from ${describeModule}
      for (const text of ['before', 'after']) {
        writeFileSync(${JSON.stringify(messages)}, JSON.stringify({ title: text, ['only.' + text]: text }))
        console.log(Object.entries((await describeSection(${JSON.stringify(dir)})).messages['en-US']).flat().join(' '))
      }`
    expect(evaluate(script).trim().split('\n')).toEqual([
      'title before only.before before',
      'title after only.after after',
    ])
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
})
