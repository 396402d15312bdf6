import type { BrowserContext, Page } from '@playwright/test'
import { act, openFiles, row } from '../src/files-page.ts'
import { expect, newPerson, type Person, signIn, signUp, test } from '../src/holdall.ts'

/** A change in another browser is shown within this time. */
const SHOWN_MS = 1000

const upload = (page: Page, name: string) =>
  page
    .locator('input[type="file"][multiple]')
    .first()
    .setInputFiles([{ name, mimeType: 'text/plain', buffer: Buffer.from('text') }])

/** Resolves once a connection that is opened from now on gets events of the server. */
const connected = (page: Page): Promise<void> =>
  new Promise((resolve) => {
    page.on('websocket', (socket) => {
      socket.on('framereceived', ({ payload }) => {
        if (String(payload).includes('subscription_succeeded')) resolve()
      })
    })
  })

/** Files of a new account in two browsers, both connected. */
async function openTwice(page: Page, other: BrowserContext, url: string): Promise<{ person: Person; there: Page }> {
  const person = newPerson()
  await signUp(page, url, person)
  const here = connected(page)
  await openFiles(page, url)
  const there = await other.newPage()
  await signIn(there, url, person)
  const isThere = connected(there)
  await openFiles(there, url)
  await Promise.all([here, isThere])
  return { person, there }
}

test('what is uploaded and deleted in one browser is shown in another one of the account', async ({
  page,
  browser,
  holdall,
}) => {
  const other = await browser.newContext()
  const { there } = await openTwice(page, other, holdall.url)
  await upload(page, 'tickets.txt')
  await expect(row(page, 'tickets.txt')).toBeVisible()
  await expect(row(there, 'tickets.txt')).toBeVisible({ timeout: SHOWN_MS })
  await act(there, 'tickets.txt', 'Delete')
  await expect(row(there, 'tickets.txt')).toBeHidden()
  await expect(row(page, 'tickets.txt')).toBeHidden({ timeout: SHOWN_MS })
  await other.close()
})

test('each change makes the other page fetch its list once', async ({ page, browser, holdall }) => {
  const other = await browser.newContext()
  const lists: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/browse/folders/all')) lists.push(request.url())
  })
  const { there } = await openTwice(page, other, holdall.url)
  // One for the page, and one for what changed until it was connected.
  await expect.poll(() => lists.length).toBe(2)
  lists.length = 0
  await upload(there, 'a.txt')
  await expect(row(page, 'a.txt')).toBeVisible()
  await upload(there, 'b.txt')
  await expect(row(page, 'b.txt')).toBeVisible()
  expect(lists).toHaveLength(2)
  await other.close()
})

test('after the server was started again, what was missed is shown', async ({ page, browser, holdall }) => {
  const other = await browser.newContext()
  const { there } = await openTwice(page, other, holdall.url)
  const again = connected(there)
  await holdall.restart()
  await upload(page, 'late.txt')
  await expect(row(page, 'late.txt')).toBeVisible({ timeout: 20_000 })
  await again
  await expect(row(there, 'late.txt')).toBeVisible({ timeout: 5000 })
  await expect(there.getByRole('alert')).toHaveCount(0)
  await other.close()
})

test('ending all other sessions shows sign-in in the other browser at once', async ({ page, browser, holdall }) => {
  const other = await browser.newContext()
  const { there } = await openTwice(page, other, holdall.url)
  const status = await page.evaluate(async () => (await fetch('/api/user/sessions', { method: 'DELETE' })).status)
  expect(status).toBe(204)
  await expect(there).toHaveURL(/\/sign-in/, { timeout: 3000 })
  await expect(page).toHaveURL(/\/platform\/files/)
  await other.close()
})
