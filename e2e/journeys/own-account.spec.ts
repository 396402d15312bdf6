import type { Page } from '@playwright/test'
import { expect, newPerson, test } from '../src/holdall.ts'
import { startMailServer } from '../src/mail-server.ts'
import { freePort, startHoldall } from '../src/server.ts'

/** A server whose mails arrive, and a person who has confirmed their address and is signed in. */
async function startWithPerson(page: Page) {
  const mail = await startMailServer()
  const port = String(await freePort())
  const url = `http://127.0.0.1:${port}`
  const holdall = await startHoldall({
    env: { HOLDALL_PORT: port, HOLDALL_PUBLIC_URL: url, HOLDALL_SMTP_URL: mail.url },
  })
  const person = newPerson()
  const signIn = async (email = person.email) => {
    await page.goto(`${url}/sign-in`)
    await page.getByLabel('E-mail').fill(email)
    await page.keyboard.press('Enter')
    await page.getByLabel('Password', { exact: true }).fill(person.password)
    await page.keyboard.press('Enter')
  }
  const stop = async () => {
    await holdall.stop()
    await mail.stop()
  }
  try {
    await page.goto(`${url}/sign-up`)
    await page.getByLabel('Full name').fill(person.name)
    await page.getByLabel('E-mail').fill(person.email)
    await page.getByLabel('Password', { exact: true }).fill(person.password)
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.goto(await mail.linkTo(person.email))
    await expect(page.getByRole('heading', { name: 'Your e-mail is confirmed' })).toBeVisible()
    await signIn()
    await expect(page.getByRole('heading', { level: 1, name: 'Files' })).toBeVisible()
  } catch (error) {
    await stop()
    throw error
  }
  return { url, mail, person, signIn, stop }
}

test('a new e-mail address is used once the link in its mail was opened', async ({ page }) => {
  const { url, mail, person, signIn, stop } = await startWithPerson(page)
  try {
    const next = `new-${person.email}`
    await page.goto(`${url}/user/profile`)
    await page.getByRole('button', { name: 'Change e-mail address' }).click()
    await page.getByLabel('New e-mail address').fill(next)
    await page.getByRole('button', { name: 'Send link' }).click()
    await expect(page.getByText(/Open the link that we sent to/)).toBeVisible()
    const link = await mail.linkTo(next)

    // Opened where nobody is signed in: the link leads on after the sign-in.
    await page.context().clearCookies()
    await page.goto('about:blank')
    await page.goto(link)
    await page.getByLabel('E-mail').fill(person.email)
    await page.keyboard.press('Enter')
    await page.getByLabel('Password', { exact: true }).fill(person.password)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Confirm address' }).click()
    await expect(page.getByRole('heading', { name: 'Your e-mail address was changed' })).toBeVisible()
    await expect
      .poll(() => mail.mails.some((one) => one.includes(`To: ${person.email}`) && one.includes('was changed')))
      .toBe(true)

    await page.context().clearCookies()
    await signIn(next)
    await expect(page.getByRole('heading', { level: 1, name: 'Files' })).toBeVisible()
  } finally {
    await stop()
  }
})

test('an account that is to be deleted can be kept until then, and nothing else', async ({ page }) => {
  const { url, mail, person, signIn, stop } = await startWithPerson(page)
  try {
    const deleteAccount = async () => {
      await page.goto(`${url}/user/profile`)
      await page.getByRole('button', { name: 'Delete my account' }).click()
      await page.getByLabel('Your e-mail address').fill(person.email)
      await page.getByRole('button', { name: 'Delete account', exact: true }).click()
      await expect(page.getByRole('heading', { name: 'Your account is about to be deleted' })).toBeVisible()
    }
    const received = (text: string) =>
      expect.poll(() => mail.mails.some((one) => one.includes(`To: ${person.email}`) && one.includes(text))).toBe(true)
    await deleteAccount()
    await received('will be deleted')

    await page.getByRole('main').getByRole('button', { name: 'Log out' }).click()
    await signIn()
    await expect(page).toHaveURL(`${url}/user/keep-account`)
    await page.goto(`${url}/platform/files`)
    await expect(page).toHaveURL(`${url}/user/keep-account`)
    await page.getByRole('button', { name: 'Keep my account' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Files' })).toBeVisible()
    await received('stays')
  } finally {
    await stop()
  }
})
