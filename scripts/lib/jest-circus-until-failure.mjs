// Jest's test runner for mutation tests, which Stryker runs without `bail`. In the run of a mutant it skips test files
// that do not cover the mutant, and all tests after the first one that fails.
import runFile from 'jest-circus/runner'

/** Path of a test file -> result of its last run in this process. */
const lastResults = new Map()
/** The last mutant for which a test failed. */
let killed

export default async function runUntilFailure(globalConfig, config, environment, runtime, path, ...rest) {
  const mutant = process.env.__STRYKER_ACTIVE_MUTANT__
  const last = lastResults.get(path)
  const covering = new RegExp(globalConfig.testNamePattern ?? '', 'i')
  const isCovering = last?.testResults.some(({ fullName }) => covering.test(fullName)) ?? true
  if (mutant !== undefined && last && (killed === mutant || !isCovering)) return skipped(last)
  const handle = environment.handleTestEvent?.bind(environment)
  environment.handleTestEvent = async (event, state) => {
    await handle?.(event, state)
    if (mutant === undefined) return
    if (event.name === 'test_start' && killed === mutant) event.test.mode = 'skip'
    if (event.name === 'test_done' && event.test.errors.length > 0) killed = mutant
  }
  // In the usual runs of the server's tests it is global.
  environment.global.jest ??= runtime.jestGlobals.jestObjectFor(path)
  const result = await runFile.default(globalConfig, config, environment, runtime, path, ...rest)
  if (result.testResults.length > 0) lastResults.set(path, result)
  return result
}

const skipped = (result) => ({
  ...result,
  numFailingTests: 0,
  numPassingTests: 0,
  numPendingTests: result.testResults.length,
  testResults: result.testResults.map((test) => ({ ...test, status: 'pending', failureMessages: [] })),
})
