import type { Page } from '@playwright/test'
import { sql } from '../src/database.ts'
import { openFiles, putFolder, row } from '../src/files-page.ts'
import { expect, signUp, test } from '../src/holdall.ts'

async function signInByForm(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('E-mail').fill(email)
  await page.keyboard.press('Enter')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
}

test('signing in leads back to the whole requested address, and to where a session has ended elsewhere', async ({
  page,
  holdall,
}) => {
  const person = await signUp(page, holdall.url)
  const id = await putFolder(page, holdall.url, 'Wanted')
  const inner = await putFolder(page, holdall.url, 'Open meanwhile', id)
  await page.context().clearCookies()
  const path = `/platform/files/${id}?from=a%20letter&x=1#end`
  await page.goto(holdall.url + path)
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
  expect(new URL(page.url()).searchParams.get('redirect')).toBe(path)
  await signInByForm(page, person.email, person.password)
  await expect(page.getByRole('heading', { level: 1, name: 'Wanted' })).toBeVisible()
  expect(page.url()).toBe(holdall.url + path)

  // The session ends before the next request arrives, and nothing tells the page.
  const end = 'delete from sessions where user_id = (select id from users where email = ?)'
  await page.route(
    `**/api/browse/folders/${inner}?*`,
    async (route) => {
      sql(holdall, end, person.email)
      await route.continue()
    },
    { times: 1 },
  )
  await row(page, 'Open meanwhile').dblclick()
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
  await expect(page.getByText('Open meanwhile')).toHaveCount(0)
  await signInByForm(page, person.email, person.password)
  await expect(page.getByRole('heading', { level: 1, name: 'Open meanwhile' })).toBeVisible()
  expect(new URL(page.url()).pathname).toBe(`/platform/files/${inner}`)
})

test('after signing out, Back and reload show nothing private', async ({ page, holdall }) => {
  await signUp(page, holdall.url)
  const id = await putFolder(page, holdall.url, 'Diary of mine')
  await openFiles(page, holdall.url, `/platform/files/${id}`)
  await openFiles(page, holdall.url)
  await expect(page.getByTitle('Diary of mine', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
  expect(new URL(page.url()).search).toBe('')
  for (const step of [() => page.goBack(), () => page.reload()]) {
    await step()
    await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
    await expect(page.getByText('Diary of mine')).toHaveCount(0)
  }
  expect((await page.request.get(`${holdall.url}/api/browse/folders/all`)).status()).toBe(401)
})
