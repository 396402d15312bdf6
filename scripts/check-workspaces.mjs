// Adds a section with one mistake of each kind to a copy of the project, and checks that the steps of `npm test` find
// it without being listed anywhere.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { buildServer } from './lib/build.mjs'
import { env, root } from './lib/paths.mjs'
import { browser, checks, size } from './lib/suite.mjs'
import { copyWorkspace } from './lib/workspace-copy.mjs'
import { builtFolders, workspaceFolders } from './lib/workspaces.mjs'

const stepOf = (name) => [...checks, browser, size].find((step) => step.name === name)
const faultySection = {
  'package.json': JSON.stringify({ name: '@holdall/mf-x', version: '0.1.0', private: true, type: 'module' }),
  'src/wrong-type.ts': "export const count: number = 'none'\n",
  'src/wrong-lint.ts': 'export const read = (value: any): unknown => value\n',
  'src/wrong-format.ts': 'export const double = "quoted";\n',
  'src/wrong.test.ts': "test('fails', () => {\n  expect(1).toBe(2)\n})\n",
  'dist/large.js': '',
  'dist/large.js.br': Buffer.alloc(200_000),
}
/** Step -> its output when it finds the mistake. */
const expected = {
  browser: /mf-x\/src\/wrong\.test\.ts/,
  size: /over +largest chunk of mf-x/,
}
/** The same, of steps that read all files: whether they find mf-x does not depend on the others, which take a minute. */
const expectedAlone = {
  types: /mf-x\/src\/wrong-type\.ts/,
  lint: /mf-x\/src\/wrong-lint\.ts/,
  format: /mf-x\/src\/wrong-format\.ts/,
}

function run({ command: [program, ...args], variables = {} }, more) {
  const options = { cwd: copy, env: { ...env, ...variables }, encoding: 'utf8' }
  const { status, stdout, stderr } = spawnSync(program, [...args, ...more], options)
  return { code: status, text: stdout + stderr }
}

function checkSteps(steps) {
  for (const [name, mistake] of Object.entries(steps)) {
    const { code, text } = run(stepOf(name), name === 'browser' ? ['--testPathPatterns', 'mf-x/'] : [])
    if (code === 0 || !mistake.test(text))
      problems.push(`"${name}" does not find the mistake in mf-x:\n${text.slice(-2000)}`)
  }
}

/** Runs the line of the Dockerfile that copies the builds. Returns the folder that they are in. */
function gatherAsDocker() {
  const [, gather] = /RUN mkdir \/builds && (.+ \/builds)$/m.exec(readFileSync(join(copy, 'deploy/Dockerfile'), 'utf8'))
  const folder = join(copy, 'gathered')
  mkdirSync(folder)
  execFileSync('sh', ['-c', gather.replace(/ \/builds$/, ` ${folder}`)], { cwd: copy })
  return folder
}

const copy = mkdtempSync(join(tmpdir(), 'holdall-workspaces-'))
const problems = []
try {
  copyWorkspace(copy)
  for (const [name, content] of Object.entries(faultySection)) {
    mkdirSync(dirname(join(copy, 'mf-x', name)), { recursive: true })
    writeFileSync(join(copy, 'mf-x', name), content)
  }
  buildServer()
  for (const folder of [...builtFolders(), 'server'])
    symlinkSync(join(root, folder, 'dist'), join(copy, folder, 'dist'))
  checkSteps(expected)
  if (!builtFolders(copy).includes('mf-x')) problems.push('The builds do not find mf-x.')
  if (!existsSync(join(gatherAsDocker(), 'mf-x/dist/large.js'))) problems.push('The Dockerfile leaves mf-x out.')
  for (const folder of workspaceFolders(copy)) {
    if (folder !== 'mf-x') rmSync(join(copy, folder), { recursive: true, force: true })
  }
  checkSteps(expectedAlone)
} catch (error) {
  problems.push(error.stack)
} finally {
  rmSync(copy, { recursive: true, force: true })
}
for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exitCode = 1
else
  console.log(
    `A new section is found by ${Object.keys({ ...expected, ...expectedAlone }).join(', ')}, the builds and the Dockerfile.`,
  )
