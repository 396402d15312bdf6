import type { Locator, Page } from '@playwright/test'
import { act, list, openFiles, putFolder, row } from '../src/files-page.ts'
import { expect, putFile, signUp, test } from '../src/holdall.ts'

const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** Whether all of an element is in the window, after scrolling it into view. */
async function expectReachable(element: Locator): Promise<void> {
  await element.scrollIntoViewIfNeeded()
  await expect(element).toBeInViewport({ ratio: 0.99 })
}

test('at 200 % zoom of a window of 1440 x 900 everything can be reached', async ({ page, holdall }) => {
  const { url } = holdall
  await page.setViewportSize({ width: 720, height: 450 })
  await signUp(page, url)
  await putFolder(page, url, 'Travel')
  for (const name of ['plan.txt', 'table.csv']) await putFile(page, url, name, Buffer.from(name))
  for (const path of [
    '/platform/trash',
    '/user/profile',
    '/user/settings/password',
    '/user/settings/storage',
    '/user/activity',
  ]) {
    await page.goto(url + path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await overflow(page), path).toBe(0)
    await expectReachable(page.getByRole('button', { name: 'Log out' }))
  }
  await openFiles(page, url)
  await expectReachable(row(page, 'Travel'))
  await page.getByRole('button', { name: 'Log out' }).scrollIntoViewIfNeeded()

  await act(page, 'plan.txt', 'Share')
  const share = page.getByRole('dialog')
  for (const name of ['Password', 'Expires']) await share.getByRole('switch', { name }).check()
  for (const name of ['Close', 'Cancel', 'Create link']) await expectReachable(share.getByRole('button', { name }))
  await page.keyboard.press('Escape')
  await act(page, 'plan.txt', 'Move')
  await expectReachable(page.getByRole('treeitem', { name: 'Travel' }))
  await expectReachable(page.getByRole('button', { name: 'Move here' }))
  await page.keyboard.press('Escape')
  await act(page, 'Travel', 'Color and emoji…')
  await page.getByRole('button', { name: 'Choose emoji' }).click()
  await expectReachable(page.getByRole('dialog').getByRole('grid'))
  await expectReachable(page.getByRole('button', { name: 'Save' }))
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox')).toBeFocused()
  await expectReachable(page.getByRole('option').last())
  await page.keyboard.press('Escape')
  await row(page, 'table.csv').dblclick()
  await expectReachable(page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }))
  expect(await overflow(page)).toBe(0)
})

test('with forced colors, what is selected, current or highlighted has an outline', async ({ page, holdall }) => {
  const { url } = holdall
  await signUp(page, url)
  for (const name of ['a.txt', 'b.txt']) await putFile(page, url, name, Buffer.from(name))
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
  await openFiles(page, url)
  const outlineOf = (element: Locator) => element.evaluate((shown) => getComputedStyle(shown).outlineStyle)
  await row(page, 'a.txt').click()
  expect(await outlineOf(row(page, 'a.txt'))).toBe('solid')
  expect(await outlineOf(row(page, 'b.txt'))).toBe('none')
  expect(await outlineOf(page.getByRole('navigation', { name: 'Main' }).locator('[aria-current]'))).toBe('solid')
  await list(page).focus()
  await page.keyboard.press('Shift+F10')
  await expect(page.getByRole('menu')).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  expect(await outlineOf(page.getByRole('menuitem').first())).toBe('solid')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox')).toBeFocused()
  expect(await outlineOf(page.getByRole('option', { selected: true }))).toBe('solid')
})
