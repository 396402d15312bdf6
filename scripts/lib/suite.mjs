import { join } from 'node:path'
import { root } from './paths.mjs'
import { asJest, asPlaywright, onNode } from './steps.mjs'
import { missingPrograms } from './system-programs.mjs'

export const reports = join(root, '.cache', 'test')

export const builds = { name: 'builds', command: onNode('scripts/build.mjs') }
export const size = { name: 'size', command: onNode('packages/build/src/cli.ts', 'size') }
/** Needs the builds, whose sizes it checks. */
export const newSection = { name: 'workspaces', command: onNode('scripts/check-workspaces.mjs') }
/** `ofFiles`: which files the check can be limited to. */
export const checks = [
  // With several threads it checks much twice, and the builds run beside it.
  { name: 'types', command: ['tsc', '--noEmit', '--singleThreaded'] },
  { name: 'lint', command: ['oxlint', '--type-aware', '--deny-warnings'], ofFiles: /\.([cm]?[jt]s|tsx)$/ },
  {
    name: 'format',
    command: ['oxfmt', '--check', '.'],
    ofFiles: /\.([cm]?[jt]s|tsx|json|md|ya?ml|css|html)$/,
  },
  { name: 'unused', command: ['knip', '--no-progress'] },
  { name: 'layers', command: onNode('scripts/graph.mjs') },
  { name: 'contract', command: onNode('scripts/contract-report.mjs') },
  { name: 'spec-map', command: onNode('scripts/check-spec-map.mjs') },
]
const jestFlags = ['--experimental-vm-modules', '--no-warnings']
/** Three workers on two processors: tests wait for a quarter of their time, for timers and other processes. */
const jestArgs = (projects, results) => {
  const selected = ['node_modules/jest/bin/jest.js', '--selectProjects', ...projects]
  return [...jestFlags, ...selected, '--ci', '--maxWorkers=3', '--json', `--outputFile=${results}`]
}
/** `all`: the projects in which files are looked for by patterns. */
const jestStep = (project, { all = [project], prevented, variables = {} } = {}) => {
  const results = join(reports, `${project}.json`)
  const step = {
    name: project,
    command: onNode(...jestArgs([project], results)),
    variables: { NODE_OPTIONS: jestFlags.join(' '), ...variables },
    live: true,
    count: asJest,
    results,
    prevented,
  }
  const withArgs = (...args) => ({ ...step, command: [...onNode(...jestArgs(all, results)), ...args] })
  return {
    ...step,
    /** The files whose paths contain one of these texts. */
    withPatterns: (patterns) => withArgs('--testPathPatterns', ...patterns),
    withFiles: (files) => withArgs('--runTestsByPath', ...files),
  }
}
export const browser = jestStep('browser', { all: ['browser', 'browser-rest'] })
export const restOfBrowser = jestStep('browser-rest')
export const sqlite = jestStep('server-sqlite', { all: ['server-sqlite', 'server-sqlite-rest'] })
/** The tests about the database itself; with patterns, any. */
export const postgres = jestStep('server-postgres', { all: ['server-postgres', 'server-postgres-rest'] })
/** How often a server is killed, and generated requests for each role. */
const thorough = { variables: { HOLDALL_CRASH_ROUNDS: '12', HOLDALL_FUZZ_REQUESTS: '1500' } }
export const restOnSqlite = jestStep('server-sqlite-rest', thorough)
export const restOnPostgres = jestStep('server-postgres-rest', thorough)
export const s3 = jestStep('s3', { prevented: missingPrograms })

const e2eStep = (name, projects) => {
  const results = join(reports, `${name}.json`)
  const step = {
    name,
    command: ['./node_modules/.bin/playwright', 'test', ...projects.map((project) => `--project=${project}`)],
    cwd: 'e2e',
    variables: { HOLDALL_E2E_JSON: results },
    live: true,
    count: asPlaywright,
    results,
  }
  return { ...step, withFiles: (files) => ({ ...step, command: [...step.command, ...files] }) }
}
export const e2e = e2eStep('e2e', ['journeys'])
export const restOfE2e = e2eStep('e2e-rest', ['axe-full', 'journeys-full', 'faults', 'postgres'])
/** The setup in the browser on PostgreSQL, S3 and SMTP. */
export const s3E2e = { ...e2eStep('e2e-s3', ['s3']), prevented: missingPrograms }

export const isJest = (step) => step.count === asJest
const needing = new Set(
  [size, newSection, sqlite, restOnSqlite, postgres, restOnPostgres, s3, e2e, restOfE2e, s3E2e].map(({ name }) => name),
)
/** Also tests of the server: they serve the built shell. */
export const needsBuilds = (step) => needing.has(step.name)
