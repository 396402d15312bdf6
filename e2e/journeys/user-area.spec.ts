import type { Page } from '@playwright/test'
import { putFolder } from '../src/files-page.ts'
import { expect, signUp, test } from '../src/holdall.ts'

test('a profile picture is cropped, shown in the navigation and to visitors of a link, and removed @full', async ({
  page,
  browser,
  holdall,
}) => {
  const { url } = holdall
  await signUp(page, url)
  await page.goto(`${url}/platform/files`)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Profile' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()
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
