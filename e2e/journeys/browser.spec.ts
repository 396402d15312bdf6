import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromium } from '@playwright/test'
import { findChromium, findInstalledChromium } from '../src/chromium.ts'
import { expect, test } from '../src/holdall.ts'
import { launchOptions } from '../src/launch-options.ts'

test(
  'the browser of the npm package, which needs nothing installed, opens the sign-in page',
  { tag: '@full' },
  async ({ holdall }) => {
    const { executablePath, env } = findChromium({})
    expect(executablePath).toContain(path.join('.cache', 'browsers'))
    expect(findChromium({}), 'it is unpacked once').toEqual({ executablePath, env })
    const browser = await chromium.launch(launchOptions({ executablePath, env }))
    try {
      const page = await browser.newPage()
      await page.goto(holdall.url)
      await expect(page.getByRole('textbox')).toBeVisible()
    } finally {
      await browser.close()
    }
  },
)

test(
  'an installed browser is used to measure and not to test, CHROMIUM_PATH before all others',
  { tag: '@full' },
  () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'holdall-browser-'))
    try {
      const installed = path.join(folder, 'chromium')
      writeFileSync(installed, '')
      const PATH = `/nowhere:${folder}`
      expect(findInstalledChromium({ PATH })).toEqual({ executablePath: installed, env: {} })
      expect(findChromium({ PATH })).toEqual(findChromium({}))
      expect(findInstalledChromium({ PATH: '/nowhere' })).toEqual(findChromium({}))
      for (const find of [findChromium, findInstalledChromium]) {
        const named = { executablePath: process.execPath, env: {} }
        expect(find({ CHROMIUM_PATH: process.execPath, PATH })).toEqual(named)
        expect(() => find({ CHROMIUM_PATH: path.join(folder, 'none'), PATH })).toThrow('which does not exist')
      }
    } finally {
      rmSync(folder, { recursive: true })
    }
  },
)
