// The types of the contract between shell and sections as one committed file, so that a change of the contract is a
// visible diff. `node scripts/contract-report.mjs` checks the file, `--write` updates it.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { env, root } from './lib/paths.mjs'

const report = 'packages/section/contract.report.md'
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

function formatted(input) {
  const { status, stdout, stderr } = spawnSync('oxfmt', ['--stdin-filepath', report], {
    cwd: root,
    env,
    encoding: 'utf8',
    input,
  })
  if (status !== 0) throw new Error(stderr)
  return stdout
}

const out = mkdtempSync(join(tmpdir(), 'holdall-contract-'))
try {
  const parts = declarations(out).map(({ name, text }) => `## ${name}\n\n\`\`\`ts\n${text}\n\`\`\`\n`)
  const text = formatted(
    `# The types of the contract\n\nWritten by \`node scripts/contract-report.mjs --write\`; do not edit.\n\n${parts.join('\n')}`,
  )
  const path = join(root, report)
  if (process.argv.includes('--write')) writeFileSync(path, text)
  else if (!existsSync(path) || readFileSync(path, 'utf8') !== text) {
    console.error(
      `The contract is not what ${report} says. An addition raises the minor version of SHELL_API_VERSION, any other`,
    )
    console.error('change the major. Then run "node scripts/contract-report.mjs --write" and commit the report too.')
    process.exitCode = 1
  } else console.log(`The contract is what ${report} says.`)
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
} finally {
  rmSync(out, { recursive: true, force: true })
}
