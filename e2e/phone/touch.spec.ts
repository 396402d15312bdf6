import { type Browser, devices, type Locator, type Page } from '@playwright/test'
import {
  downloaded,
  holdToast,
  list,
  openFiles,
  putFolder,
  row,
  sha256,
  sha256OfFile,
  waitForList,
  toast,
} from '../src/files-page.ts'
import { expect, putFile, signIn, signUp, newPerson, test } from '../src/holdall.ts'
import { startHoldall } from '../src/server.ts'

// Without its type of browser, which would need workers of its own.
const { viewport, userAgent, deviceScaleFactor, isMobile, hasTouch } = devices['Pixel 7']!
test.use({
  viewport,
  userAgent,
  deviceScaleFactor,
  isMobile,
  hasTouch,
  contextOptions: { reducedMotion: 'no-preference' },
})

const text = (content: string) => Buffer.from(content)
const more = (page: Page, name: string) => row(page, name).getByRole('button', { name: `More actions for ${name}` })

/** A page of another browser, by a link to the folder that allows editing, with the menu Create open. */
async function visitorWhoCreates(page: Page, browser: Browser, url: string, folder: string): Promise<Page> {
  const answer = await page.request.post(`${url}/api/share`, { data: { id: folder, permission: 'editor' } })
  const { token } = ((await answer.json()) as { data: { attributes: { token: string } } }).data.attributes
  const visitor = await (await browser.newContext()).newPage()
  await visitor.goto(`${url}/share/${token}`)
  await visitor.getByRole('button', { name: 'Create' }).tap()
  return visitor
}

/** Touches the row until it is selected. */
async function longPress(page: Page, name: string): Promise<void> {
  const box = await row(page, name).boundingBox()
  if (!box) throw new Error(`${name} is not on the screen.`)
  const finger = await page.context().newCDPSession(page)
  const at = { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) }
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] })
  await expect(row(page, name)).toHaveAttribute('aria-selected', 'true')
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await finger.detach()
}

test('a tap opens a folder, the menu of a row renames, and a file is added by the picker', async ({
  page,
  holdall,
}) => {
  const person = await signUp(page, holdall.url, newPerson())
  const folder = await putFolder(page, holdall.url, 'Lake Siljan')
  await putFile(page, holdall.url, 'inner.txt', text('inner'), { parent_id: folder })
  await page.context().clearCookies()
  await page.goto(holdall.url)
  await page.getByLabel('E-mail').fill(person.email)
  await page.keyboard.press('Enter')
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.keyboard.press('Enter')
  await waitForList(page)

  await row(page, 'Lake Siljan').tap()
  await expect(page.getByRole('heading', { level: 1, name: 'Lake Siljan' })).toBeVisible()
  await more(page, 'inner.txt').tap()
  await page.getByRole('menuitem', { name: 'Rename' }).tap()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('renamed.txt')
  await page.keyboard.press('Enter')
  await expect(row(page, 'renamed.txt')).toBeVisible()

  const picked = { name: 'picked.txt', mimeType: 'text/plain', buffer: text('picked') }
  await page.locator('input[type="file"][multiple]').setInputFiles(picked)
  await expect(row(page, 'picked.txt')).toBeVisible()
  await row(page, 'picked.txt').tap()
  const layer = page.getByRole('dialog', { name: 'picked.txt' })
  await expect(layer.getByText('picked', { exact: true })).toBeVisible()
  const download = await downloaded(page, () => layer.getByRole('button', { name: 'Download' }).tap())
  expect(await sha256OfFile(await download.path())).toBe(sha256(picked.buffer))
  await page.goBack()
  await expect(layer).toBeHidden()

  await page.goBack()
  await expect(row(page, 'Lake Siljan')).toBeVisible()
})

test('a long press selects, a tap adds to it, and deleted files are restored from the trash', async ({
  page,
  holdall,
}) => {
  await signUp(page, holdall.url)
  for (const name of ['first.txt', 'second.txt', 'third.txt']) await putFile(page, holdall.url, name, text(name))
  await openFiles(page, holdall.url)
  await longPress(page, 'first.txt')
  await row(page, 'second.txt').tap()
  await expect(list(page).getByRole('row', { selected: true })).toHaveCount(2)
  await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).tap()
  await expect(row(page, 'first.txt')).toHaveCount(0)
  await expect(row(page, 'third.txt')).toBeVisible()

  // The end of the selection goes back in the history, which would cancel a navigation.
  const toDismiss = () => (history.state as { usr?: { dismisses?: string[] } } | null)?.usr?.dismisses ?? []
  await expect.poll(() => page.evaluate(toDismiss)).toEqual([])
  await page.goto(`${holdall.url}/platform/trash`)
  await more(page, 'second.txt').tap()
  await page.getByRole('menuitem', { name: 'Restore' }).tap()
  await expect(row(page, 'second.txt')).toHaveCount(0)
  await openFiles(page, holdall.url)
  await expect(row(page, 'second.txt')).toBeVisible()
  await expect(row(page, 'first.txt')).toHaveCount(0)
})

/** Moves a finger quickly over the middle of the screen, by `dx` pixels. */
async function swipe(page: Page, dx: number): Promise<void> {
  const { width = 0, height = 0 } = page.viewportSize() ?? {}
  const finger = await page.context().newCDPSession(page)
  const at = (x: number) => ({ x: Math.round(width / 2 + x), y: Math.round(height / 2) })
  // Sent together: a finger does not wait for the page between two points.
  await Promise.all([
    finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at(-dx / 2)] }),
    finger.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [at(dx / 2)] }),
    finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] }),
  ])
  await finger.detach()
}

test('a visitor opens a file of a link with a tap, swipes to the next one and downloads it', async ({
  page,
  browser,
  holdall,
}) => {
  const person = await signUp(page, holdall.url)
  await signIn(page, holdall.url, person)
  const folder = await putFolder(page, holdall.url, 'Shared')
  await putFile(page, holdall.url, 'letter.txt', text('a letter'), { parent_id: folder })
  await putFile(page, holdall.url, 'postcard.txt', text('a postcard'), { parent_id: folder })
  const answer = await page.request.post(`${holdall.url}/api/share`, { data: { id: folder } })
  expect(answer.status()).toBe(201)
  const { data } = (await answer.json()) as { data: { attributes: { link: string } } }
  const context = await browser.newContext()
  const visitor = await context.newPage()
  await visitor.goto(new URL(data.attributes.link, holdall.url).href)
  await expect(row(visitor, 'letter.txt')).toBeVisible()
  await row(visitor, 'letter.txt').tap()
  const layer = (name: string) => visitor.getByRole('dialog', { name })
  await expect(layer('letter.txt').getByText('a letter')).toBeVisible()
  await swipe(visitor, -200)
  await expect(layer('postcard.txt').getByText('a postcard')).toBeVisible()
  await swipe(visitor, 200)
  await expect(layer('letter.txt').getByText('a letter')).toBeVisible()
  const download = await downloaded(visitor, () => layer('letter.txt').getByRole('button', { name: 'Download' }).tap())
  expect(await sha256OfFile(await download.path())).toBe(sha256(text('a letter')))
  await visitor.goBack()
  await expect(layer('letter.txt')).toBeHidden()
  await expect(row(visitor, 'letter.txt')).toBeVisible()
  await context.close()
})

test(
  'a visitor who may edit adds a folder, renames and deletes by touch',
  { tag: '@full' },
  async ({ page, browser, holdall }) => {
    await signUp(page, holdall.url)
    const folder = await putFolder(page, holdall.url, 'Shared')
    for (const name of ['letter.txt', 'old.txt']) {
      await putFile(page, holdall.url, name, text(name), { parent_id: folder })
    }
    const visitor = await visitorWhoCreates(page, browser, holdall.url, folder)
    await visitor.getByRole('menuitem', { name: 'New folder' }).tap()
    const dialog = visitor.getByRole('dialog')
    await dialog.getByRole('textbox').fill('Letters')
    await visitor.keyboard.press('Enter')
    await expect(row(visitor, 'Letters')).toBeVisible()
    await more(visitor, 'letter.txt').tap()
    await visitor.getByRole('menuitem', { name: 'Rename' }).tap()
    await visitor.getByRole('dialog', { name: 'Rename “letter.txt”' }).getByRole('textbox').fill('new.txt')
    await visitor.keyboard.press('Enter')
    await expect(row(visitor, 'new.txt')).toBeVisible()
    await longPress(visitor, 'old.txt')
    await visitor.getByRole('toolbar').getByRole('button', { name: 'Delete' }).tap()
    await expect(toast(visitor, 'The owner can restore it')).toBeVisible()
    await expect(row(visitor, 'old.txt')).toHaveCount(0)
    await visitor.context().close()
  },
)

test('Back closes the menu of the bottom bar and a popup, and then leaves the folder', async ({ page, holdall }) => {
  await signUp(page, holdall.url)
  const folder = await putFolder(page, holdall.url, 'Lake Siljan')
  await putFile(page, holdall.url, 'inner.txt', text('inner'), { parent_id: folder })
  await openFiles(page, holdall.url)
  await row(page, 'Lake Siljan').tap()
  await expect(row(page, 'inner.txt')).toBeVisible()

  // The navigation is a bar at the bottom, as wide as the screen, and no rail beside the page.
  const bar = page.getByRole('navigation', { name: 'Main', exact: true })
  await expect(bar).toHaveCount(1)
  expect(await bar.boundingBox()).toMatchObject({ x: 0, width: viewport.width, y: viewport.height - 64, height: 64 })

  await page.getByRole('button', { name: 'Menu' }).tap()
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await more(page, 'inner.txt').tap()
  await page.getByRole('menuitem', { name: 'Share' }).tap()
  await expect(page.getByRole('dialog', { name: 'Share “inner.txt”' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(row(page, 'inner.txt')).toBeVisible()

  await page.goBack()
  await expect(row(page, 'Lake Siljan')).toBeVisible()
})

test('a toast covers neither a sheet, also one as high as the screen, nor the field of the search', async ({
  page,
  holdall,
}) => {
  await signUp(page, holdall.url)
  await putFolder(page, holdall.url, 'Album')
  await putFile(page, holdall.url, 'a.txt', text('a'))
  await putFile(page, holdall.url, 'b.txt', text('b'))
  await openFiles(page, holdall.url)
  await more(page, 'a.txt').tap()
  await page.getByRole('menuitem', { name: 'Delete' }).tap()
  await holdToast(toast(page, 'moved to trash'))
  await more(page, 'b.txt').tap()
  await apart(toast(page, 'moved to trash'), page.getByRole('menu'))
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await apart(toast(page, 'moved to trash'), page.getByRole('combobox'))
  await page.keyboard.press('Escape')
  await expect(page.getByRole('combobox')).toHaveCount(0)
  await toast(page, 'moved to trash').getByRole('button', { name: 'Close' }).tap()

  await more(page, 'Album').tap()
  await page.getByRole('menuitem', { name: 'Add to favorites' }).tap()
  await holdToast(toast(page, 'added to favorites'))
  await more(page, 'Album').tap()
  // Opens in the same sheet.
  await page.getByRole('menuitem', { name: 'More', exact: true }).tap()
  await page.getByRole('menuitem', { name: 'Color and emoji…' }).tap()
  await page.getByRole('button', { name: 'Choose emoji' }).tap()
  await apart(toast(page, 'added to favorites'), page.getByRole('dialog'))
})

test(
  'the trays of a visitor’s uploads cover neither each other nor a toast',
  { tag: '@full' },
  async ({ page, browser }) => {
    const holdall = await startHoldall({ env: { HOLDALL_SHARE_REMOTE_UPLOADS: 'true' } })
    try {
      await signUp(page, holdall.url)
      const folder = await putFolder(page, holdall.url, 'Shared')
      await putFile(page, holdall.url, 'letter.txt', text('letter'), { parent_id: folder })
      const visitor = await visitorWhoCreates(page, browser, holdall.url, folder)
      await visitor.getByRole('menuitem', { name: 'Upload from a link' }).tap()
      // The server refuses to connect to itself; the page sees no end of it.
      await visitor.route('**/api/sharing/upload/remote/**', async (route) => {
        const answer = await route.fetch()
        await route.fulfill({ response: answer, body: (await answer.text()).replaceAll('"finished"', '"running"') })
      })
      await visitor.getByRole('dialog').getByRole('textbox').fill('http://127.0.0.1:9/a.zip')
      await visitor.getByRole('dialog').getByRole('button', { name: 'Upload' }).tap()
      const remote = visitor.getByRole('region', { name: 'Uploads from links' })
      await expect(remote.getByRole('heading')).toContainText('of 1 files fetched')
      // No answer: the upload keeps running.
      await visitor.route('**/api/sharing/upload/chunks/**', () => {})
      await visitor
        .locator('input[type="file"]')
        .setInputFiles({ name: 'new.txt', mimeType: 'text/plain', buffer: text('new') })
      const uploads = visitor.getByRole('region', { name: 'Uploads', exact: true })
      await apart(uploads, remote)
      await more(visitor, 'letter.txt').tap()
      await visitor.getByRole('menuitem', { name: 'Delete' }).tap()
      await holdToast(toast(visitor, 'The owner can restore it'))
      await expect(visitor.getByRole('menu')).toHaveCount(0)
      await apart(toast(visitor, 'The owner can restore it'), remote)
      await apart(toast(visitor, 'The owner can restore it'), uploads)
      await visitor.context().close()
    } finally {
      await holdall.stop()
    }
  },
)

/** Expects that neither covers the other. */
async function apart(one: Locator, other: Locator): Promise<void> {
  await expect(other).toBeVisible()
  await expect
    .poll(async () => {
      const [a, b] = [await one.boundingBox(), await other.boundingBox()]
      return a && b && (a.y + a.height <= b.y || b.y + b.height <= a.y)
    })
    .toBe(true)
}
