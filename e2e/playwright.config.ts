import { defineConfig, devices } from '@playwright/test'
import { findChromium } from './src/chromium.ts'
import type { WorkerFixtures } from './src/holdall.ts'
import { launchOptions } from './src/launch-options.ts'

/** Sections that fail or have other versions, and lost connections. */
const faults = ['sections/**', 'journeys/uploads-unattended.spec.ts']
/** Tests of which `npm test` runs another one that crosses the same processes. */
const rest = /@full/
const axeFull = 'accessibility/axe-full.spec.ts'
const notJourneys = [...faults, axeFull, 'journeys/two-servers.spec.ts']
/** Every frame of an animation is drawn by the processor: there is motion on the phone and in `first-paint` only. */
const onDesktop = {
  ...devices['Desktop Chrome'],
  viewport: { width: 1440, height: 900 },
  contextOptions: { reducedMotion: 'reduce' as const },
}
const launch = launchOptions(findChromium())

/** `npm test` runs `journeys`, those on a phone too, `npm run test:full` the others. */
export default defineConfig<object, WorkerFixtures>({
  testDir: '.',
  fullyParallel: false,
  // On two processors: a test waits for much of its time, for polls, debounces and other processes.
  workers: 3,
  retries: 0,
  // How long they take is no result: a busy machine needs a multiple.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: process.env['HOLDALL_E2E_JSON']
    ? [['list'], ['json', { outputFile: process.env['HOLDALL_E2E_JSON'] }]]
    : [['list']],
  projects: [
    {
      name: 'journeys',
      testIgnore: notJourneys,
      grepInvert: rest,
      use: onDesktop,
    },
    { name: 'journeys-full', testIgnore: notJourneys, grep: rest, use: onDesktop },
    { name: 'axe-full', testMatch: axeFull, use: onDesktop },
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
    // Needs programs of the system.
    { name: 's3', testMatch: '**/*.service-spec.ts', use: onDesktop },
  ],
  use: {
    actionTimeout: 30_000,
    navigationTimeout: 60_000,
    trace: 'off',
    screenshot: 'only-on-failure',
    // No page lives long enough to be worth V8's optimizing compiler.
    launchOptions: { ...launch, args: [...launch.args, '--js-flags=--no-opt'] },
  },
})
