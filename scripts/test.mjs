// `npm test`: everything, on a machine with nothing but Node and npm. Nothing is skipped.
// `npm test -- --only <step>` runs one step and what it needs.
import { mkdirSync } from 'node:fs'
import { install } from './lib/install.mjs'
import { heading, runStep } from './lib/steps.mjs'
import { builds, checks, e2e, jest, needsBuilds, newSection, reports, size, steps } from './lib/suite.mjs'

/** One after another; those after a failed build that rest on it are not run, and count as failed. */
async function inOrder(list, done) {
  for (const step of list) {
    const unbuilt = needsBuilds.has(step) && done.some(({ name, failed }) => name === 'builds' && failed > 0)
    done.push(
      unbuilt
        ? { name: step.name, passed: 0, failed: 1, seconds: 0, notes: ['the builds failed'] }
        : await runStep(step),
    )
  }
}

function wanted() {
  const [flag, name] = process.argv.slice(2)
  if (flag === undefined) return steps
  const step = steps.find((each) => each.name === name)
  if (flag !== '--only' || !step) {
    throw new Error(`It is: npm test [-- --only <step>], with one of ${steps.map((each) => each.name).join(', ')}.`)
  }
  return needsBuilds.has(step) ? [builds, step] : [step]
}

function summary(done, started) {
  heading('summary')
  for (const { name, passed, failed, seconds, notes } of done) {
    const remark = notes.length > 0 ? `  (${notes.join(', ')})` : ''
    const mark = failed > 0 ? '✗' : '✓'
    process.stdout.write(
      `${mark} ${name.padEnd(16)} ${String(passed).padStart(5)} passed ${String(failed).padStart(4)} failed ${seconds.toFixed(0).padStart(5)} s${remark}\n`,
    )
  }
  const sum = (key) => done.reduce((total, step) => total + step[key], 0)
  process.stdout.write(`${((Date.now() - started) / 60_000).toFixed(1)} minutes\n`)
  process.stdout.write(`${sum('passed')} passed, ${sum('failed')} failed\n`)
  return sum('failed')
}

const started = Date.now()
const done = []
try {
  const list = wanted()
  heading('install')
  install()
  mkdirSync(reports, { recursive: true })
  const among = (group) => group.filter((step) => list.includes(step))
  // Two cores: webpack beside the checks, then each kind of test has the machine to itself.
  await Promise.all([inOrder(among([builds, size, newSection]), done), inOrder(among(checks), done)])
  await inOrder(among([...jest, e2e]), done)
} catch (error) {
  process.stderr.write(`${error.message}\n`)
  done.push({ name: 'install', passed: 0, failed: 1, seconds: 0, notes: [] })
}
process.exitCode = summary(done, started) > 0 ? 1 : 0
