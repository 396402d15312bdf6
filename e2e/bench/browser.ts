import { type BrowserContext, chromium } from '@playwright/test'
import { findInstalledChromium } from '../src/chromium.ts'
import { launchOptions } from '../src/launch-options.ts'

/** Runs with a new Chromium that has the options of the tests. */
export async function withContext<T>(baseURL: string, run: (context: BrowserContext) => Promise<T>): Promise<T> {
  const browser = await chromium.launch(launchOptions(findInstalledChromium()))
  try {
    return await run(await browser.newContext({ baseURL, viewport: { width: 1440, height: 900 } }))
  } finally {
    await browser.close()
  }
}
