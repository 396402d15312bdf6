// `npm run mutate [area …]`: runs mutation tests of areas of the code. Without an argument it runs all, which takes hours.
// Fails when the score of an area, the percentage of mutants that its tests detect, is below MIN_SCORE_PERCENT.
// `-- --sample 10 --seed 7`: 10 percent of the lines, the same ones with each run of this seed.
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { Stryker } from '@stryker-mutator/core'
import jestConfig from '../jest.config.mjs'
import { sampledRanges } from './lib/sampled-ranges.mjs'

const MIN_SCORE_PERCENT = 85

/** `mutate`: the folders to mutate; `tests`: the folders whose tests are run. */
const server = (mutate, tests) => ({ project: 'server-sqlite', mutate, tests })
const browser = (mutate, tests) => ({ project: 'browser', mutate, tests })
const areas = {
  selection: browser(['packages/file-browser/src/browser-state'], ['packages/file-browser/src/browser-state']),
  uploads: browser(
    ['shell/src/uploads', 'shell/src/upload-tray'],
    ['shell/src/uploads', 'shell/src/upload-tray', 'shell/src/layout'],
  ),
  sections: browser(
    ['shell/src/sections', 'shell/src/section-views'],
    ['shell/src/sections', 'shell/src/section-views'],
  ),
  throttle: server(['server/src/infrastructure/throttle'], ['server/src/infrastructure/throttle']),
  access: server(
    ['server/src/access'],
    [
      'server/src/access',
      'server/src/features/public-links',
      'server/src/features/share-links',
      'server/src/features/content',
    ],
  ),
  teams: server(['server/src/features/teams'], ['server/src/features/teams', 'server/src/features/team-invitations']),
  sessions: server(
    ['server/src/infrastructure/sessions'],
    ['server/src/infrastructure/sessions', 'server/src/features/auth', 'server/src/features/api-tokens'],
  ),
  content: server(['server/src/features/content'], ['server/src/features/content']),
  shares: server(
    ['server/src/features/share-links', 'server/src/features/public-links'],
    ['server/src/features/share-links', 'server/src/features/public-links', 'server/src/access'],
  ),
  trash: server(['server/src/features/trash'], ['server/src/features/trash', 'server/src/features/files']),
  files: server(['server/src/features/files'], ['server/src/features/files', 'server/src/features/trash']),
  'server-uploads': server(['server/src/features/uploads'], ['server/src/features/uploads', 'server/src/http']),
}

const wholeFolder = (folder) => [
  `${folder}/**/*.{ts,tsx}`,
  `!${folder}/**/*.{test,bench}.{ts,tsx}`,
  `!${folder}/**/{testing,messages}/**`,
]

function optionsOf({ project, mutate, tests }) {
  const config = jestConfig.projects.find(({ displayName }) => displayName === project)
  return {
    testRunner: 'jest',
    plugins: [import.meta.resolve('@stryker-mutator/jest-runner')],
    testRunnerNodeArgs: ['--experimental-vm-modules', '--no-warnings'],
    coverageAnalysis: 'perTest',
    ignoreStatic: true,
    // TypeScript 7 has no JavaScript API for Stryker to rewrite tsconfig.json with; jest does not read it.
    tsconfigFile: 'none',
    mutator: { excludedMutations: ['StringLiteral', 'ObjectLiteral'] },
    mutate: sample ? sampledRanges(mutate, sample) : mutate.flatMap(wholeFolder),
    jest: {
      config: {
        ...config,
        displayName: undefined,
        projects: [],
        // Packages are linked to the original files, but browser tests have to mount the mutated shell.
        moduleNameMapper: { ...config.moduleNameMapper, '^@holdall/shell/testing$': '<rootDir>/shell/src/testing.ts' },
        // Stryker's environment wraps this one and needs its path. Modules are loaded again for each mutant.
        testEnvironment: fileURLToPath(
          import.meta.resolve(`jest-environment-${project === 'browser' ? 'jsdom' : 'node'}`),
        ),
        testMatch: tests.flatMap((folder) => [`<rootDir>/${folder}/**/*.test.ts`, `<rootDir>/${folder}/**/*.test.tsx`]),
        testTimeout: jestConfig.testTimeout,
        testRunner: fileURLToPath(import.meta.resolve('./lib/jest-circus-until-failure.mjs')),
      },
      enableFindRelatedTests: false,
    },
    concurrency: 2,
    timeoutMS: 10_000,
    reporters: ['clear-text', 'json'],
    clearTextReporter: { allowColor: false, reportTests: false, logTests: false, allowEmojis: false },
    jsonReporter: { fileName: '.cache/mutation.json' },
    tempDirName: '.cache/mutation',
    thresholds: { high: 100, low: MIN_SCORE_PERCENT, break: MIN_SCORE_PERCENT },
    allowEmpty: false,
  }
}

const { values, positionals: names } = parseArgs({
  allowPositionals: true,
  options: { sample: { type: 'string' }, seed: { type: 'string', default: '1' } },
})
const sample = values.sample === undefined ? undefined : { percent: Number(values.sample), seed: values.seed }
const unknown = names.filter((name) => !(name in areas))
if (unknown.length > 0)
  throw new Error(`There is no area ${unknown.join(', ')}. There are: ${Object.keys(areas).join(', ')}.`)

for (const [name, area] of Object.entries(areas)) {
  if (names.length > 0 && !names.includes(name)) continue
  process.stdout.write(`\n── ${name} ──\n`)
  await new Stryker(optionsOf(area)).runMutationTest()
}
