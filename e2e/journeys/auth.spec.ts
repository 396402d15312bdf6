import type { Page } from '@playwright/test'
import { sql } from '../src/database.ts'
import { openFiles, putFolder, row } from '../src/files-page.ts'
import { expect, signUp, test } from '../src/holdall.ts'
import { startHoldall } from '../src/server.ts'

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

  // The session ends, and nothing tells the page.
  sql(holdall, 'delete from sessions where user_id = (select id from users where email = ?)', person.email)
  await row(page, 'Open meanwhile').dblclick()
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
  await expect(page.getByText('Open meanwhile')).toHaveCount(0)
  await signInByForm(page, person.email, person.password)
  await expect(page.getByRole('heading', { level: 1, name: 'Open meanwhile' })).toBeVisible()
  expect(new URL(page.url()).pathname).toBe(`/platform/files/${inner}`)
})

const hostile = [
  '//evil.example',
  'https://evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/%09/evil.example',
  '/\t/evil.example',
  'javascript:alert(1)',
  'data:text/html,hello',
]
const expectOwnPage = (page: Page) =>
  expect(
    page
      .getByRole('navigation', { name: 'Main' })
      .or(page.getByRole('heading', { name: 'Page not found' }))
      .first(),
  ).toBeVisible()

test('a redirect to another origin stays on this one', { tag: '@full' }, async ({ page, holdall }) => {
  const person = await signUp(page, holdall.url)
  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  const address = (target: string) => `${holdall.url}/sign-in?redirect=${encodeURIComponent(target)}`
  for (const target of hostile) {
    await test.step(`signed in: ${JSON.stringify(target)}`, async () => {
      await page.goto(address(target))
      await expectOwnPage(page)
      expect(new URL(page.url()).origin).toBe(holdall.url)
    })
  }
  for (const target of [hostile[0], hostile[2], hostile[6]]) {
    await test.step(`signing in: ${JSON.stringify(target)}`, async () => {
      await page.context().clearCookies()
      await page.goto(address(target ?? ''))
      await signInByForm(page, person.email, person.password)
      await expectOwnPage(page)
      expect(new URL(page.url()).origin).toBe(holdall.url)
    })
  }
  expect(dialogs).toEqual([])
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

test(
  'a folder that is refused leads to sign-in, and says so after signing in again',
  { tag: '@full' },
  async ({ page, holdall }) => {
    const person = await signUp(page, holdall.url)
    const id = await putFolder(page, holdall.url, 'Refused')
    await page.route(`**/api/browse/folders/${id}?*`, (route) =>
      route.fulfill({ status: 403, json: { code: 'forbidden', message: 'You don’t have permission to do this.' } }),
    )
    await page.goto(`${holdall.url}/platform/files/${id}`)
    await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
    await signInByForm(page, person.email, person.password)
    await expect(page.getByRole('heading', { name: 'You don’t have access to this folder' })).toBeVisible()
    expect(new URL(page.url()).pathname).toBe(`/platform/files/${id}`)
    await page.getByRole('button', { name: 'Go to Files' }).click()
    await expect(page.getByTitle('Refused', { exact: true })).toBeVisible()
  },
)

test(
  'after many wrong passwords the form says how long to wait, and signs in afterwards',
  { tag: '@full' },
  async ({ page }) => {
    const own = await startHoldall()
    try {
      const person = await signUp(page, own.url)
      await page.context().clearCookies()
      const guess = () => page.request.post(`${own.url}/login`, { data: { email: person.email, password: 'a guess' } })
      let status = 0
      for (let guesses = 0; guesses < 40 && status !== 429; guesses += 1) status = (await guess()).status()
      expect(status).toBe(429)
      // The first delays are short; this one lasts until the form is filled in.
      sql(own, 'update throttles set blocked_until = ?', Date.now() + 50_000)
      await page.clock.install()
      await page.goto(`${own.url}/sign-in`)
      await signInByForm(page, person.email, person.password)
      await expect(page.getByRole('alert')).toContainText(/Too many attempts\. Try again in \d+ seconds\./)
      const button = page.getByRole('button', { name: 'Sign in' })
      await expect(button).toHaveAttribute('aria-disabled', 'true')
      // The delay passes: for the server, and on the clock of the page, which counts it down.
      sql(own, 'update throttles set blocked_until = ?', Date.now())
      await page.clock.fastForward(20_000)
      await expect(button).toHaveAttribute('aria-disabled', 'true')
      await page.clock.fastForward(31_000)
      await expect(button).not.toHaveAttribute('aria-disabled', 'true')
      await button.click()
      await expect(page.getByRole('heading', { name: 'No files yet' })).toBeVisible()
    } finally {
      await own.stop()
    }
  },
)
