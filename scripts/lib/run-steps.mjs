// What `npm test` and `npm run test:full` share: the selection of steps, their order and the summary.
import { mkdirSync } from 'node:fs'
import { install } from './install.mjs'
import { heading, runStep } from './steps.mjs'
import { builds, isJest, needsBuilds, reports } from './suite.mjs'
import { summary } from './summary.mjs'

/**
 * Runs `lanes` of steps in parallel, then `rest` one after another, and sets the exit code. A step that needs builds waits
 * for them. With `--only <step>` in the
 * arguments it is that step and what it needs; of a Jest step also parts of the paths of test files. With `--changed` it
 * is what `changedSteps(base)` returns, where the command has that.
 */
export async function runSteps(command, { lanes, rest = [], changedSteps }) {
  const started = Date.now()
  const done = []
  try {
    const selected = selection(command, { lanes, rest, changedSteps })
    heading('install')
    install()
    mkdirSync(reports, { recursive: true })
    const running = new Map()
    await Promise.all(selected.lanes.map((lane) => inOrder(lane, done, running)))
    await inOrder(selected.rest, done, running)
  } catch (error) {
    process.stderr.write(`${error.message}\n`)
    done.push({ name: 'install', passed: 0, failed: 1, seconds: 0, notes: [] })
  }
  process.exitCode = summary(done, started) > 0 ? 1 : 0
}

function selection(command, { lanes, rest, changedSteps }) {
  const [flag, name, ...patterns] = process.argv.slice(2)
  if (flag === undefined) return { lanes, rest }
  if (flag === '--changed' && changedSteps && patterns.length === 0) return changedSteps(name)
  const steps = [...lanes.flat(), ...rest]
  const step = steps.find((each) => each.name === name)
  if (flag !== '--only' || !step || (patterns.length > 0 && !isJest(step))) {
    const names = (list) => list.map((each) => each.name).join(', ')
    const changed = changedSteps ? ' [-- --changed [<commit>]]' : ''
    throw new Error(
      `It is: ${command}${changed} [-- --only <step>], with one of ${names(steps)}; after ${names(steps.filter(isJest))} also parts of the paths of test files.`,
    )
  }
  const isBuilt = needsBuilds(step) && patterns.length === 0
  const only = (list) =>
    list
      .filter((each) => each === step || (isBuilt && each === builds))
      .map((each) => (patterns.length > 0 ? each.withPatterns(patterns) : each))
  return { lanes: lanes.map(only), rest: only(rest) }
}

/** Runs steps one after another. Steps that need builds count as failed when the builds failed. */
async function inOrder(list, done, running) {
  for (const step of list) {
    if (needsBuilds(step)) await running.get(builds.name)
    const isUnbuilt = needsBuilds(step) && done.some(({ name, failed }) => name === builds.name && failed > 0)
    const prevented = isUnbuilt ? 'the builds failed' : step.prevented?.()
    const result = prevented ? preventedStep(step, prevented) : runStep(step)
    running.set(
      step.name,
      Promise.resolve(result).then((each) => done.push(each)),
    )
    await running.get(step.name)
  }
}

function preventedStep({ name }, why) {
  heading(name)
  process.stderr.write(`${why}\n`)
  return { name, passed: 0, failed: 1, seconds: 0, notes: [why] }
}
