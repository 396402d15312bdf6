import type { Page } from '@playwright/test'
import { act, openFiles, row, toast } from '../src/files-page.ts'
import { expect, signUp, test } from '../src/holdall.ts'

/** A change in another tab is shown within this time. */
const SHOWN_MS = 1000

const upload = (page: Page, name: string) =>
  page
    .locator('input[type="file"][multiple]')
    .first()
    .setInputFiles([{ name, mimeType: 'text/plain', buffer: Buffer.from('text') }])

test('what is created, uploaded, renamed, made a favorite and deleted in one tab is shown in the other', async ({
  page,
  context,
  holdall,
}) => {
  const { url } = holdall
  await signUp(page, url)
  await openFiles(page, url)
  const other = await context.newPage()
  await openFiles(other, url)
  const shown = { timeout: SHOWN_MS }

  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('menuitem', { name: 'New folder' }).click()
  await page.getByRole('dialog').getByRole('textbox').first().fill('Travel')
  await page.getByRole('button', { name: 'Create folder' }).click()
  await expect(row(page, 'Travel')).toBeVisible()
  await expect(row(other, 'Travel')).toBeVisible(shown)
  await expect(other.getByRole('navigation', { name: 'Folders' }).getByText('Travel')).toBeVisible(shown)

  await upload(page, 'tickets.txt')
  await expect(row(page, 'tickets.txt')).toBeVisible()
  await expect(row(other, 'tickets.txt')).toBeVisible(shown)

  await row(page, 'tickets.txt').click()
  await page.keyboard.press('F2')
  await expect(page.getByRole('textbox', { name: 'New name for tickets.txt' })).toBeFocused()
  await page.keyboard.type('flights')
  await page.keyboard.press('Enter')
  await expect(toast(page, /Renamed to/)).toBeVisible()
  await expect(row(other, 'flights.txt')).toBeVisible(shown)

  const favorites = (of: Page) => of.getByRole('navigation', { name: 'Favorites' })
  await act(page, 'Travel', 'Add to favorites')
  await expect(favorites(page).getByRole('link', { name: 'Travel' })).toBeVisible()
  await expect(favorites(other).getByRole('link', { name: 'Travel' })).toBeVisible(shown)

  // And the other way round.
  await act(other, 'Travel', 'Delete')
  await expect(toast(other, 'moved to trash')).toBeVisible()
  await expect(row(page, 'Travel')).toBeHidden(shown)
  await expect(favorites(page).getByRole('link', { name: 'Travel' })).toBeHidden(shown)
  await expect(row(page, 'flights.txt')).toBeVisible()
})
