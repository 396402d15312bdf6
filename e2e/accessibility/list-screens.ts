import { request } from '@playwright/test'
import { photo } from '../../mf-platform/src/testing/jpeg-with-exif.ts'
import { card, list, openFiles, putFolder, row, toast, waitForList } from '../src/files-page.ts'
import { expect, type Person, putFile, signUp } from '../src/holdall.ts'
import type { Holdall } from '../src/server.ts'
import { closeAlert, close, heading, type Inspector, menuIsOpen, refuse } from './inspector.ts'

const text = (content: string) => Buffer.from(content)

/** The pages of files, with their states, menus and details. */
export async function lists(inspect: Inspector, { url }: Holdall, phone: boolean): Promise<void> {
  const { page, visit, scan, scanLoading } = inspect
  const person = await signUp(page, url)
  await openFiles(page, url)
  await scan('files, empty')
  await visit('/platform/recent-uploads')
  await heading(page, 'No recent uploads')
  await scan('recent uploads, empty')
  await visit('/platform/my-shared-items')
  await heading(page, 'No shared items')
  await scan('shared items, empty')
  const folder = await putFolder(page, url, 'Lake Siljan')
  await putFolder(page, url, 'رسائل')
  await putFile(page, url, 'a name that is rather long for a phone and goes on and on.txt', text('long'))
  await putFile(page, url, 'film.mp4', text('film'))
  await putFile(page, url, 'lake.jpg', Buffer.from(photo()))
  await putFile(page, url, 'inner.txt', text('inner'), { parent_id: folder })
  await scanLoading('files', `${url}/platform/files`, /\/api\/browse\/folders\/all/, { isFolder: true })
  await expect(row(page, 'film.mp4')).toBeVisible()
  await scan('files, with entries')
  await page.getByRole('button', { name: /^Sort by/ }).click()
  await menuIsOpen(page)
  await scan('files, order')
  await close(page)
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await menuIsOpen(page)
  await scan('files, create menu')
  await close(page)
  await page.getByRole('button', { name: 'Select several' }).click()
  await scan('files, several to be selected')
  await list(page).focus()
  await page.keyboard.press('Escape')
  await gridAndDetails(inspect, phone)
  await selection(inspect, phone)
  await navigation(inspect, phone)
  await notifications(inspect, url, person)
  await visit(`/platform/files/${folder}`)
  await expect(row(page, 'inner.txt')).toBeVisible()
  await scan('files, in a folder')
  await visit('/platform/files/00000000-0000-7000-8000-000000000000')
  await closeAlert(page)
  await heading(page, 'Folder not found')
  await scan('files, folder gone')

  await scanLoading('recent uploads', `${url}/platform/recent-uploads`, /\/api\/browse\/latest/, { isFolder: true })
  await expect(row(page, 'inner.txt')).toBeVisible()
  await scan('recent uploads')
  await row(page, 'inner.txt').click({ button: 'right' })
  await menuIsOpen(page)
  await scan('recent uploads, row menu')
  await close(page)
  await search(inspect, url)
  await trash(inspect, url)
}

/** Cards, and the details of a photo; ends as a list without details. */
async function gridAndDetails({ page, scan }: Inspector, phone: boolean): Promise<void> {
  const choose = async (view: string) => {
    await page.getByRole('button', { name: /^Sort by/ }).click()
    await page.getByRole('menuitemradio', { name: view }).click()
    await expect(page.getByRole('menu')).toHaveCount(0)
  }
  await choose('Grid')
  await expect(card(page, 'film.mp4')).toBeVisible()
  await scan('files, grid')
  await card(page, 'lake.jpg').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Details' }).click()
  await expect(page.getByRole('heading', { name: 'Camera' })).toBeVisible()
  await page.waitForFunction(() => document.getAnimations().length === 0)
  await scan('files, grid with a selection and the details of a photo')
  await page.getByText('Activity', { exact: true }).click()
  await expect(page.getByRole('list', { name: 'Activity' })).toContainText('Uploaded lake.jpg')
  await scan('files, activity of a photo')
  await page.getByRole('radiogroup', { name: 'View' }).getByText('Details').click()
  if (!phone) {
    await list(page).focus()
    await page.keyboard.press('Control+a')
    await expect(page.getByText('5 selected').first()).toBeVisible()
    await scan('files, details of several')
  }
  await page.getByRole('button', { name: 'Close details' }).click()
  await expect(page.getByRole('heading', { name: 'Camera' })).toHaveCount(0)
  await list(page).focus()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: /^Sort by/ })).toBeVisible()
  await choose('List')
  await expect(row(page, 'film.mp4')).toBeVisible()
}

async function selection({ page, scan }: Inspector, phone: boolean): Promise<void> {
  await row(page, 'film.mp4').click({ button: 'right' })
  await menuIsOpen(page)
  await scan('files, row menu')
  await close(page)
  await row(page, 'film.mp4').getByRole('checkbox').check({ force: true })
  await expect(page.getByText('1 selected')).toBeVisible()
  await scan('files, selected')
  if (phone) {
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await menuIsOpen(page)
    await scan('files, what can be done with the selected')
    await close(page)
    await list(page).focus()
  }
  await page.keyboard.press('Delete')
  await expect(toast(page, 'moved to trash')).toBeVisible()
  await scan('toast')
}

/** What is above and beside every page. */
async function navigation({ page, scan }: Inspector, phone: boolean): Promise<void> {
  await row(page, 'Lake Siljan').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Add to favorites' }).click()
  await expect(toast(page, 'added to favorites')).toBeVisible()
  await list(page).focus()
  await page.keyboard.press('Escape')
  if (phone) {
    await page.getByRole('button', { name: 'Menu' }).click()
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
    await scan('menu of a phone')
    await close(page)
    await page.getByRole('button', { name: 'Files', exact: true }).click()
    await menuIsOpen(page)
    await scan('pages of a phone')
    await close(page)
    await page.getByRole('button', { name: 'Menu' }).click()
  } else {
    await expect(page.getByRole('button', { name: 'Remove Lake Siljan from favorites' })).toBeAttached()
    await scan('sidebar with a favorite')
    await page.setViewportSize({ width: 800, height: 900 })
    await page.getByRole('button', { name: 'Show sidebar' }).click()
    await expect(page.getByRole('dialog', { name: 'Sidebar' })).toBeVisible()
    await scan('sidebar as a drawer')
    await page.keyboard.press('Escape')
    await page.setViewportSize({ width: 1440, height: 900 })
  }
  await page.getByRole('button', { name: 'Notifications' }).click()
  await expect(page.getByRole('dialog', { name: 'Notifications' })).toBeVisible()
  await scan('notification centre, empty')
  await close(page)

  const openSpotlight = async () => {
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('combobox', { name: 'Search' })).toBeFocused()
  }
  await openSpotlight()
  await scan('spotlight')
  await page.keyboard.type('inner')
  await expect(page.getByRole('option', { name: /inner\.txt/ })).toBeVisible()
  await scan('spotlight with results')
  await page.keyboard.type('zzzz')
  await heading(page, 'No results for “innerzzzz”')
  await scan('spotlight, nothing found')
  await page.keyboard.press('Escape')
  await page.route('**/api/search**', (route) => refuse(route))
  await openSpotlight()
  await page.keyboard.type('e')
  await expect(page.getByText('Some results couldn’t be loaded.').first()).toBeVisible()
  await scan('spotlight, failed')
  await page.keyboard.press('Escape')
  await page.unroute('**/api/search**')
}

async function search({ page, visit, scan, scanLoading }: Inspector, url: string): Promise<void> {
  await scanLoading('search', `${url}/platform/search?query=inner`, /\/api\/browse\/search/, { isFolder: true })
  await expect(row(page, 'inner.txt')).toBeVisible()
  await scan('search results')
  await page.getByRole('button', { name: /^Type:/ }).click()
  await menuIsOpen(page)
  await scan('search results, types')
  await page.getByRole('menuitemradio', { name: 'Videos' }).click()
  await heading(page, 'No results for “inner”')
  await expect(page.getByRole('menu')).toHaveCount(0)
  await scan('search without results, with a filter')
  await visit('/platform/search?query=nothing')
  await heading(page, 'No results for “nothing”')
  await scan('search without results')
  await visit('/platform/search')
  await heading(page, 'Search your files')
  await scan('search without a query')
}

async function trash({ page, visit, scan, scanLoading }: Inspector, url: string): Promise<void> {
  const folder = await putFolder(page, url, 'Old letters')
  await page.request.post(`${url}/api/remove`, { data: { items: [{ id: folder }] } })
  await visit(`/platform/files/${folder}`)
  await expect(page.getByText('This folder is in the trash')).toBeVisible()
  await scan('files, folder in the trash')
  await scanLoading('trash', `${url}/platform/trash`, /\/api\/browse\/trash/, { isFolder: true })
  await expect(row(page, 'film.mp4')).toBeVisible()
  await scan('trash')
  await row(page, 'film.mp4').click({ button: 'right' })
  await menuIsOpen(page)
  await scan('trash, row menu')
  await page.getByRole('menuitem', { name: 'Delete forever' }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await scan('trash, to be deleted forever')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  await list(page).focus()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Empty trash' }).click()
  await scan('trash, to be emptied')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Empty trash' }).click()
  await waitForList(page)
  await heading(page, 'Trash is empty')
  await scan('trash, empty')
}

/** A sign-in in another browser: as a toast, then in the centre. */
async function notifications({ page, scan }: Inspector, url: string, { email, password }: Person): Promise<void> {
  const otherBrowser = await request.newContext()
  await otherBrowser.post(`${url}/login`, { data: { email, password } })
  await otherBrowser.dispose()
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  const arrived = page.getByRole('region', { name: 'New notifications' }).getByRole('button', { name: 'New sign-in' })
  // It stays while it is hovered.
  await arrived.hover()
  await scan('notification toast')
  await arrived.click()
  await expect(page.getByRole('dialog').getByRole('article', { name: 'New sign-in' })).not.toHaveAttribute('data-new')
  await scan('notification centre')
  await close(page)
}
