import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

test('a message that was edited while the development server runs is read again', () => {
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
    // On Node's own loader, which the description goes by.
    const script = `
      import { writeFileSync } from 'node:fs'
      import { describeSection } from ${JSON.stringify(pathToFileURL(join(__dirname, 'describe.ts')).href)}
      for (const text of ['before', 'after']) {
        writeFileSync(${JSON.stringify(messages)}, JSON.stringify({ title: text, ['only.' + text]: text }))
        console.log(Object.entries((await describeSection(${JSON.stringify(dir)})).messages['en-US']).flat().join(' '))
      }`
    const args = ['--no-warnings', '--input-type=module', '--eval', script]
    const said = execFileSync(process.execPath, args, { encoding: 'utf8', env: { ...process.env, NODE_OPTIONS: '' } })
    expect(said.trim().split('\n')).toEqual(['title before only.before before', 'title after only.after after'])
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
})
