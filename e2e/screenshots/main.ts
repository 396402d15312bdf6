// `npm run screenshots`: takes the pictures of the README from a sample account, of the interface as it was built last.
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { type BrowserContextOptions, chromium, type Page } from '@playwright/test'
import { findInstalledChromium } from '../src/chromium.ts'
import { card, openFiles, row } from '../src/files-page.ts'
import { expect } from '../src/holdall.ts'
import { launchOptions } from '../src/launch-options.ts'
import { startHoldall } from '../src/server.ts'
import { createSampleAccount, photosFolder } from './sample-account.ts'

const QUALITY = 85
const docs = path.resolve(import.meta.dirname, '../../docs')
const desktop: BrowserContextOptions = { viewport: { width: 1440, height: 900 } }
const phone: BrowserContextOptions = {
  viewport: { width: 360, height: 740 },
  hasTouch: true,
  isMobile: true,
}

const holdall = await startHoldall()
const browser = await chromium.launch(launchOptions(findInstalledChromium()))
try {
  const first = await browser.newContext({ baseURL: holdall.url })
  await createSampleAccount(first, holdall)
  const storageState = await first.storageState()
  const open = async (options: BrowserContextOptions) => {
    const context = await browser.newContext({ ...options, baseURL: holdall.url, storageState, timezoneId: 'UTC' })
    return context.newPage()
  }

  const page = await open({ ...desktop, colorScheme: 'light' })
  await openFiles(page, holdall.url)
  await page.getByRole('button', { name: 'Details' }).click()
  await row(page, 'Lake at dawn.jpg').click()
  await expect(page.getByRole('heading', { name: 'Camera' })).toBeVisible()
  await shoot(page, 'files-list', 4)

  await row(page, 'Lake at dawn.jpg').dblclick()
  await expect(page.getByRole('dialog').getByRole('img', { name: /Lake at dawn/ })).toBeVisible()
  await page.waitForLoadState('networkidle')
  await shoot(page, 'files-preview', 4)
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Close details' }).click()
  await row(page, photosFolder).dblclick()
  await page.getByTitle('Grid', { exact: true }).click()
  await expect(card(page, 'Lake at dawn.jpg')).toBeVisible()
  await shoot(page, 'files-grid', 8)
  await page.context().close()

  const small = await open({ ...phone, colorScheme: 'dark' })
  await openFiles(small, holdall.url)
  await shoot(small, 'files-phone', 3)
} finally {
  await browser.close()
  await holdall.stop()
}

/** Writes a picture of the page once at least this many thumbnails of the list are loaded. */
async function shoot(page: Page, name: string, thumbnails: number): Promise<void> {
  const loaded = page.locator('[data-index] img[data-loaded]')
  await expect.poll(() => loaded.count(), { timeout: 30_000 }).toBeGreaterThanOrEqual(thumbnails)
  await page.mouse.move(0, 0)
  // Thumbnails fade in.
  await page.waitForFunction(() => document.getAnimations().length === 0)
  const devtools = await page.context().newCDPSession(page)
  const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY })
  await devtools.detach()
  const picture = Buffer.from(data, 'base64')
  await writeFile(path.join(docs, `${name}.webp`), picture)
  process.stdout.write(`docs/${name}.webp  ${(picture.length / 1000).toFixed(0)} kB\n`)
}
