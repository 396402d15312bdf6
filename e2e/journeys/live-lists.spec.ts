import type { Page } from '@playwright/test'
import { act, openFiles, row, toast } from '../src/files-page.ts'
import { expect, signUp, test } from '../src/holdall.ts'

const upload = (page: Page, name: string) =>
  page
    .locator('input[type="file"][multiple]')
    .first()
    .setInputFiles([{ name, mimeType: 'text/plain', buffer: Buffer.from('text') }])

test(
  'what is created, uploaded, renamed, made a favorite and deleted in one tab is shown in the other',
  { tag: '@full' },
  async ({ page, context, holdall }) => {
    const { url } = holdall
    await signUp(page, url)
    await openFiles(page, url)
    const other = await context.newPage()
    await openFiles(other, url)

    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('menuitem', { name: 'New folder' }).click()
    await page.getByRole('dialog').getByRole('textbox').first().fill('Travel')
    await page.getByRole('button', { name: 'Create folder' }).click()
    await expect(row(page, 'Travel')).toBeVisible()
    await expect(row(other, 'Travel')).toBeVisible()
    await expect(other.getByRole('navigation', { name: 'Folders' }).getByText('Travel')).toBeVisible()

    await upload(page, 'tickets.txt')
    await expect(row(page, 'tickets.txt')).toBeVisible()
    await expect(row(other, 'tickets.txt')).toBeVisible()

    await row(page, 'tickets.txt').click()
    await page.keyboard.press('F2')
    await expect(page.getByRole('textbox', { name: 'New name for tickets.txt' })).toBeFocused()
    await page.keyboard.type('flights')
    await page.keyboard.press('Enter')
    await expect(toast(page, /Renamed to/)).toBeVisible()
    await expect(row(other, 'flights.txt')).toBeVisible()

    const favorites = (of: Page) => of.getByRole('navigation', { name: 'Favorites' })
    await act(page, 'Travel', 'Add to favorites')
    await expect(favorites(page).getByRole('link', { name: 'Travel' })).toBeVisible()
    await expect(favorites(other).getByRole('link', { name: 'Travel' })).toBeVisible()

    // And the other way round.
    await act(other, 'Travel', 'Delete')
    await expect(toast(other, 'moved to trash')).toBeVisible()
    await expect(row(page, 'Travel')).toBeHidden()
    await expect(favorites(page).getByRole('link', { name: 'Travel' })).toBeHidden()
    await expect(row(page, 'flights.txt')).toBeVisible()
  },
)
