import { expect, test } from '../src/holdall.ts'
import { type Holdall, startHoldall } from '../src/server.ts'

let holdall: Holdall
test.beforeAll(async () => {
  holdall = await startHoldall({
    env: {
      HOLDALL_HOMEPAGE: 'true',
      HOLDALL_NAME: 'Attic "files" <b> of the archive of North Rhine-Westphalia',
      HOLDALL_CONTACT_EMAIL: 'help@example.com',
      HOLDALL_HOMEPAGE_FOOTER: 'Run by Ada',
    },
  })
})
test.afterAll(() => holdall.stop())

test('a long name of the installation fits on a phone', { tag: '@full' }, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 })
  for (const path of ['/', '/contact-us', '/request', '/sign-in']) {
    await page.goto(holdall.url + path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const name = page.getByText(/^Attic "files" <b>/).first()
    const [bounds, mark] = await Promise.all([
      name.boundingBox(),
      name.locator('xpath=..').locator('svg').boundingBox(),
    ])
    expect(mark?.width, path).toBeGreaterThanOrEqual(28)
    expect(bounds?.y, path).toBeGreaterThanOrEqual(0)
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(360)
  }
})
