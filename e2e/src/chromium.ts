import { chromium } from '@playwright/test'
import { existsSync } from 'node:fs'

/** An installed Chromium, else Playwright's own; without any the run ends with the name of the package to install. */
export function findChromium(): string {
  const candidates = [
    process.env['HOLDALL_CHROMIUM'],
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    chromium.executablePath(),
  ]
  const found = candidates.find((path) => path && existsSync(path))
  if (!found)
    throw new Error('No Chromium found. Install the system package "chromium" (Debian: apt-get install chromium).')
  return found
}
