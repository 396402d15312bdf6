import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromium } from '@playwright/test'
import config from '../playwright.config.ts'
import { findChromium } from '../src/chromium.ts'
import { expect, test } from '../src/holdall.ts'

test('where no browser is installed, the one of the npm package opens the sign-in page', async ({ holdall }) => {
  const { executablePath, env } = findChromium({ PATH: '/nowhere' })
  expect(executablePath).toContain(path.join('.cache', 'browsers'))
  expect(findChromium({ PATH: '/nowhere' }), 'it is unpacked once').toEqual({ executablePath, env })
  const options = config.use?.launchOptions
  const browser = await chromium.launch({ ...options, executablePath, env: { ...options?.env, ...env } })
  try {
    const page = await browser.newPage()
    await page.goto(holdall.url)
    await expect(page.getByRole('textbox')).toBeVisible()
  } finally {
    await browser.close()
  }
})

test('an installed browser is used, CHROMIUM_PATH before all others', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'holdall-browser-'))
  try {
    const installed = path.join(folder, 'chromium')
    writeFileSync(installed, '')
    expect(findChromium({ PATH: `/nowhere:${folder}` })).toEqual({ executablePath: installed, env: {} })
    expect(findChromium({ CHROMIUM_PATH: process.execPath, PATH: folder })).toEqual({
      executablePath: process.execPath,
      env: {},
    })
    expect(() => findChromium({ CHROMIUM_PATH: path.join(folder, 'none') })).toThrow('which does not exist')
  } finally {
    rmSync(folder, { recursive: true })
  }
})
