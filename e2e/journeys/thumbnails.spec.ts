import { openFiles, row } from '../src/files-page.ts'
import { expect, putFile, signUp, test } from '../src/holdall.ts'

test('an image shows its thumbnail in the list, without a reload, in the preview until it is enlarged, and to visitors of a link', async ({
  page,
  holdall,
}) => {
  await signUp(page, holdall.url)
  const picture = await page.evaluate(() => {
    const canvas = document.createElement('canvas')
    canvas.width = 2400
    canvas.height = 1600
    canvas.getContext('2d')?.fillRect(100, 100, 200, 200)
    return canvas.toDataURL('image/png').replace(/^.*,/, '')
  })
  const id = await putFile(page, holdall.url, 'picture.png', Buffer.from(picture, 'base64'))
  await openFiles(page, holdall.url)
  const thumbnail = row(page, 'picture.png').locator('img[data-loaded]')
  await expect(thumbnail).toBeVisible()
  await expect
    .poll(async () => {
      const box = await thumbnail.boundingBox()
      return [box?.width, box?.height]
    })
    .toEqual([34, 34])
  expect(await thumbnail.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(34)

  await row(page, 'picture.png').dblclick()
  const layer = page.getByRole('dialog', { name: 'picture.png' })
  const shown = layer.getByRole('img', { name: 'picture.png' })
  await expect(shown).toHaveAttribute('src', /^\/thumbnail\/xl\//)
  await expect(layer.getByText('%')).toHaveCount(0)
  await layer.getByRole('button', { name: 'Actual size' }).click()
  await expect(layer.getByText('100%')).toBeVisible()
  await expect(shown).toHaveAttribute('src', /^\/file\//)
  await expect.poll(async () => (await shown.boundingBox())?.width).toBe(2400)
  await layer.getByRole('button', { name: 'Fit', exact: true }).click()
  await expect.poll(async () => (await shown.boundingBox())?.width ?? 0).toBeLessThan(1440)
  await page.keyboard.press('Escape')

  const answer = await page.request.post(`${holdall.url}/api/share`, { data: { id } })
  const { data } = (await answer.json()) as { data: { attributes: { token: string } } }
  await page.context().clearCookies()
  await page.goto(`${holdall.url}/share/${data.attributes.token}`)
  await expect(page.getByRole('heading', { name: 'picture.png' })).toBeVisible()
  await expect(page.locator('main img[data-loaded]')).toBeVisible()
})
