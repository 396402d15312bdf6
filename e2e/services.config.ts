import { defineConfig, devices } from '@playwright/test'
import base from './playwright.config.ts'

/** What needs programs of the system: `npm run test:services`. */
export default defineConfig({
  ...base,
  projects: [
    {
      name: 'services',
      testMatch: '**/*.service-spec.ts',
      use: { ...devices['Desktop Chrome'], viewport: { width: 1440, height: 900 } },
    },
  ],
})
