import { photo } from '../../mf-platform/src/testing/jpeg-with-exif.ts'
import { card, list, names, openFiles, putFolder, row } from '../src/files-page.ts'
import { expect, putFile, signUp, test } from '../src/holdall.ts'

const text = (content: string) => Buffer.from(content)

test(
  'cards, an order by type and the details of a photo, which the browser remembers',
  { tag: '@full' },
  async ({ page, holdall }) => {
    const { url } = holdall
    await signUp(page, url)
    await putFolder(page, url, 'Travel')
    await putFile(page, url, 'b.txt', text('b'))
    await putFile(page, url, 'a.zip', text('a'))
    await putFile(page, url, 'c.TXT', text('c'))
    await putFile(page, url, 'lake.jpg', Buffer.from(photo()))
    await openFiles(page, url)

    await page.getByTitle('Grid', { exact: true }).click()
    await expect(card(page, 'lake.jpg')).toBeVisible()
    await page.getByRole('button', { name: 'Sort by: Added' }).click()
    await page.getByRole('menuitemradio', { name: 'Type' }).click()
    await expect.poll(() => names(page)).toEqual(['Travel', 'lake.jpg', 'b.txt', 'c.TXT', 'a.zip'])

    await page.getByRole('button', { name: 'Details' }).click()
    const panel = page.getByRole('complementary', { name: 'Details' })
    await expect(panel).toContainText('Folders1')
    await list(page).focus()
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowDown')
    await expect(card(page, 'lake.jpg')).toHaveAttribute('aria-selected', 'true')
    await expect(panel.getByRole('heading', { name: 'Camera' })).toBeVisible()
    await expect(panel).toContainText('Fujifilm')
    await expect(panel).toContainText('1/125 s')

    await page.keyboard.press('ArrowRight')
    await expect(panel).toContainText('b.txt')
    await panel.getByRole('button', { name: 'Files' }).click()
    const move = page.getByRole('dialog')
    await move.getByRole('treeitem', { name: 'Travel' }).click()
    await move.getByRole('button', { name: 'Move here' }).click()
    await expect(card(page, 'b.txt')).toHaveCount(0)

    await page.reload()
    await expect(card(page, 'lake.jpg')).toBeVisible()
    await expect(panel).toBeVisible()
    await expect.poll(() => names(page)).toEqual(['Travel', 'lake.jpg', 'c.TXT', 'a.zip'])
    await card(page, 'Travel').dblclick()
    await expect(card(page, 'b.txt')).toBeVisible()
    await expect(panel).toContainText('Travel')

    await panel.getByRole('button', { name: 'Close details' }).click()
    await expect(panel).toHaveCount(0)
    await page.getByTitle('List', { exact: true }).click()
    await expect(row(page, 'b.txt')).toBeVisible()
  },
)

test('a row shows that it has a link, in a window of any width', { tag: '@full' }, async ({ page, holdall }) => {
  await signUp(page, holdall.url)
  const id = await putFile(page, holdall.url, 'a.txt', text('a'))
  expect((await page.request.post(`${holdall.url}/api/share`, { data: { id } })).status()).toBe(201)
  await openFiles(page, holdall.url)
  for (const width of [1440, 768, 360]) {
    await page.setViewportSize({ width, height: 900 })
    await expect(row(page, 'a.txt').locator('.lucide-link:visible'), `${String(width)} px`).toHaveCount(1)
  }
})

test(
  'on a phone, star and link take no width from the name of a folder’s card',
  { tag: '@full' },
  async ({ page, holdall }) => {
    const { url } = holdall
    await signUp(page, url)
    await putFolder(page, url, 'Winter by the lake')
    const id = await putFolder(page, url, 'Summer by the lake')
    await page.request.post(`${url}/api/share`, { data: { id } })
    await page.request.post(`${url}/api/favourites`, { data: { ids: [id] } })
    await page.setViewportSize({ width: 360, height: 740 })
    await page.addInitScript(() => {
      localStorage.setItem('holdall.preferences', JSON.stringify({ view: 'grid' }))
    })
    await openFiles(page, url)
    await expect(card(page, 'Summer by the lake')).toContainText('Favorite')
    const widthOf = async (name: string) =>
      (await card(page, name).getByText(name, { exact: true }).boundingBox())?.width
    const width = await widthOf('Winter by the lake')
    await expect.poll(() => widthOf('Summer by the lake')).toBe(width)
  },
)

test('the menu of the last row is inside the window at any size', async ({ page, holdall }) => {
  const { url } = holdall
  await signUp(page, url)
  for (let n = 10; n < 26; n++) await putFile(page, url, `${String(n)}.txt`, text('text'))
  await openFiles(page, url)
  const menu = page.getByRole('menu')
  for (const [width, height] of [
    [1440, 900],
    [768, 600],
    [360, 640],
  ] as const) {
    await page.setViewportSize({ width, height })
    await list(page).focus()
    await page.keyboard.press('End')
    await row(page, '10.txt').click({ button: 'right' })
    const state = () =>
      menu.evaluate((element) => {
        const { left, top, right, bottom } = element.getBoundingClientRect()
        const isInside = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight
        const doesScroll = element.scrollHeight > element.clientHeight
        return { isInside, isHinted: doesScroll === element.hasAttribute('data-below') }
      })
    const size = `${String(width)} × ${String(height)}`
    await expect.poll(state, size).toEqual({ isInside: true, isHinted: true })
    // A phone's sheet may scroll.
    if (width > 640) await expect(page.getByRole('menuitem', { name: 'Delete' }), size).toBeInViewport({ ratio: 1 })
    await page.keyboard.press('Escape')
    await expect(menu).toHaveCount(0)
  }
})
