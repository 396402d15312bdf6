import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Download, Locator, Page } from '@playwright/test'
import { expect } from './holdall.ts'

export const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')
export const sha256OfFile = async (path: string): Promise<string> => sha256(await readFile(path))

/** Opens a file list, at its top or at a given address, and waits until it is shown. */
export async function openFiles(page: Page, url: string, path = '/platform/files'): Promise<void> {
  await page.goto(url + path)
  await waitForList(page)
}

/** Waits for the list, or for what an empty folder shows. */
export async function waitForList(page: Page): Promise<void> {
  await expect(
    page.getByRole('grid').or(
      page.getByRole('heading', {
        name: /^(No files yet|No recent uploads|No shared items|No team folders yet|Nothing shared with you yet|Trash is empty|No results for .*)$/,
      }),
    ),
  ).toBeVisible()
}

export const list = (page: Page): Locator => page.getByRole('grid')

/** The row with exactly this name. */
export const row = (page: Page, name: string): Locator =>
  page.getByRole('row').filter({ has: page.getByTitle(name, { exact: true }) })

/** The card with exactly this name. */
export const card = (page: Page, name: string): Locator =>
  page.getByRole('gridcell').filter({ has: page.getByTitle(name, { exact: true }) })

/** Names in the order of the list. */
export const names = (page: Page): Promise<string[]> =>
  page.locator('[data-index] [title][dir="auto"]').evaluateAll((cells) =>
    cells
      .map((cell) => ({
        name: cell.textContent ?? '',
        at: Number(cell.closest<HTMLElement>('[data-index]')?.dataset['index']),
      }))
      .toSorted((a, b) => a.at - b.at)
      .map(({ name }) => name),
  )

/** Opens the row's menu and chooses from it, or from "More" in it. */
export async function act(page: Page, name: string, action: string): Promise<void> {
  await row(page, name).click({ button: 'right' })
  const item = page.getByRole('menuitem', { name: action })
  await expect(page.getByRole('menuitem').first()).toBeVisible()
  if ((await item.count()) === 0) await page.getByRole('menuitem', { name: 'More', exact: true }).click()
  await item.click()
}

/** Drops local files and folders as a file manager does, with real file system entries. */
export async function dropPaths(page: Page, paths: readonly string[], onto: Locator): Promise<void> {
  const box = await onto.boundingBox()
  if (!box) throw new Error('Nothing to drop onto.')
  const at = { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) }
  const data = { items: [], files: [...paths], dragOperationsMask: 1 }
  const browser = await page.context().newCDPSession(page)
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await browser.send('Input.dispatchDragEvent', { type, ...at, data })
  await browser.detach()
}

/** The download that `cause` starts. */
export async function downloaded(page: Page, cause: () => Promise<void>): Promise<Download> {
  const [download] = await Promise.all([page.waitForEvent('download'), cause()])
  return download
}

/** The address in the open share popup. */
export async function linkOf(page: Page): Promise<string> {
  const field = page.getByRole('dialog').getByRole('textbox', { name: 'Link', exact: true })
  await expect(field).toHaveAttribute('title', /\/share\/[\w-]{22,}$/)
  return (await field.getAttribute('title')) ?? ''
}

export const toast = (page: Page, text: string | RegExp): Locator =>
  page.locator('output[aria-live="polite"] > *').filter({ hasText: text })

/** Keeps a toast on the screen, as one that is hovered: a toast lives for seconds, and a test takes as long as it takes. */
export const holdToast = (shown: Locator): Promise<void> => shown.dispatchEvent('mouseover')

export const tray = (page: Page): Locator =>
  page.getByRole('region', { name: 'Uploads' }).or(page.getByRole('complementary', { name: 'Uploads' }))

/** Creates a folder by HTTP. */
export async function putFolder(
  page: Page,
  url: string,
  name: string,
  parentId: string | null = null,
): Promise<string> {
  const answer = await page.request.post(`${url}/api/create-folder`, { data: { name, parent_id: parentId } })
  expect(answer.status()).toBe(201)
  return ((await answer.json()) as { data: { id: string } }).data.id
}
