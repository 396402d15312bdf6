import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const root = join(__dirname, '../..')
const plugin = join(root, 'scripts/lint/plugin.mjs')
const rule = 'holdall/no-timing-in-tests'
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'holdall-lint-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Lines of the files that the rule refuses, as `file:line`, by this configuration of oxlint. */
function refused(files: Record<string, string>, config: object = { rules: { [rule]: 'error' } }): string[] {
  const all = { ...files, 'config.json': JSON.stringify({ categories: {}, ...config, jsPlugins: [plugin] }) }
  for (const [file, text] of Object.entries(all)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  const args = [join(root, 'node_modules/oxlint/bin/oxlint'), '-c', 'config.json', '--format', 'json', '.']
  const { stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' })
  const { diagnostics } = JSON.parse(stdout) as {
    diagnostics: { code: string; filename: string; labels: { span: { line: number } }[] }[]
  }
  const lines = diagnostics
    .filter(({ code }) => code === 'holdall(no-timing-in-tests)')
    .map(({ filename, labels }) => `${filename}:${labels[0]!.span.line}`)
  return [...new Set(lines)].toSorted((a, b) => a.localeCompare(b))
}

const refusedCode = {
  'repeated-test': 'jest.retryTimes(2)',
  clock: 'const from = performance.now()',
  'clock-by-string': "const from = performance['now']()",
  'process-time': 'process.hrtime.bigint()',
  'processor-time': 'process.cpuUsage()',
  'processor-time-of-a-thread': 'process.threadCpuUsage()',
  'event-loop-delay': "import { monitorEventLoopDelay } from 'node:perf_hooks'",
  'imported-clock': "import { performance as clock } from 'node:perf_hooks'",
  'bench-helper': "import { longestBlock } from '../../e2e/bench/longest-block.ts'",
  'lazy-bench-helper': "await import('../testing/unblocked.ts')",
  expectation: 'expect(Date.now() - from).toBeLessThan(50)',
  matcher: 'expect(expiresAtMs).toBeLessThan(Date.now() + 1000)',
  'negated-matcher': 'expect(expiresAtMs).not.toBe(Date.now())',
  'named-difference': 'const took = Date.now() - from; expect(took).toBeLessThan(50)',
}

test('refuses clocks, processor time, delays of the event loop, repeated tests and helpers of the benches', () => {
  const files = Object.entries(refusedCode).map(([name, code]) => [`${name}.ts`, `// comment\n${code}\n`])
  expect(refused(Object.fromEntries(files))).toEqual(
    files.map(([file]) => `${file}:2`).toSorted((a, b) => a.localeCompare(b)),
  )
})

test('accepts the time where nothing is compared with it', () => {
  const code = `
const expiresAtMs = Date.now() + 1000
await create({ expiresAtMs })
expect(await read()).toEqual({ expiresAtMs })
expect(clock.now()).toBe(5)
jest.useFakeTimers({ now: 0 })
`
  expect(refused({ 'a.ts': code })).toEqual([])
})

test('applies to tests of every kind and to what they share, and not to the benches', () => {
  const { overrides } = JSON.parse(readFileSync(join(root, '.oxlintrc.json'), 'utf8')) as { overrides: object[] }
  const tests = [
    'e2e/journeys/a.spec.ts',
    'e2e/journeys/a.service-spec.ts',
    'e2e/src/a.ts',
    'mf-admin/src/a/a.test.tsx',
    'packages/ui/src/testing/a.ts',
    'server/src/a/a.service-test.ts',
    'server/src/a/a.test.ts',
    'server/src/testing/deep/a.ts',
  ]
  const others = ['e2e/bench/a.ts', 'e2e/bench/a.spec.ts', 'server/src/a/a.ts', 'shell/src/a.tsx']
  const files = Object.fromEntries([...tests, ...others].map((file) => [file, 'export const a = performance.now()\n']))
  const ours = overrides.filter((override) => JSON.stringify(override).includes(rule))
  expect(refused(files, { overrides: ours })).toEqual(
    tests.map((file) => `${file}:1`).toSorted((a, b) => a.localeCompare(b)),
  )
})
