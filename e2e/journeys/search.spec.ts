import type { Page } from '@playwright/test'
import { names, openFiles, putFolder, row } from '../src/files-page.ts'
import { expect, putFile, signUp, test } from '../src/holdall.ts'

const text = (content: string) => Buffer.from(content)
const options = (page: Page, group: string) => page.getByRole('group', { name: group, exact: true }).getByRole('option')

test(
  'a name is found by a part of it in the spotlight, and all of them on the page of results',
  { tag: '@full' },
  async ({ page, holdall }) => {
    const { url } = holdall
    await signUp(page, url)
    const reports = await putFolder(page, url, 'Übersicht 2026')
    await putFile(page, url, 'übersicht.txt', text('a'), { parent_id: reports })
    await putFile(page, url, '会議の議事録.txt', text('b'))
    await openFiles(page, url)

    await page.keyboard.press('Control+k')
    await expect(page.getByRole('combobox', { name: 'Search' })).toBeFocused()
    await page.keyboard.type('UBERS')
    await expect(options(page, 'Folders')).toContainText(['Übersicht 2026'])
    await expect(options(page, 'Files').first()).toContainText('übersicht.txt')
    await page.keyboard.press('Control+1')
    await expect(page).toHaveURL(`${url}/platform/files/${reports}`)
    await expect(row(page, 'übersicht.txt')).toBeVisible()

    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await expect(page.getByRole('combobox', { name: 'Search' })).toBeFocused()
    await page.keyboard.type('議')
    await options(page, 'Files').filter({ hasText: 'Show all results' }).click()
    await expect(page).toHaveURL(`${url}/platform/search?query=${encodeURIComponent('議')}`)
    await expect(row(page, '会議の議事録.txt')).toBeVisible()
    await expect.poll(() => names(page)).toEqual(['会議の議事録.txt'])

    await openFiles(page, url)
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await expect(page.getByRole('combobox', { name: 'Search' })).toBeFocused()
    await page.keyboard.type('議')
    await options(page, 'Files').filter({ hasText: '会議の議事録.txt' }).click()
    await expect(page.getByRole('dialog', { name: '会議の議事録.txt' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL(`${url}/platform/search?query=${encodeURIComponent('議')}`)

    await openFiles(page, url, '/platform/search?query=ubersicht')
    await expect(row(page, 'übersicht.txt')).toBeVisible()
    await expect.poll(() => names(page)).toEqual(['Übersicht 2026', 'übersicht.txt'])
    await page.getByRole('button', { name: /^Type:/ }).click()
    await page.getByRole('menuitemradio', { name: 'Folders' }).click()
    await expect(row(page, 'übersicht.txt')).toHaveCount(0)
    await expect.poll(() => names(page)).toEqual(['Übersicht 2026'])
    await page.getByRole('button', { name: /^Type:/ }).click()
    await page.getByRole('menuitemradio', { name: 'Videos' }).click()
    await expect(page.getByRole('heading', { name: 'No results for “ubersicht”' })).toBeVisible()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect(row(page, 'übersicht.txt')).toBeVisible()
  },
)
