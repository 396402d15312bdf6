// The contracts of sections as committed files, so that a change is a visible diff: the types between shell and sections,
// and the fields of the calls. `node scripts/contract-report.mjs` checks the files, `--write` updates them. Changes of the
// calls that sections or servers of an earlier release do not stand are refused in both cases, unless the major version of
// SHELL_API_VERSION was raised.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { breakingChanges, callsOf } from './lib/call-fields.mjs'
import { env, node, root } from './lib/paths.mjs'

const report = 'packages/section/contract.report.md'
const callReport = 'packages/api/contract.report.json'
const packages = ['section', 'event-bus', 'api-client']

const options = {
  noEmit: false,
  declaration: true,
  emitDeclarationOnly: true,
  rootDir: root,
}

function declarations(out) {
  const config = join(out, 'tsconfig.json')
  const files = packages.map((name) => join(root, 'packages', name, 'src/index.ts'))
  const compilerOptions = { ...options, outDir: join(out, 'types'), types: [], paths: {} }
  writeFileSync(config, JSON.stringify({ extends: join(root, 'tsconfig.json'), compilerOptions, include: [], files }))
  const { status, stdout } = spawnSync('tsc', ['-p', config], { cwd: root, env, encoding: 'utf8' })
  if (status !== 0) throw new Error(stdout)
  return packages.flatMap((name) => {
    const folder = join(out, 'types/packages', name, 'src')
    return readdirSync(folder)
      .filter((file) => file.endsWith('.d.ts'))
      .sort()
      .map((file) => ({ name: `packages/${name}/src/${file}`, text: readFileSync(join(folder, file), 'utf8').trim() }))
  })
}

function formatted(file, input) {
  const { status, stdout, stderr } = spawnSync('oxfmt', ['--stdin-filepath', file], {
    cwd: root,
    env,
    encoding: 'utf8',
    input,
  })
  if (status !== 0) throw new Error(stderr)
  return stdout
}

/** The contract's version, and the fields of all calls. In a process of its own: the Node that runs this may be older. */
function describeCalls() {
  const module = (path) => JSON.stringify(pathToFileURL(join(root, path)).href)
  const script = `
    import { describeApi } from ${module('server/src/features/openapi/describe-api.ts')}
    import { SHELL_API_VERSION } from ${module('packages/section/src/contract.ts')}
    console.log(JSON.stringify({ contract: SHELL_API_VERSION, api: describeApi('') }))`
  const args = ['--no-warnings', '--input-type=module', '--eval', script]
  const { status, stdout, stderr } = spawnSync(node, args, { cwd: root, env, encoding: 'utf8', maxBuffer: 2 ** 26 })
  if (status !== 0) throw new Error(stderr)
  const { contract, api } = JSON.parse(stdout)
  return { contract, calls: callsOf(api) }
}

const readReport = (file) => (existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : null)

/** Whether the report is current, or was written. */
function checkReport(file, text, advice) {
  if (process.argv.includes('--write')) writeFileSync(join(root, file), text)
  else if (readReport(file) !== text) {
    console.error(`${file} is not current. ${advice}`)
    console.error('Then run "node scripts/contract-report.mjs --write" and commit the report too.')
    return false
  }
  console.log(`${file} is current.`)
  return true
}

function checkCalls() {
  const now = describeCalls()
  const before = JSON.parse(readReport(callReport) ?? '{ "contract": "", "calls": {} }')
  const major = ({ contract }) => contract.split('.')[0]
  const problems = major(before) === major(now) ? breakingChanges(before.calls, now.calls) : []
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) {
    console.error('Sections and servers of other releases would not work together. If that is meant: raise the major')
    console.error('version of SHELL_API_VERSION.')
    return false
  }
  return checkReport(callReport, formatted(callReport, JSON.stringify(now)), 'The fields of calls have changed.')
}

const TYPES_ADVICE =
  'An addition to the contract raises the minor version of SHELL_API_VERSION, any other change the major.'

const out = mkdtempSync(join(tmpdir(), 'holdall-contract-'))
try {
  const parts = declarations(out).map(({ name, text }) => `## ${name}\n\n\`\`\`ts\n${text}\n\`\`\`\n`)
  const text = formatted(
    report,
    `# The types of the contract\n\nWritten by \`node scripts/contract-report.mjs --write\`; do not edit.\n\n${parts.join('\n')}`,
  )
  const results = [checkReport(report, text, TYPES_ADVICE), checkCalls()]
  if (results.includes(false)) process.exitCode = 1
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
} finally {
  rmSync(out, { recursive: true, force: true })
}
