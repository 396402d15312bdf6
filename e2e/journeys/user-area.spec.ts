import type { Page } from '@playwright/test'
import { putFolder } from '../src/files-page.ts'
import { expect, putFile, signIn, signUp, test } from '../src/holdall.ts'

const png = Buffer.from('\x89PNG\r\n\x1a\n....', 'latin1')
const pages = ['/user/profile', '/user/settings/password', '/user/settings/storage'] as const

/** Opens a page of the account by the side navigation. */
async function openAccount(page: Page, url: string, name?: string): Promise<void> {
  await page.goto(`${url}/platform/files`)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Profile' }).click()
  if (name) await page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name }).click()
  await expect(page.getByRole('heading', { level: 1, name: name ?? 'Profile' })).toBeVisible()
}

const saved = (page: Page) => page.waitForResponse((answer) => answer.url().endsWith('/api/user/settings'))

test(
  'name, theme and time zone are saved while they are edited, and follow the account',
  { tag: '@full' },
  async ({ page, browser, holdall }) => {
    const { url } = holdall
    const person = await signUp(page, url)
    await openAccount(page, url)
    await page.getByLabel('First name').fill('Majken')
    await expect(page.getByText('Saved')).toBeVisible()
    await page.getByRole('combobox', { name: 'Time zone', exact: true }).click()
    await page.getByRole('combobox', { name: 'Search time zones' }).fill('auckland')
    await Promise.all([saved(page), page.keyboard.press('Enter')])
    await expect(page.getByRole('combobox', { name: 'Time zone', exact: true })).toContainText('Pacific/Auckland')
    await Promise.all([saved(page), page.getByRole('radiogroup', { name: 'Theme' }).getByText('Dark').click()])
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')

    const other = await (await browser.newContext()).newPage()
    await signIn(other, url, person)
    await other.goto(`${url}/user/profile`)
    await expect(other.getByLabel('First name')).toHaveValue('Majken')
    await expect(other.getByRole('combobox', { name: 'Time zone', exact: true })).toContainText('Pacific/Auckland')
    await expect(other.locator('html')).toHaveAttribute('data-theme', 'dark')
    await expect(other.getByRole('complementary', { name: 'Sidebar' })).toContainText('Majken Lindqvist')
    await other.context().close()
  },
)

test('a profile picture is cropped, shown in the navigation and to visitors of a link, and removed', async ({
  page,
  browser,
  holdall,
}) => {
  const { url } = holdall
  await signUp(page, url)
  await openAccount(page, url)
  const other = await page.context().newPage()
  await other.goto(`${url}/platform/files`)
  const inNavigation = (of: Page) =>
    of
      .getByRole('navigation', { name: 'Main' })
      .getByRole('button', { name: /^Account/ })
      .locator('img')
  await expect(other.getByRole('navigation', { name: 'Main' })).toBeVisible()
  // The left half is red, the right half blue.
  const picture = await page.evaluate(() => {
    const canvas = document.createElement('canvas')
    canvas.width = 1600
    canvas.height = 800
    const context = canvas.getContext('2d')
    for (const [at, color] of ['#ff0000', '#0000ff'].entries()) {
      if (context) context.fillStyle = color
      context?.fillRect(at * 800, 0, 800, 800)
    }
    return canvas.toDataURL('image/png').replace(/^.*,/, '')
  })
  const field = page.getByRole('group', { name: 'Profile picture' })
  const chooser = page.waitForEvent('filechooser')
  await field.getByRole('button', { name: 'Choose picture' }).click()
  await (await chooser).setFiles({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.from(picture, 'base64') })
  const dialog = page.getByRole('dialog', { name: 'Crop picture' })
  const stage = dialog.getByRole('group', { name: 'Part of the picture that is shown' })
  const zoom = dialog.getByRole('slider', { name: 'Zoom' })
  await expect(zoom).toBeEnabled()
  // Zoomed by the wheel, and dragged to the right end of the picture.
  await stage.hover()
  await page.mouse.wheel(0, -200)
  await expect(zoom).not.toHaveValue('1')
  await page.mouse.down()
  await page.mouse.move(10, 400, { steps: 5 })
  await page.mouse.up()
  for (let n = 0; n < 20; n++) await stage.press('ArrowLeft')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Picture saved')).toBeVisible()
  await expect(dialog).toBeHidden()

  const isBlue = (image: HTMLImageElement) => {
    const canvas = document.createElement('canvas')
    const context = canvas.getContext('2d')
    context?.drawImage(image, 0, 0)
    const [red = 0, , blue = 0] = context?.getImageData(3, image.naturalHeight / 2, 1, 1).data ?? []
    return blue > 200 && red < 60
  }
  for (const tab of [page, other]) {
    await expect(inNavigation(tab)).toBeVisible()
    await expect.poll(() => inNavigation(tab).evaluate(isBlue)).toBe(true)
  }
  await page.reload()
  await expect(inNavigation(page)).toBeVisible()

  const id = await putFolder(page, url, 'Shared')
  const answer = await page.request.post(`${url}/api/share`, { data: { id } })
  const { attributes } = ((await answer.json()) as { data: { attributes: { token: string } } }).data
  const visitor = await (await browser.newContext()).newPage()
  await visitor.goto(`${url}/share/${attributes.token}`)
  await expect(visitor.locator('img[src^="/avatars/"]')).toBeVisible()
  await visitor.context().close()

  await field.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove picture' }).click()
  await expect(page.getByText('Picture removed')).toBeVisible()
  await expect(inNavigation(page)).toHaveCount(0)
  await expect(inNavigation(other)).toHaveCount(0)
  await expect(field.getByRole('button', { name: 'Choose picture' })).toBeVisible()
})

test(
  'a new password ends the other session, and this one continues',
  { tag: '@full' },
  async ({ page, browser, holdall }) => {
    const { url } = holdall
    const person = await signUp(page, url)
    const other = await (await browser.newContext()).newPage()
    await signIn(other, url, person)
    await other.goto(`${url}/user/profile`)
    await expect(other.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()

    await openAccount(page, url, 'Password and security')
    await expect(page.getByText('This device')).toBeVisible()
    await expect(page.getByRole('button', { name: /^Log out Chrome on / })).toBeVisible()
    const change = page.getByRole('button', { name: 'Change password' })
    await page.getByLabel('Current password').fill('wrong')
    await page.getByLabel('New password', { exact: true }).fill('vättern in the rain')
    await page.getByLabel('Repeat the new password').fill('vättern in the rain')
    await change.click()
    await expect(page.getByText('This isn’t your current password.')).toBeVisible()
    await page.getByLabel('Current password').fill(person.password)
    await change.click()
    await expect(page.getByText('Password changed. You’re logged out everywhere else.')).toBeVisible()
    await expect(page.getByRole('button', { name: /^Log out Chrome on / })).toHaveCount(0)

    await other.goto(`${url}/user/profile`)
    await expect(other).toHaveURL(/\/sign-in\?/)
    await other.context().close()
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: 'Password and security' })).toBeVisible()
    expect((await page.request.post(`${url}/login`, { data: { ...person } })).status()).toBe(422)
  },
)

test('storage shows what an upload uses, by category', { tag: '@full' }, async ({ page, holdall }) => {
  const { url } = holdall
  await signUp(page, url)
  const folder = await putFolder(page, url, 'Photos')
  await putFile(page, url, 'lake.png', Buffer.concat([png, Buffer.alloc(40_000)]), { parent_id: folder })
  await putFile(page, url, 'notes.txt', Buffer.alloc(10_000, 'a'))
  await openAccount(page, url, 'Storage')
  const categories = page.getByRole('region', { name: 'Used storage by category' })
  await expect(categories.getByRole('listitem').filter({ hasText: 'Images' })).toContainText('40 kB80%')
  await expect(categories.getByRole('listitem').filter({ hasText: 'Documents' })).toContainText('10 kB20%')
  await expect(page.getByRole('table', { name: 'Uploads' }).getByRole('row')).toHaveCount(46)
})

test(
  'the pages of the account are behind sign-in, and have a background of their own',
  { tag: '@full' },
  async ({ page, holdall }) => {
    const { url } = holdall
    await page.goto(`${url}/user/settings/storage`)
    await expect(page).toHaveURL(/\/sign-in\?redirect=%2Fuser%2Fsettings%2Fstorage/)
    await signUp(page, url)
    const backgroundAt = async (path: string) => {
      await page.goto(url + path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      return page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    }
    const ofFiles = await backgroundAt('/platform/files')
    for (const path of pages) expect(await backgroundAt(path)).not.toBe(ofFiles)
  },
)
