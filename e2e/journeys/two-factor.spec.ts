import type { Page } from '@playwright/test'
import { authenticatorApp } from '../../server/src/testing/authenticator-app.ts'
import { expect, type Person, signUp, test } from '../src/holdall.ts'
import { turnOnSecondFactor } from '../src/second-factor.ts'

const group = (page: Page) =>
  page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Two-factor authentication', exact: true }) })
    .last()

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Log out', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
}

async function givePassword(page: Page, { email, password }: Person): Promise<void> {
  await page.getByLabel('E-mail').fill(email)
  await page.keyboard.press('Enter')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
}

async function expectFiles(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: 'Files' })).toBeVisible()
}

test('an authenticator app is set up, asked for at sign-in and turned off, and each recovery code works once', async ({
  page,
  holdall: { url },
}) => {
  const person = await signUp(page, url)
  const security = `${url}/user/settings/password`
  await page.goto(security)
  await group(page).getByRole('button', { name: 'Set up' }).click()
  const key = await group(page).getByLabel('Key for the authenticator app').textContent()
  const app = authenticatorApp(key ?? '')
  const first = app.nextCode()
  await group(page).getByLabel('Code that the app shows').fill(first)
  await group(page).getByRole('button', { name: 'Turn on' }).click()
  const list = page.getByRole('list', { name: 'Recovery codes' })
  await expect(list.getByRole('listitem')).toHaveCount(10)
  const [lost = '', other = '', last = ''] = await list.getByRole('listitem').allTextContents()
  await group(page).getByRole('button', { name: 'I saved them' }).click()
  await expect(group(page)).toContainText('10 of 10 recovery codes are left.')
  // They are shown once.
  await page.reload()
  await expect(group(page)).toContainText('10 of 10 recovery codes are left.')
  await expect(page.getByText(lost)).toHaveCount(0)

  await test.step('sign in with the password and a code', async () => {
    await signOut(page)
    await page.goto(`${url}/platform/trash`)
    await givePassword(page, person)
    await expect(page).toHaveURL(`${url}/sign-in/two-factor?redirect=%2Fplatform%2Ftrash`)
    // The password alone opens nothing.
    expect((await page.request.get(`${url}/api/user`)).status()).toBe(401)
    // The code of the set-up was used.
    await page.getByLabel('Code').fill(first)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByText(/This code isn’t right or was already used/)).toBeVisible()
    await page.getByLabel('Code').fill(app.nextCode())
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page).toHaveURL(`${url}/platform/trash`)
    await expect(page.getByRole('heading', { level: 1, name: 'Trash' })).toBeVisible()
  })

  await test.step('sign in with a recovery code, once', async () => {
    await signOut(page)
    await givePassword(page, person)
    await page.getByRole('button', { name: 'Use a recovery code' }).click()
    await page.getByLabel('Recovery code').fill(lost)
    await page.keyboard.press('Enter')
    await expectFiles(page)

    await signOut(page)
    await givePassword(page, person)
    await page.getByRole('button', { name: 'Use a recovery code' }).click()
    await page.getByLabel('Recovery code').fill(lost)
    await page.keyboard.press('Enter')
    await expect(page.getByText('This recovery code isn’t right or was already used.')).toBeVisible()
    await page.getByLabel('Recovery code').fill(other)
    await page.keyboard.press('Enter')
    await expectFiles(page)
  })

  await test.step('turn it off', async () => {
    await page.goto(security)
    await expect(group(page)).toContainText('8 of 10 recovery codes are left.')
    await group(page).getByRole('button', { name: 'Turn off' }).click()
    await group(page).getByLabel('Code from the app, or a recovery code').fill(last)
    await group(page).getByRole('button', { name: 'Turn off' }).click()
    await expect(group(page).getByRole('button', { name: 'Set up' })).toBeVisible()
    await signOut(page)
    await givePassword(page, person)
    await expectFiles(page)
  })
})

test(
  'a sign-in that is canceled at the second factor leaves no session',
  { tag: '@full' },
  async ({ page, holdall: { url } }) => {
    const person = await signUp(page, url)
    await turnOnSecondFactor(page, url)
    await page.context().clearCookies()
    await page.goto(`${url}/sign-in`)
    await givePassword(page, person)
    await expect(page.getByLabel('Code')).toBeVisible()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
    await page.goto(`${url}/sign-in/two-factor`)
    await expect(page.getByRole('heading', { name: 'Sign in again' })).toBeVisible()
  },
)
