import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { env, node, root } from './paths.mjs'

/** For a step that hangs. A slow machine reaches it in no step: it is several times what the longest takes. */
const MAX_STEP_MINUTES = 60

/**
 * Runs a step to its end. Resolves to `{ name, passed, failed, seconds, notes }`.
 * `live`: prints the output at once; otherwise at the end, so that the outputs of parallel steps do not mix.
 */
export async function runStep({ name, command, cwd = '.', variables = {}, live = false, count = asOneCheck, results }) {
  if (results) rmSync(results, { force: true })
  if (live) heading(name)
  const started = Date.now()
  const { code, output } = await execute(command, { cwd: join(root, cwd), variables, live })
  if (!live) {
    heading(name)
    process.stdout.write(output)
  }
  const counted = count(code, results)
  const seconds = (Date.now() - started) / 1000
  return { name, seconds, notes: [], ...counted }
}

export const heading = (name) => process.stdout.write(`\n── ${name} ${'─'.repeat(Math.max(2, 72 - name.length))}\n`)

const running = new Set()

function killGroup(child, signal) {
  try {
    process.kill(-child.pid, signal)
  } catch {
    // The process has ended already.
  }
}
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    for (const child of running) killGroup(child, signal)
    process.exit(1)
  })
}

function execute([program, ...args], { cwd, variables, live }) {
  return new Promise((resolve) => {
    // A process group of its own, so that its child processes can be killed with it.
    const child = spawn(program, args, {
      cwd,
      env: { ...env, ...variables },
      stdio: ['ignore', live ? 'inherit' : 'pipe', live ? 'inherit' : 'pipe'],
      detached: true,
    })
    let output = ''
    const append = (chunk) => (output += chunk)
    child.stdout?.on('data', append)
    child.stderr?.on('data', append)
    const timeout = setTimeout(() => {
      process.stderr.write(`${program} did not end within ${MAX_STEP_MINUTES} minutes.\n`)
      killGroup(child, 'SIGKILL')
    }, MAX_STEP_MINUTES * 60_000)
    running.add(child)
    const finish = (code) => {
      clearTimeout(timeout)
      running.delete(child)
      resolve({ code, output })
    }
    // Kills the child processes that are left.
    child.on('exit', () => killGroup(child, 'SIGKILL'))
    child.on('error', (error) => {
      output += `${error.message}\n`
      finish(1)
    })
    child.on('close', (code) => finish(code ?? 1))
  })
}

/** Counts a step as one check, by its exit code. */
const asOneCheck = (code) => ({ passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 })

/** Counts tests from Jest's report. A suite that cannot run and a skipped test count as failed. */
export function asJest(code, results) {
  const report = readReport(results)
  if (report === null) return { passed: 0, failed: 1, notes: ['jest left no report'] }
  const skipped = report.numPendingTests + report.numTodoTests
  const failed = report.numFailedTests + report.numRuntimeErrorTestSuites + skipped
  return settle(code, {
    passed: report.numPassedTests,
    failed,
    notes: skipped > 0 ? [`${skipped} skipped`] : [],
  })
}

/** Counts tests from Playwright's report. A skipped test and a flaky one, which passed at a second attempt, count as failed. */
export function asPlaywright(code, results) {
  const report = readReport(results)
  if (report === null) return { passed: 0, failed: 1, notes: ['Playwright left no report'] }
  const { expected, unexpected, flaky, skipped } = report.stats
  return settle(code, {
    passed: expected,
    failed: unexpected + flaky + skipped,
    notes: [...(skipped > 0 ? [`${skipped} skipped`] : []), ...(flaky > 0 ? [`${flaky} flaky`] : [])],
  })
}

function settle(code, { passed, failed, notes }) {
  if (passed + failed === 0) return { passed, failed: 1, notes: [...notes, 'no test ran'] }
  return code !== 0 && failed === 0
    ? { passed, failed: 1, notes: [...notes, `ended with ${code}`] }
    : { passed, failed, notes }
}

const readReport = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null)

export const onNode = (...args) => [node, ...args]
