import type { Browser, Page } from '@playwright/test'
import { openFiles } from '../src/files-page.ts'
import { expect, type Person, signIn, signUp, test } from '../src/holdall.ts'
import { isSubscribed } from '../src/subscription.ts'

const bell = (page: Page) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: /^Notifications/ })
const centre = (page: Page) => page.getByRole('dialog', { name: 'Notifications' })

/** Signs in with another browser and returns its page. */
async function inAnotherBrowser(browser: Browser, url: string, person: Person): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  await signIn(page, url, person)
  return page
}
/** What a page does when it is shown again. */
const showAgain = (page: Page) => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))

test(
  'a sign-in in another browser is a toast, an item in the centre that leads to the devices, and then read',
  { tag: '@full' },
  async ({ page, browser, holdall }) => {
    const { url } = holdall
    const person = await signUp(page, url)
    const subscribed = isSubscribed(page)
    await openFiles(page, url)
    await expect(bell(page)).toHaveAccessibleName('Notifications')
    await subscribed

    const toast = page.getByRole('region', { name: 'New notifications' }).getByRole('button', { name: 'New sign-in' })
    // It stays while the pointer is on it, however long the other browser takes.
    const held = toast.hover({ timeout: 150_000 })
    const other = await inAnotherBrowser(browser, url, person)
    await openFiles(other, url)
    await expect(bell(other)).toHaveAccessibleName('Notifications, 1 unread')
    await other.context().close()

    await showAgain(page)
    await held
    await toast.click()
    const item = centre(page).getByRole('article', { name: 'New sign-in' })
    await expect(item).toContainText('signed in to your account from')
    await expect(item).toContainText('Just now')
    await expect(bell(page)).toHaveAccessibleName('Notifications')
    await expect(item).not.toHaveAttribute('data-new')

    const second = await page.context().newPage()
    await openFiles(second, url)
    await expect(bell(second)).toHaveAccessibleName('Notifications')
    await bell(second).click()
    await expect(centre(second).getByRole('article')).toHaveCount(1)

    await item.getByRole('link', { name: 'Show devices' }).click()
    await expect(page).toHaveURL(`${url}/user/settings/password`)
    await expect(centre(page)).toBeHidden()
    await bell(page).click()
    await page.getByRole('button', { name: 'Clear all' }).click()
    await expect(page.getByRole('heading', { name: 'No notifications' })).toBeVisible()
    await expect(centre(second).getByRole('heading', { name: 'No notifications' })).toBeVisible()
  },
)
