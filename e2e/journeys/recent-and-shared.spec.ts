import type { Page } from '@playwright/test'
import { act, list, names, openFiles, putFolder, row, toast } from '../src/files-page.ts'
import { expect, putFile, signUp, test } from '../src/holdall.ts'

const text = (content: string) => Buffer.from(content)
const goTo = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name }).click()
const locations = (page: Page) => page.locator('[data-index] > [data-col="location"]').allTextContents()

/** Uploads a file into a folder by the page. */
async function upload(page: Page, url: string, folderId: string, name: string): Promise<void> {
  await openFiles(page, url, `/platform/files/${folderId}`)
  await page
    .locator('input[type="file"][multiple]')
    .first()
    .setInputFiles([{ name, mimeType: 'text/plain', buffer: text(name) }])
  await expect(row(page, name)).toBeVisible()
}

test(
  'recent uploads: the newest of all folders first, shown in its folder, deleted and restored',
  { tag: '@full' },
  async ({ page, holdall }) => {
    const { url } = holdall
    await signUp(page, url)
    const travel = await putFolder(page, url, 'Travel')
    const work = await putFolder(page, url, 'Work')
    await upload(page, url, travel, 'tickets.txt')
    await upload(page, url, work, 'plan.txt')

    await goTo(page, 'Recent uploads')
    await expect(page).toHaveURL(`${url}/platform/recent-uploads`)
    await expect(page).toHaveTitle(/^Recent uploads/)
    await expect(row(page, 'tickets.txt')).toBeVisible()
    expect(await names(page)).toEqual(['plan.txt', 'tickets.txt'])
    expect(await locations(page)).toEqual(['Work', 'Travel'])

    await act(page, 'tickets.txt', 'Show in folder')
    await expect(page).toHaveURL(`${url}/platform/files/${travel}`)
    await expect(row(page, 'tickets.txt')).toBeVisible()

    await page.goBack()
    await expect(row(page, 'plan.txt')).toBeVisible()
    await list(page).focus()
    await page.keyboard.press('Control+a')
    await page.getByRole('toolbar', { name: 'Selection' }).getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByRole('heading', { name: 'No recent uploads' })).toBeVisible()
    await toast(page, '2 items moved to trash').getByRole('button', { name: 'Undo' }).click()
    await expect(row(page, 'tickets.txt')).toBeVisible()
    expect(await locations(page)).toEqual(['Work', 'Travel'])
    // Select all meant the two files, not their folders.
    await goTo(page, 'Files')
    await expect(row(page, 'Travel')).toBeVisible()
    await expect(row(page, 'Work')).toBeVisible()
  },
)

test(
  'files that are moved from several folders go back to their own by Undo',
  { tag: '@full' },
  async ({ page, holdall }) => {
    const { url } = holdall
    await signUp(page, url)
    const travel = await putFolder(page, url, 'Travel')
    await putFolder(page, url, 'Archive')
    await putFile(page, url, 'tickets.txt', text('tickets'), { parent_id: travel })
    await putFile(page, url, 'notes.txt', text('notes'))
    await openFiles(page, url, '/platform/recent-uploads')
    await row(page, 'notes.txt').click()
    await page.keyboard.press('Control+a')
    await page.getByRole('toolbar', { name: 'Selection' }).getByRole('button', { name: 'Move' }).click()
    const popup = page.getByRole('dialog', { name: 'Move 2 items to…' })
    await popup.getByRole('treeitem', { name: 'Archive' }).click()
    await popup.getByRole('button', { name: 'Move here' }).click()
    const moved = toast(page, '2 items moved to “Archive”')
    await expect(moved).toBeVisible()
    await expect.poll(() => locations(page)).toEqual(['Archive', 'Archive'])
    await moved.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => locations(page)).toEqual(['Files', 'Travel'])
  },
)

test(
  'shared items: a file and a folder with links, opened, and their links removed',
  { tag: '@full' },
  async ({ page, holdall }) => {
    const { url } = holdall
    await signUp(page, url)
    const album = await putFolder(page, url, 'Album')
    const work = await putFolder(page, url, 'Work')
    const plan = await putFile(page, url, 'plan.txt', text('plan'), { parent_id: work })
    await putFile(page, url, 'private.txt', text('private'))
    for (const id of [album, plan]) await page.request.post(`${url}/api/share`, { data: { id } })

    await openFiles(page, url)
    await goTo(page, 'My shared items')
    await expect(page).toHaveURL(`${url}/platform/my-shared-items`)
    await expect(row(page, 'plan.txt')).toBeVisible()
    expect(await names(page)).toEqual(['Album', 'plan.txt'])
    expect(await locations(page)).toEqual(['Files', 'Work'])

    await row(page, 'Album').dblclick()
    await expect(page).toHaveURL(`${url}/platform/files/${album}`)
    await page.goBack()
    await row(page, 'plan.txt').click()
    await page.keyboard.press('Control+a')
    await page.getByRole('toolbar', { name: 'Selection' }).getByRole('button', { name: 'Remove links' }).click()
    await page
      .getByRole('alertdialog', { name: 'Remove 2 links?' })
      .getByRole('button', { name: 'Remove links' })
      .click()
    await expect(toast(page, '2 links removed')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'No shared items' })).toBeVisible()
    await goTo(page, 'Files')
    await expect(row(page, 'Album')).toContainText('Only you')
  },
)
