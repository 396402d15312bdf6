import { defineConfig, devices } from '@playwright/test'
import { findChromium } from './src/chromium.ts'
import type { WorkerFixtures } from './src/holdall.ts'
import { launchOptions } from './src/launch-options.ts'

/** Sections that fail or have other versions, and lost connections: `npm run test:services` runs them. */
const faults = ['sections/**', 'journeys/uploads-unattended.spec.ts']
/** The second width of the screens that axe examines: the same command runs it. */
const secondWidth = /, 360 px: /
const onDesktop = { ...devices['Desktop Chrome'], viewport: { width: 1440, height: 900 } }

export default defineConfig<object, WorkerFixtures>({
  testDir: '.',
  fullyParallel: false,
  // On two processors: a test waits for much of its time, for polls, debounces and other processes.
  workers: 3,
  // A test that passes only at its second attempt is listed as flaky at the end of the run.
  retries: 1,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: process.env['HOLDALL_E2E_JSON']
    ? [['list'], ['json', { outputFile: process.env['HOLDALL_E2E_JSON'] }]]
    : [['list']],
  projects: [
    {
      name: 'desktop',
      testIgnore: ['phone/**', ...faults, 'journeys/two-servers.spec.ts'],
      grepInvert: secondWidth,
      use: onDesktop,
    },
    // Needs programs of the system.
    { name: 's3', testMatch: '**/*.service-spec.ts', use: onDesktop },
    { name: 'axe-360', testMatch: 'accessibility/axe.spec.ts', grep: secondWidth, use: onDesktop },
    { name: 'faults', testMatch: faults, use: onDesktop },
    {
      name: 'postgres',
      testMatch: [
        'journeys/main.spec.ts',
        'journeys/collect-files-from-a-stranger.spec.ts',
        'journeys/two-servers.spec.ts',
        'journeys/team-invitations.spec.ts',
        'journeys/run-a-team-folder.spec.ts',
        'journeys/share-with-client.spec.ts',
      ],
      use: { ...onDesktop, engine: 'postgres' },
    },
    { name: 'phone', testMatch: 'phone/**/*.spec.ts', use: { ...devices['Pixel 7'] } },
  ],
  use: {
    actionTimeout: 10_000,
    navigationTimeout: 20_000,
    // Recording every test took a third of the processor time of a run.
    trace: 'on-first-retry',
    launchOptions: launchOptions(findChromium()),
  },
})
