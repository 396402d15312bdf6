import type { Page } from '@playwright/test'
import { oidcServer, type OidcServer } from '../../server/src/testing/oidc-server.ts'
import { expect, newPerson, signUp, test } from '../src/holdall.ts'
import { turnOnSecondFactor } from '../src/second-factor.ts'
import { freePort, type Holdall, startHoldall } from '../src/server.ts'

let provider: OidcServer
let holdall: Holdall
let url: string
test.beforeAll(async () => {
  const port = String(await freePort())
  url = `http://127.0.0.1:${port}`
  provider = await oidcServer(`${url}/socialite/oidc/callback`)
  holdall = await startHoldall({
    env: {
      HOLDALL_PORT: port,
      HOLDALL_PUBLIC_URL: url,
      HOLDALL_OUTGOING_ALLOW: provider.authority,
      HOLDALL_OIDC_ISSUER: provider.issuer,
      HOLDALL_OIDC_CLIENT_ID: provider.clientId,
      HOLDALL_OIDC_CLIENT_SECRET: provider.clientSecret,
      HOLDALL_OIDC_NAME: 'Directory',
    },
  })
})
test.afterAll(async () => {
  await holdall.stop()
  await provider.close()
})

/** Somebody whom the provider knows by a login. */
function register(email: string): string {
  const login = `login-${String(provider.people.size + 1)}`
  provider.people.set(login, { email, email_verified: true, name: 'Signe Ekdal' })
  return login
}

const begin = (page: Page) => page.getByRole('button', { name: 'Continue with Directory' }).click()
/** On the page of the provider. */
async function comeAs(page: Page, login: string): Promise<void> {
  await page.getByLabel('Login').fill(login)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
}
/** Here and at the provider. */
const signOut = (page: Page) => page.context().clearCookies()
const linked = (page: Page) =>
  page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Linked sign-ins', exact: true }) })
    .last()

test('a provider creates an account without a password, and signs in to it again @full', async ({ page }) => {
  const { email } = newPerson()
  const login = register(email)
  await page.goto(`${url}/sign-up`)
  await begin(page)
  await comeAs(page, login)
  await expect(page).toHaveURL(`${url}/platform/files`)
  await expect(page.getByRole('heading', { level: 1, name: 'Files' })).toBeVisible()

  await page.goto(`${url}/user/settings/password`)
  await expect(linked(page).getByRole('listitem')).toContainText(`${email} · Last used`)
  await expect(linked(page)).toContainText('Your account has no password.')
  // Nobody could sign in to the account after that.
  await linked(page).getByRole('button', { name: 'Remove Directory' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('This is the only way to sign in to your account.')).toBeVisible()
  await expect(linked(page).getByRole('listitem')).toHaveCount(1)

  await page.getByRole('button', { name: 'Log out', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
  // Still signed in at the provider, which asks for nothing.
  await begin(page)
  await expect(page).toHaveURL(`${url}/platform/files`)
  const user = (await (await page.request.get(`${url}/api/user`)).json()) as { data: { attributes: object } }
  expect(user.data.attributes).toMatchObject({ email, name: 'Signe Ekdal', has_password: false })
})

test('an account with that address is linked by its password once, and its second factor is still asked for', async ({
  page,
}) => {
  const person = await signUp(page, url)
  const login = register(person.email)
  await signOut(page)

  await test.step('link by the password', async () => {
    await page.goto(`${url}/platform/trash`)
    await begin(page)
    await comeAs(page, login)
    await expect(page).toHaveURL(`${url}/sign-in/link?redirect=%2Fplatform%2Ftrash`)
    await expect(page.getByText(person.email)).toBeVisible()
    expect((await page.request.get(`${url}/api/user`)).status()).toBe(401)
    await page.getByLabel('Password', { exact: true }).fill('not mine')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Wrong password. Try again.')).toBeVisible()
    await page.getByLabel('Password', { exact: true }).fill(person.password)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`${url}/platform/trash`)
  })
  const { app, recoveryCodes } = await turnOnSecondFactor(page, url)

  await test.step('sign in by the provider and a code', async () => {
    await signOut(page)
    await page.goto(`${url}/platform/trash`)
    await begin(page)
    await comeAs(page, login)
    await expect(page).toHaveURL(`${url}/sign-in/two-factor?redirect=%2Fplatform%2Ftrash`)
    expect((await page.request.get(`${url}/api/user`)).status()).toBe(401)
    await page.getByLabel('Code').fill(app.nextCode())
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`${url}/platform/trash`)
    await expect(page.getByRole('heading', { level: 1, name: 'Trash' })).toBeVisible()
  })

  await test.step('remove the link', async () => {
    await page.goto(`${url}/user/settings/password`)
    await linked(page).getByRole('button', { name: 'Remove Directory' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    await expect(linked(page).getByRole('button', { name: 'Link Directory' })).toBeVisible()
    await expect(linked(page).getByRole('listitem')).toHaveCount(0)
  })

  await test.step('link again, with the password and a recovery code', async () => {
    await signOut(page)
    await page.goto(`${url}/sign-in`)
    await begin(page)
    await comeAs(page, login)
    await page.getByLabel('Password', { exact: true }).fill(person.password)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`${url}/sign-in/two-factor`)
    await page.getByRole('button', { name: 'Use a recovery code' }).click()
    await page.getByLabel('Recovery code').fill(recoveryCodes[0] ?? '')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`${url}/platform/files`)
  })
})

test(
  'a provider is linked in the settings, and canceling there changes nothing',
  { tag: '@full' },
  async ({ page }) => {
    await signUp(page, url)
    const login = register(newPerson().email)
    await page.goto(`${url}/user/settings/password`)
    await linked(page).getByRole('button', { name: 'Link Directory' }).click()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByText('You canceled at Directory. Nothing was changed.')).toBeVisible()
    await page.goto(`${url}/user/settings/password`)
    await linked(page).getByRole('button', { name: 'Link Directory' }).click()
    await comeAs(page, login)
    await expect(page.getByText(/^\u2068?Directory\u2069? is linked$/)).toBeVisible()
    await expect(page).toHaveURL(`${url}/user/settings/password`)
    await expect(linked(page).getByRole('listitem')).toContainText('Not used yet')
  },
)
