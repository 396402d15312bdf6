// `npm test`: runs all checks and tests, on a machine that has only Node and npm.
// `npm test -- --only <step> [<pattern> …]`: runs one step and what it needs; of a Jest step, files with matching paths.
import { mkdirSync } from 'node:fs'
import { install } from './lib/install.mjs'
import { heading, runStep } from './lib/steps.mjs'
import { summary } from './lib/summary.mjs'
import { builds, checks, e2e, jest, needsBuilds, newSection, reports, size, steps } from './lib/suite.mjs'

/** Runs steps one after another. Steps that need builds count as failed when the builds failed. */
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

function selectedSteps() {
  const [flag, name, ...patterns] = process.argv.slice(2)
  if (flag === undefined) return { list: steps, patterns }
  const step = steps.find((each) => each.name === name)
  if (flag !== '--only' || !step || (patterns.length > 0 && !jest.includes(step))) {
    throw new Error(
      `It is: npm test [-- --only <step>], with one of ${steps.map((each) => each.name).join(', ')}; after ${jest.map((each) => each.name).join(', ')} also parts of the paths of test files.`,
    )
  }
  return { list: needsBuilds.has(step) && patterns.length === 0 ? [builds, step] : [step], patterns }
}

const started = Date.now()
const done = []
try {
  const { list, patterns } = selectedSteps()
  heading('install')
  install()
  mkdirSync(reports, { recursive: true })
  const among = (group) => group.filter((step) => list.includes(step))
  // For two cores: builds and checks in parallel, then the tests one step at a time.
  await Promise.all([inOrder(among([builds, size, newSection]), done), inOrder(among(checks), done)])
  const selected = (step) =>
    patterns.length > 0 ? { ...step, command: [...step.command, '--testPathPatterns', ...patterns] } : step
  await inOrder([...among(jest).map(selected), ...among([e2e])], done)
} catch (error) {
  process.stderr.write(`${error.message}\n`)
  done.push({ name: 'install', passed: 0, failed: 1, seconds: 0, notes: [] })
}
process.exitCode = summary(done, started) > 0 ? 1 : 0
