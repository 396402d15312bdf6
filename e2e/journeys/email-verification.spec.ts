import { expect, newPerson, test } from '../src/holdall.ts'
import { startMailServer } from '../src/mail-server.ts'
import { freePort, startHoldall } from '../src/server.ts'

test('a new account is confirmed by the link in its mail, and an invalid link leads to a new one', async ({ page }) => {
  // Each sign-up does a proof of work first.
  const mail = await startMailServer()
  const port = String(await freePort())
  const url = `http://127.0.0.1:${port}`
  const holdall = await startHoldall({
    env: { HOLDALL_PORT: port, HOLDALL_PUBLIC_URL: url, HOLDALL_SMTP_URL: mail.url, HOLDALL_PROOF_OF_WORK: 'true' },
  })
  const person = newPerson()
  const signUp = async () => {
    await page.goto(`${url}/sign-up`)
    await page.getByLabel('Full name').fill(person.name)
    await page.getByLabel('E-mail').fill(person.email)
    await page.getByLabel('Password', { exact: true }).fill(person.password)
    await page.getByRole('button', { name: 'Create account' }).click()
    await expect(page.getByRole('heading', { name: 'Check your e-mail' })).toBeVisible()
    await expect(page.getByText(person.email)).toBeVisible()
  }
  const signIn = async () => {
    await page.goto(`${url}/sign-in`)
    await page.getByLabel('E-mail').fill(person.email)
    await page.keyboard.press('Enter')
    await page.getByLabel('Password', { exact: true }).fill(person.password)
    await page.keyboard.press('Enter')
  }
  try {
    await signUp()
    const link = await mail.linkTo(person.email)
    // Fetching the link, as mail scanners do, does not confirm the address.
    expect((await page.request.get(link)).ok()).toBe(true)
    await signIn()
    await expect(page.getByText(/Confirm your e-mail first/)).toBeVisible()
    // On a phone the button is below the text, and not as high as it.
    const { width, height } = page.viewportSize() ?? { width: 1280, height: 720 }
    await page.setViewportSize({ width: 360, height })
    const sendAgain = await page.getByRole('button', { name: 'Send again' }).boundingBox()
    expect(sendAgain?.height).toBeLessThanOrEqual(44)
    await page.setViewportSize({ width, height })

    await page.goto(link.replace(/signature=.*/, 'signature=forged'))
    await expect(page.getByRole('heading', { name: 'This link doesn’t work' })).toBeVisible()
    await page.getByLabel('E-mail').fill(person.email)
    await page.getByRole('button', { name: 'Send a new link' }).click()
    await expect(page.getByRole('heading', { name: 'Check your e-mail' })).toBeVisible()

    await page.goto(await mail.linkTo(person.email, 2))
    await expect(page.getByRole('heading', { name: 'Your e-mail is confirmed' })).toBeVisible()
    await signIn()
    await expect(page.getByRole('heading', { level: 1, name: 'Files' })).toBeVisible()

    await page.context().clearCookies()
    await signUp()
    expect(await mail.linkTo(person.email, 3)).toBe(`${url}/sign-in`)
    expect(mail.mails.at(-1)).toContain('Subject: You already have an account')
  } finally {
    await holdall.stop()
    await mail.stop()
  }
})
