import { join } from 'node:path'
import { root } from './paths.mjs'
import { asJest, asPlaywright, onNode } from './steps.mjs'

export const reports = join(root, '.cache', 'test')

export const builds = { name: 'builds', command: onNode('scripts/build.mjs') }
export const size = { name: 'size', command: onNode('packages/build/src/cli.ts', 'size') }
/** Needs the builds, whose sizes it checks. */
export const newSection = { name: 'workspaces', command: onNode('scripts/check-workspaces.mjs') }
export const checks = [
  { name: 'types', command: ['tsc', '--noEmit'] },
  { name: 'lint', command: ['oxlint', '--type-aware', '--deny-warnings'] },
  { name: 'format', command: ['prettier', '--check', '--log-level', 'warn', '.'] },
  { name: 'unused', command: ['knip', '--no-progress'] },
  { name: 'layers', command: onNode('scripts/graph.mjs') },
  { name: 'contract', command: onNode('scripts/contract-report.mjs') },
  { name: 'spec-map', command: onNode('scripts/check-spec-map.mjs') },
]
const jestStep = (project) => {
  const results = join(reports, `${project}.json`)
  const args = ['--selectProjects', project, '--ci', '--maxWorkers=2', '--json', `--outputFile=${results}`]
  return {
    name: project,
    command: onNode('--experimental-vm-modules', '--no-warnings', 'node_modules/jest/bin/jest.js', ...args),
    variables: { NODE_OPTIONS: '--experimental-vm-modules --no-warnings' },
    live: true,
    count: asJest,
    results,
  }
}
export const jest = ['browser', 'server-sqlite', 'server-postgres'].map(jestStep)
/** Needs programs that npm does not have: `npm run test:services`. */
export const services = jestStep('services')
export const e2e = {
  name: 'e2e',
  command: ['./node_modules/.bin/playwright', 'test'],
  cwd: 'e2e',
  variables: { HOLDALL_E2E_JSON: join(reports, 'e2e.json') },
  live: true,
  count: asPlaywright,
  results: join(reports, 'e2e.json'),
}
/** Journeys that need such programs too. */
export const servicesE2e = {
  ...e2e,
  name: 'services-e2e',
  command: [...e2e.command, '--config', 'services.config.ts'],
  variables: { HOLDALL_E2E_JSON: join(reports, 'services-e2e.json') },
  results: join(reports, 'services-e2e.json'),
}

export const steps = [builds, size, newSection, ...checks, ...jest, e2e]
/** Steps that need the builds; tests of the server serve the built shell. */
export const needsBuilds = new Set([size, newSection, e2e, ...jest.filter(({ name }) => name !== 'browser')])
