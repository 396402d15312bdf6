import type { Page } from '@playwright/test'
import { expect, putFile, signUp, test } from '../src/holdall.ts'

/** By how many pixels the page can be scrolled sideways. */
const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

test(
  'in Arabic the pages run from right to left, and nothing is cut off at the side',
  { tag: '@full' },
  async ({ page, holdall }) => {
    await signUp(page, holdall.url)
    await putFile(page, holdall.url, 'plan (final).txt', Buffer.from('x'))
    await page.context().addCookies([{ name: 'holdall_locale', value: 'ar', url: holdall.url }])
    const saved = await page.request.patch(`${holdall.url}/api/user/settings`, {
      data: { name: 'locale', value: 'ar' },
    })
    expect(saved.ok()).toBe(true)
    for (const width of [1440, 360]) {
      await page.setViewportSize({ width, height: 800 })
      for (const path of ['/platform/files', '/platform/trash', '/share/nowhere-at-all-1234']) {
        await page.goto(`${holdall.url}${path}`)
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(/\p{Script=Arabic}/u)
        await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
        expect(await overflow(page), `${path} at ${String(width)} px`).toBe(0)
      }
    }
    await page.setViewportSize({ width: 1440, height: 800 })
    await page.goto(`${holdall.url}/platform/files`)
    const name = await page.getByText('plan (final).txt', { exact: true }).first().boundingBox()
    const rail = await page.getByRole('navigation').first().boundingBox()
    expect(rail?.x).toBeGreaterThan(1000)
    // Names begin at the right end of their column.
    expect((name?.x ?? 0) + (name?.width ?? 0)).toBeGreaterThan(900)
  },
)
