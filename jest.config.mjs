import { fileURLToPath } from 'node:url'
import { testsWithout } from './scripts/lib/import-graph.mjs'
import { workspaceFolders } from './scripts/lib/workspaces.mjs'

/**
 * Browser packages and the project's scripts in jsdom; the server on SQLite; on PostgreSQL the tests of some folders, and
 * for `npm run test:services` the others; for the same command those that are about the bytes of files, with an S3 server.
 */
const parser = { syntax: 'typescript', tsx: true }

const browser = {
  displayName: 'browser',
  testEnvironment: '<rootDir>/scripts/lib/jest-cached-scripts-environment.mjs',
  roots: ['scripts', ...workspaceFolders().filter((folder) => folder !== 'server' && folder !== 'e2e')].map(
    (folder) => `<rootDir>/${folder}`,
  ),
  testMatch: ['**/*.test.ts', '**/*.test.tsx'],
  testEnvironmentOptions: { customExportConditions: ['browser', 'require', 'default'] },
  transform: {
    '\\.[cm]?[jt]sx?$': [
      '@swc/jest',
      {
        jsc: { target: 'es2022', parser, transform: { react: { runtime: 'automatic' } } },
        module: { type: 'commonjs' },
      },
    ],
  },
  transformIgnorePatterns: [
    '/node_modules/\\.pnpm/(?!(react-intl|@formatjs|intl-messageformat|@noble|lowlight|devlop|marked|unzipit)[@+])',
  ],
  // styled-components inserts rules one by one, as in production; otherwise each rule makes jsdom parse all of them again.
  globals: { SC_DISABLE_SPEEDY: false },
  moduleNameMapper: { '\\.(woff2|svg|png)$': '<rootDir>/packages/testing/src/asset-stub.ts' },
  setupFilesAfterEnv: ['<rootDir>/packages/testing/src/jest-setup.ts'],
  modulePathIgnorePatterns: ['/dist/'],
}

/** They show the same on both engines, and run on SQLite only. `process.execPath`: the programs of tests are servers. */
const withoutDatabase = () =>
  testsWithout(
    fileURLToPath(new URL('server/src', import.meta.url)),
    ['testing/engine.ts', 'infrastructure/db/connect.ts', 'pg', 'better-sqlite3', 'kysely'],
    ['HOLDALL_TEST_ENGINE', 'HOLDALL_DATABASE_URL', 'process.execPath'],
  )

const server = (engine) => ({
  displayName: `server-${engine}`,
  // Their modules are loaded once for all files of a process, by Node.
  testEnvironment: '<rootDir>/scripts/lib/jest-shared-modules-environment.mjs',
  testRunner: '<rootDir>/scripts/lib/jest-shared-modules-runner.mjs',
  roots: ['<rootDir>/server'],
  testMatch: ['**/*.test.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '\\.ts$': [
      '@swc/jest',
      {
        jsc: { target: 'es2023', parser: { syntax: 'typescript' }, experimental: { keepImportAttributes: true } },
        module: { type: 'es6' },
      },
    ],
  },
  transformIgnorePatterns: ['/node_modules/'],
  globals: { HOLDALL_TEST_ENGINE: engine },
  globalSetup: `<rootDir>/server/src/testing/${engine}-setup.ts`,
  globalTeardown: `<rootDir>/server/src/testing/${engine}-teardown.ts`,
})

const serverFile = (path) => `<rootDir>/server/src/${path}`
/** The database itself, and the queries that find and change the tree of entries. */
const aboutTheDatabase = ['infrastructure', 'features/entries', 'features/files', 'features/search', 'features/trash']
const ignoredOnPostgres = [
  '/node_modules/',
  ...withoutDatabase().map((file) => `${serverFile(file).replaceAll('.', '\\.')}$`),
]

const postgres = {
  ...server('postgres'),
  testMatch: aboutTheDatabase.map((folder) => serverFile(`${folder}/**/*.test.ts`)),
  testPathIgnorePatterns: ignoredOnPostgres,
}
const restOnPostgres = {
  ...server('postgres'),
  displayName: 'server-postgres-rest',
  testPathIgnorePatterns: [...ignoredOnPostgres, ...aboutTheDatabase.map((folder) => serverFile(`${folder}/`))],
}

/** Tests of the server that run with files in S3 too, beside those that need it: all of what is about their bytes. */
const onS3 = [
  'backup/*',
  'content/*',
  'public-links/public-files',
  'public-links/public-uploads',
  'remote-uploads/*',
  'storage/*',
  'thumbnails/*',
  'uploads/*',
  'versions/*',
  'zip/*',
]
const s3 = {
  ...server('sqlite'),
  displayName: 's3',
  testMatch: ['**/*.service-test.ts', ...onS3.map((path) => `**/features/${path}.test.ts`)],
  // What is in the data folder.
  testPathIgnorePatterns: ['/node_modules/', '/uploads/disk-use\\.test'],
  globalSetup: '<rootDir>/server/src/testing/services-setup.ts',
  globalTeardown: '<rootDir>/server/src/testing/services-teardown.ts',
}

export default {
  projects: [browser, server('sqlite'), postgres, restOnPostgres, s3],
  testSequencer: '<rootDir>/scripts/lib/jest-slow-files-first.mjs',
  testTimeout: 60_000,
  // A worker keeps the modules of each test file: without a limit its heap grows to over 1 GiB, whose collection alone
  // takes half a second.
  workerIdleMemoryLimit: '600MB',
}
