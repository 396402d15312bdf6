import { expect, newPerson, test } from '../src/holdall.ts'
import { startMailServer } from '../src/mail-server.ts'
import { freePort, startHoldall } from '../src/server.ts'

test('a forgotten password is set again by the link in the mail, once, after a proof of work', async ({ page }) => {
  const mail = await startMailServer()
  const port = String(await freePort())
  const url = `http://127.0.0.1:${port}`
  const holdall = await startHoldall({
    env: {
      HOLDALL_PORT: port,
      HOLDALL_PUBLIC_URL: url,
      HOLDALL_SMTP_URL: mail.url,
      HOLDALL_PROOF_OF_WORK: 'true',
    },
  })
  const person = newPerson()
  const next = 'seven lanterns over water'
  const toPassword = async () => {
    await page.goto(`${url}/sign-in`)
    await page.getByLabel('E-mail').fill(person.email)
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
  }
  const signIn = async (password: string) => {
    await toPassword()
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.keyboard.press('Enter')
  }
  try {
    await page.goto(`${url}/sign-up`)
    await page.getByLabel('Full name').fill(person.name)
    await page.getByLabel('E-mail').fill(person.email)
    await page.getByLabel('Password', { exact: true }).fill(person.password)
    await page.getByRole('button', { name: 'Create account' }).click()
    await expect(page.getByRole('heading', { name: 'Check your e-mail' })).toBeVisible()
    await mail.linkTo(person.email)

    await toPassword()
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await expect(page.getByLabel('E-mail')).toHaveValue(person.email)
    await page.getByRole('button', { name: 'Send link' }).click()
    await expect(page.getByText(/has an account, we sent a link/)).toBeVisible()

    const link = await mail.linkTo(person.email, 2)
    // The token is in the fragment, which no server gets.
    const requested: string[] = []
    page.on('request', (request) => requested.push(request.url()))
    await page.goto(link)
    await expect(page).toHaveURL(`${url}/create-new-password`)
    await page.getByLabel('Password', { exact: true }).fill(next)
    await page.getByRole('button', { name: 'Change password' }).click()
    await expect(page.getByRole('heading', { name: 'Your password was changed' })).toBeVisible()
    const token = new URLSearchParams(new URL(link).hash.slice(1)).get('token')!
    expect(requested.filter((address) => address.replace(link, '').includes(token))).toEqual([])

    // The link has proven the address too.
    await signIn(next)
    await expect(page.getByRole('heading', { level: 1, name: 'Files' })).toBeVisible()
    await page.context().clearCookies()
    await signIn(person.password)
    await expect(page.getByText(/Wrong e-mail or password/)).toBeVisible()

    await page.goto('about:blank')
    await page.goto(link)
    await page.getByLabel('Password', { exact: true }).fill('another password')
    await page.getByRole('button', { name: 'Change password' }).click()
    await expect(page.getByRole('heading', { name: 'This link has expired or was used' })).toBeVisible()
    await page.getByRole('link', { name: 'Send a new link' }).click()
    await expect(page.getByLabel('E-mail')).toHaveValue(person.email)
  } finally {
    await holdall.stop()
    await mail.stop()
  }
})
