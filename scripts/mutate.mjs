// `npm run mutate [area …]`: changes the code in small ways and counts how many changes the tests of that area notice.
// Without an area it runs them all, which takes hours. It fails where an area is below the score.
import { fileURLToPath } from 'node:url'
import { Stryker } from '@stryker-mutator/core'
import jestConfig from '../jest.config.mjs'

const SCORE_PERCENT = 85

/** `mutate`: the files to change; `tests`: the folders whose tests must notice. */
const server = (mutate, tests) => ({ project: 'server-sqlite', mutate, tests })
const browser = (mutate, tests) => ({ project: 'browser', mutate, tests })
const areas = {
  selection: browser(['packages/file-browser/src/selection'], ['packages/file-browser/src/selection']),
  uploads: browser(['shell/src/uploads'], ['shell/src/uploads']),
  sections: browser(['shell/src/sections'], ['shell/src/sections']),
  throttle: server(['server/src/throttle'], ['server/src/throttle']),
  access: server(
    ['server/src/access'],
    ['server/src/access', 'server/src/public-share', 'server/src/sharing', 'server/src/content'],
  ),
  content: server(['server/src/content'], ['server/src/content']),
  shares: server(
    ['server/src/sharing', 'server/src/public-share'],
    ['server/src/sharing', 'server/src/public-share', 'server/src/access'],
  ),
  trash: server(['server/src/trash'], ['server/src/trash', 'server/src/files']),
  files: server(['server/src/files'], ['server/src/files', 'server/src/trash']),
  'server-uploads': server(['server/src/uploads'], ['server/src/uploads', 'server/src/http']),
}

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
    mutate: mutate.flatMap((folder) => [
      `${folder}/**/*.{ts,tsx}`,
      `!${folder}/**/*.{test,bench}.{ts,tsx}`,
      `!${folder}/**/{testing,matrix,messages}/**`,
      `!${folder}/**/{scene,fixture}.ts`,
    ]),
    jest: {
      config: {
        ...config,
        displayName: undefined,
        projects: [],
        // The packages are links to the original files, and the shell that tests of the browser mount must be the mutated one.
        moduleNameMapper: { ...config.moduleNameMapper, '^@holdall/shell/testing$': '<rootDir>/shell/src/testing.ts' },
        // Stryker's environment wraps this one, and looks for it by path.
        testEnvironment: fileURLToPath(import.meta.resolve(`jest-environment-${config.testEnvironment}`)),
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
    thresholds: { high: 100, low: SCORE_PERCENT, break: SCORE_PERCENT },
    allowEmpty: false,
  }
}

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !(name in areas))
if (unknown.length > 0)
  throw new Error(`There is no area ${unknown.join(', ')}. There are: ${Object.keys(areas).join(', ')}.`)

for (const [name, area] of Object.entries(areas)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  process.stdout.write(`\n── ${name} ──\n`)
  await new Stryker(optionsOf(area)).runMutationTest()
}
