import type { Page } from '@playwright/test'
import { openFiles } from '../src/files-page.ts'
import { expect, signIn, signUp, test, watchForeignRequests } from '../src/holdall.ts'

const shows = (page: Page, theme: 'light' | 'dark') => expect(page.locator('html')).toHaveAttribute('data-theme', theme)
const background = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor)

test('without a choice the page follows the device, at once', { tag: '@full' }, async ({ page, holdall }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto(`${holdall.url}/sign-in`)
  await shows(page, 'dark')
  const dark = await background(page)
  await page.emulateMedia({ colorScheme: 'light' })
  await shows(page, 'light')
  expect(await background(page)).not.toBe(dark)
  await page.emulateMedia({ colorScheme: 'dark' })
  await shows(page, 'dark')
  await page.reload()
  await shows(page, 'dark')
})

test(
  'a chosen theme stays after a reload and a change of the device, and applies in another browser',
  { tag: '@full' },
  async ({ page, browser, holdall }) => {
    await page.emulateMedia({ colorScheme: 'light' })
    const person = await signUp(page, holdall.url)
    await openFiles(page, holdall.url)
    await shows(page, 'light')
    const saved = page.waitForResponse((response) => response.url().endsWith('/api/user/settings'))
    await page.getByRole('button', { name: 'Switch to dark theme' }).click()
    await shows(page, 'dark')
    expect((await saved).ok()).toBe(true)
    await page.reload({ waitUntil: 'commit' })
    // Before the application has run.
    await shows(page, 'dark')
    await openFiles(page, holdall.url)
    await shows(page, 'dark')
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.emulateMedia({ colorScheme: 'light' })
    await shows(page, 'dark')

    const context = await browser.newContext({ colorScheme: 'light' })
    const foreignRequests = watchForeignRequests(context)
    const other = await context.newPage()
    await other.goto(`${holdall.url}/sign-in`)
    await shows(other, 'light')
    await signIn(other, holdall.url, person)
    await openFiles(other, holdall.url)
    await shows(other, 'dark')
    expect(foreignRequests).toEqual([])
    await context.close()
  },
)

test('the cookie notice stays dismissed', { tag: '@full' }, async ({ page, holdall }) => {
  await page.goto(`${holdall.url}/sign-in`)
  const notice = page.getByRole('complementary', { name: 'Cookies' })
  await notice.getByRole('button', { name: 'Got it' }).click()
  await expect(notice).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
  await expect(notice).toHaveCount(0)
  await signUp(page, holdall.url)
  await openFiles(page, holdall.url)
  await expect(notice).toHaveCount(0)
})

test('there is no motion where reduced motion is preferred', { tag: '@full' }, async ({ page, holdall }) => {
  await signUp(page, holdall.url)
  await openFiles(page, holdall.url)
  const longest = () =>
    page.evaluate(() =>
      Math.max(
        ...[...document.querySelectorAll('*')].flatMap((element) => {
          const { transitionDuration, animationDuration, animationName } = getComputedStyle(element)
          const durations = animationName === 'none' ? transitionDuration : `${transitionDuration},${animationDuration}`
          return durations.split(',').map((text) => (text.includes('ms') ? parseFloat(text) : parseFloat(text) * 1000))
        }),
      ),
    )
  const open = async () => {
    await page.getByRole('button', { name: 'New folder' }).click()
    await expect(page.getByRole('dialog', { name: 'New folder' })).toBeVisible()
  }
  await open()
  expect(await longest()).toBeGreaterThan(50)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.reload()
  await open()
  expect(await longest()).toBeLessThanOrEqual(1)
})
