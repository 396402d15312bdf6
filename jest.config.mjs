import { fileURLToPath } from 'node:url'
import { testsWithout } from './scripts/lib/import-graph.mjs'
import { workspaceFolders } from './scripts/lib/workspaces.mjs'

/**
 * Browser packages and the project's scripts in jsdom; the server on SQLite; on PostgreSQL what depends on the engine, and
 * for `npm run test:full` the others; for the same command those that are about the bytes of files, with an S3 server.
 */
const parser = { syntax: 'typescript', tsx: true }

/** Screens that few changes reach, and whose main path is a journey: `npm run test:full` runs their tests. */
const seldomReached = {
  'mf-platform': [
    'account-deletion',
    'activity',
    'api-tokens',
    'avatar',
    'data-export',
    'email-change',
    'folder-appearance',
    'linked-sign-ins',
    'passkeys',
    'profile',
    'recent-uploads',
    'remote-uploads',
    'security',
    'storage',
    'team-members',
    'two-factor',
  ],
  'mf-public': ['password-recovery', 'providers', 'site', 'team-invitations', 'verification'],
  'mf-setup': ['admin-account', 'app-setup', 'database', 'environment', 'status-check'],
}
const seldomReachedFolders = Object.entries(seldomReached).flatMap(([section, folders]) =>
  folders.map((folder) => `<rootDir>/${section}/src/${folder}/`),
)
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
  testPathIgnorePatterns: ['/node_modules/', ...seldomReachedFolders],
}
const restOfBrowser = {
  ...browser,
  displayName: 'browser-rest',
  roots: Object.keys(seldomReached).map((section) => `<rootDir>/${section}/src`),
  testMatch: seldomReachedFolders.map((folder) => `${folder}**/*.test.{ts,tsx}`),
  testPathIgnorePatterns: ['/node_modules/'],
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
const smokeTests = 'testing/smoke/'
/**
 * The tests of `npm test` on PostgreSQL: the database layer with its migrations, queries that differ between the engines or
 * walk the tree of entries, two servers on one database, and one smoke test of each feature, or tests of its own where it
 * needs a fake of another program.
 */
const aboutPostgres = [
  'infrastructure/{activity,db,jobs,sessions,settings,throttle}/*.test.ts',
  'features/demo/demo.test.ts',
  'features/files/{copy-entries,listing,move-entries}.test.ts',
  'features/passkeys/passkey-sign-in.test.ts',
  'features/search/search.test.ts',
  'features/setup/setup.test.ts',
  'features/social-sign-in/oidc-sign-in.test.ts',
  'features/trash/restore.test.ts',
  'features/two-factor/two-factor.test.ts',
  'features/{realtime,uploads}/two-processes.test.ts',
  'cli/database-commands.test.ts',
  'testing/reused-database.test.ts',
  `${smokeTests}*.test.ts`,
].map((glob) => `**/server/src/${glob}`)

/** Processes are started or killed, or very much is created: `npm run test:full` runs them. */
const needTime = [
  'cli/settings-commands',
  'deploy-files',
  'features/account-deletion/killed-account-jobs',
  'features/avatars/avatars',
  'features/backup/backup',
  'features/backup/restore-backup',
  'features/data-exports/data-exports',
  'features/files/copy-slices',
  'features/files/large-changes',
  'features/files/large-folders',
  'features/files/space-move-slices',
  'features/human-check/recaptcha',
  'features/remote-uploads/killed-remote-upload',
  'features/remote-uploads/remote-transfers',
  'features/secret-rotation/rotate-secret',
  'features/setup/wizard-environment',
  'features/setup/wizard-images',
  'features/social-sign-in/lying-provider',
  'features/thumbnails/thumbnails',
  'features/trash/restore-slices',
  'features/uploads/crash',
  'features/uploads/disk-use',
  'features/versions/recoverable-contents',
  'http/answer-sizes',
  'http/change-answer-sizes',
  'infrastructure/db/installation-identity',
  'infrastructure/mail/folder-mailer',
  'infrastructure/thumbnails/thumbnailer',
  'loaded-modules',
  'process',
  'regular-expressions',
  'testing/fuzz/fuzz',
].map((name) => serverFile(`${name}.test.ts`))
const sqlite = {
  ...server('sqlite'),
  testPathIgnorePatterns: ['/node_modules/', serverFile(smokeTests), ...needTime],
}
const restOnSqlite = { ...server('sqlite'), displayName: 'server-sqlite-rest', testMatch: needTime }
const postgres = {
  ...server('postgres'),
  testMatch: aboutPostgres,
  testPathIgnorePatterns: [
    '/node_modules/',
    ...withoutDatabase().map((file) => `${serverFile(file).replaceAll('.', '\\.')}$`),
  ],
}
const restOnPostgres = {
  ...postgres,
  // The tables of the first are filled for minutes, and pages of answers are cut in the same code; the second starts SQLite.
  testPathIgnorePatterns: [
    ...postgres.testPathIgnorePatterns,
    ...['http/answer-sizes', 'loaded-modules'].map((name) => serverFile(`${name}.test.ts`)),
  ],
  displayName: 'server-postgres-rest',
  testMatch: ['**/*.test.ts', ...aboutPostgres.map((glob) => `!${glob}`)],
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
  // What is in the data folder; and requests to S3 are signed on the main thread with the hash of their bytes.
  testPathIgnorePatterns: [
    '/node_modules/',
    '/uploads/disk-use\\.test',
    '/remote-uploads/hashed-remote-uploads\\.test',
  ],
  globalSetup: '<rootDir>/server/src/testing/services-setup.ts',
  globalTeardown: '<rootDir>/server/src/testing/services-teardown.ts',
}

export default {
  projects: [browser, restOfBrowser, sqlite, restOnSqlite, postgres, restOnPostgres, s3],
  // How long they take is no result: a busy machine needs a multiple.
  testTimeout: 300_000,
  testSequencer: '<rootDir>/scripts/lib/jest-longest-first-sequencer.mjs',
  // A worker keeps the modules of each test file: without a limit its heap grows to over 1 GiB, whose collection alone
  // takes half a second.
  workerIdleMemoryLimit: '600MB',
}
