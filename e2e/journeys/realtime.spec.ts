import type { BrowserContext, Page } from '@playwright/test'
import { act, openFiles, row } from '../src/files-page.ts'
import { expect, newPerson, signIn, signUp, test } from '../src/holdall.ts'
import { isSubscribed } from '../src/subscription.ts'

const upload = (page: Page, name: string) =>
  page
    .locator('input[type="file"][multiple]')
    .first()
    .setInputFiles([{ name, mimeType: 'text/plain', buffer: Buffer.from('text') }])

/** Files of a new account in two browsers, both connected. */
async function openTwice(page: Page, other: BrowserContext, url: string): Promise<{ there: Page }> {
  const person = newPerson()
  await signUp(page, url, person)
  const here = isSubscribed(page)
  await openFiles(page, url)
  const there = await other.newPage()
  await signIn(there, url, person)
  const isThere = isSubscribed(there)
  await openFiles(there, url)
  await Promise.all([here, isThere])
  return { there }
}

test('two browsers of an account show each other’s changes, also after a restart, until all other sessions are ended', async ({
  page,
  browser,
  holdall,
}) => {
  const other = await browser.newContext()
  const { there } = await openTwice(page, other, holdall.url)
  await test.step('what is uploaded and deleted', async () => {
    await upload(page, 'tickets.txt')
    await expect(row(there, 'tickets.txt')).toBeVisible()
    await act(there, 'tickets.txt', 'Delete')
    await expect(row(page, 'tickets.txt')).toBeHidden()
  })
  await test.step('after the server was started again', async () => {
    const again = [page, there].map((shown) => isSubscribed(shown))
    await holdall.restart()
    await upload(page, 'late.txt')
    await expect(row(page, 'late.txt')).toBeVisible()
    await Promise.all(again)
    await expect(row(there, 'late.txt')).toBeVisible()
    await expect(there.getByRole('alert')).toHaveCount(0)
  })
  await test.step('ending all other sessions', async () => {
    const status = await page.evaluate(async () => (await fetch('/api/user/sessions', { method: 'DELETE' })).status)
    expect(status).toBe(204)
    await expect(there).toHaveURL(/\/sign-in/)
    await expect(page).toHaveURL(/\/platform\/files/)
  })
  await other.close()
})
