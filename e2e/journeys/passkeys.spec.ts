import type { Page } from '@playwright/test'
import { expect, newPerson, signUp, test } from '../src/holdall.ts'

/** Browsers have passkeys on localhost, and none for an IP address. */
const onLocalhost = (url: string) => url.replace('127.0.0.1', 'localhost')

/** An authenticator in this computer that knows its user, and stores passkeys. */
async function addAuthenticator(page: Page) {
  const client = await page.context().newCDPSession(page)
  await client.send('WebAuthn.enable')
  const options = { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true } as const
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: { ...options, isUserVerified: true, automaticPresenceSimulation: true },
  })
  return {
    /** Whether its user agrees to what a page asks for. */
    setAgreeing: (enabled: boolean) =>
      client.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
    count: async () => (await client.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
  }
}

const passkeys = (page: Page) =>
  page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Passkeys', exact: true }) })
    .last()

/** Resolves once the page suggests passkeys in its e-mail field: what its user agrees to from then on is the button. */
const suggestsPasskeys = (page: Page) => page.waitForFunction(() => 'hasAskedForPasskey' in window)

test('a passkey is added and named, signs in without a password, and is removed', async ({ page, holdall }) => {
  const url = onLocalhost(holdall.url)
  const person = newPerson()
  const authenticator = await addAuthenticator(page)
  await page.addInitScript(() => {
    const { get } = CredentialsContainer.prototype
    CredentialsContainer.prototype.get = function (options) {
      Object.assign(window, { hasAskedForPasskey: true })
      return get.call(this, options)
    }
  })
  // Before the suggestions of the e-mail field would use what there is.
  await authenticator.setAgreeing(false)
  await signUp(page, url, person)
  await page.goto(`${url}/user/settings/password`)
  const group = passkeys(page)
  await expect(group.getByText('You don’t have any passkeys yet.')).toBeVisible()

  await authenticator.setAgreeing(true)
  await group.getByRole('button', { name: 'Add a passkey' }).click()
  const dialog = page.getByRole('dialog', { name: 'Name of the passkey' })
  await expect(dialog.getByLabel('Name')).toHaveValue(/^Chrome on /)
  await dialog.getByLabel('Name').fill('Work laptop')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(group.getByRole('listitem')).toHaveText(/^Work laptopNever used · Added: /)
  expect(await authenticator.count()).toBe(1)

  // The device has one: it makes no second one.
  await group.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByText('This device already has a passkey for your account.')).toBeVisible()
  await page.keyboard.press('Escape')

  await authenticator.setAgreeing(false)
  await page.request.post(`${url}/logout`)
  await page.goto(`${url}/sign-in`)
  const button = page.getByRole('button', { name: 'Sign in with a passkey' })
  await expect(button).toBeVisible()
  await suggestsPasskeys(page)
  await authenticator.setAgreeing(true)
  await button.click()
  await expect(page).toHaveURL(`${url}/platform/files`)

  await page.goto(`${url}/user/settings/password`)
  await expect(group.getByRole('listitem')).toHaveText(/^Work laptopLast used: /)
  await group.getByRole('button', { name: 'Remove Work laptop' }).click()
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Remove' }).click()
  await expect(group.getByText('You don’t have any passkeys yet.')).toBeVisible()

  // The device still has it; the server does not take it any more.
  await authenticator.setAgreeing(false)
  await page.request.post(`${url}/logout`)
  await page.goto(`${url}/sign-in`)
  await expect(button).toBeVisible()
  await suggestsPasskeys(page)
  await authenticator.setAgreeing(true)
  await button.click()
  await expect(page.getByRole('alert')).toContainText('This passkey wasn’t accepted.')
  await expect(page).toHaveURL(/\/sign-in/)
})

test('nothing moves when the button of passkeys is loaded', { tag: '@full' }, async ({ page, holdall }) => {
  const url = onLocalhost(holdall.url)
  await page.addInitScript(() => {
    Object.assign(window, { shifts: 0 })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        ;(window as unknown as { shifts: number }).shifts += (entry as unknown as { value: number }).value
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto(`${url}/sign-in`)
  await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toBeVisible()
  expect(await page.evaluate(() => (window as unknown as { shifts: number }).shifts)).toBeLessThan(0.01)
})
