import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { act, dropPaths, list, openFiles, row, toast, tray } from '../src/files-page.ts'
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

const LEVELS = ['trip', 'day', 'evening'] as const
const FILES_PER_LEVEL = 40

/** Opens the folder at this level, by rows: the page is not loaded again. */
async function openLevel(page: Page, level: (typeof LEVELS)[number]): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Files' }).click()
  for (const name of LEVELS.slice(0, LEVELS.indexOf(level) + 1)) {
    await row(page, name).dblclick()
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  }
  await expect(list(page)).toBeVisible()
}

/** The number of entries of the open folder, on the screen or not; the header is a row too. */
const expectEntries = (page: Page, count: number) =>
  expect(list(page)).toHaveAttribute('aria-rowcount', String(count + 1))

test(
  'a folder that is opened at each level while it is uploaded becomes complete, in this tab and in others',
  { tag: '@full' },
  async ({ page, context, holdall }) => {
    const disk = await mkdtemp(path.join(tmpdir(), 'holdall-live-'))
    const folderAt = (level: (typeof LEVELS)[number]) => path.join(disk, ...LEVELS.slice(0, LEVELS.indexOf(level) + 1))
    await mkdir(folderAt('evening'), { recursive: true })
    for (const level of LEVELS) {
      for (let n = 0; n < FILES_PER_LEVEL; n += 1)
        await writeFile(path.join(folderAt(level), `${String(n)}.txt`), 'text')
    }
    await signUp(page, holdall.url)
    await openFiles(page, holdall.url)
    const tabs = new Map<string, Page>()
    for (const level of LEVELS) {
      const tab = await context.newPage()
      await openFiles(tab, holdall.url)
      tabs.set(level, tab)
    }

    // The browser decides on the order of the levels: at the tenth file of each the upload waits until it is open.
    const arrived = new Map<string, number>()
    const held: { readonly level: (typeof LEVELS)[number]; readonly resume: () => void }[] = []
    await page.route('**/api/upload/chunks?*', async (route) => {
      const sentTo = new URL(route.request().url()).searchParams.get('path')?.split('/').at(-2)
      const level = LEVELS.find((name) => name === sentTo) ?? 'trip'
      arrived.set(level, (arrived.get(level) ?? 0) + 1)
      if (arrived.get(level) === 10) await new Promise<void>((resolve) => held.push({ level, resume: resolve }))
      await route.continue()
    })
    await page.bringToFront()
    await dropPaths(page, [path.join(disk, 'trip')], page.getByRole('heading', { name: 'No files yet' }))
    for (let opened = 1; opened <= LEVELS.length; opened += 1) {
      await expect.poll(() => held.length, { timeout: 120_000 }).toBe(opened)
      const { level, resume } = held[opened - 1]!
      await openLevel(page, level)
      await openLevel(tabs.get(level)!, level)
      resume()
    }
    await expect(tray(page)).toContainText(`${String(LEVELS.length * FILES_PER_LEVEL)} uploads complete`, {
      timeout: 120_000,
    })
    const [, , innermost] = LEVELS
    for (const [level, tab] of tabs) await expectEntries(tab, FILES_PER_LEVEL + (level === innermost ? 0 : 1))
    await expectEntries(page, FILES_PER_LEVEL + (held.at(-1)?.level === innermost ? 0 : 1))
    for (const level of LEVELS) {
      await openLevel(page, level)
      await expectEntries(page, FILES_PER_LEVEL + (level === innermost ? 0 : 1))
    }
    await rm(disk, { recursive: true })
  },
)
