import type { Page } from '@playwright/test'
import { expect, newPerson, type Person, test } from '../src/holdall.ts'
import { startMailServer } from '../src/mail-server.ts'
import { freePort, type Holdall, startHoldall } from '../src/server.ts'

let mail: Awaited<ReturnType<typeof startMailServer>>
let holdall: Holdall
let url: string
test.beforeAll(async () => {
  mail = await startMailServer()
  const port = String(await freePort())
  url = `http://127.0.0.1:${port}`
  holdall = await startHoldall({
    env: { HOLDALL_PORT: port, HOLDALL_PUBLIC_URL: url, HOLDALL_SMTP_URL: mail.url },
  })
})
test.afterAll(async () => {
  await holdall.stop()
  await mail.stop()
})

async function signUp(page: Page, person: Person): Promise<void> {
  await page.goto(`${url}/sign-up`)
  await page.getByLabel('Full name').fill(person.name)
  await page.getByLabel('E-mail').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('heading', { name: 'Check your e-mail' })).toBeVisible()
  await expect(page.getByText(person.email)).toBeVisible()
}

async function toPassword(page: Page, email: string): Promise<void> {
  await page.goto(`${url}/sign-in`)
  await page.getByLabel('E-mail').fill(email)
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
}

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await toPassword(page, email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
}

const expectFiles = (page: Page) => expect(page.getByRole('heading', { level: 1, name: 'Files' })).toBeVisible()
const received = (email: string, text: string) =>
  expect.poll(() => mail.mails.some((one) => one.includes(`To: ${email}`) && one.includes(text))).toBe(true)

test('a new account is confirmed by the link in its mail, a new e-mail address too, and an account to be deleted can be kept', async ({
  page,
}) => {
  const person = newPerson()
  await signUp(page, person)
  const link = await mail.linkTo(person.email)
  const confirm = page.getByRole('button', { name: 'Confirm e-mail' })
  // Opening the link, as mail scanners do, does not confirm the address.
  await page.goto(link)
  await expect(confirm).toBeVisible()
  await signIn(page, person.email, person.password)
  await expect(page.getByText(/Confirm your e-mail first/)).toBeVisible()
  // On a phone the button is below the text, and not as high as it.
  const { width, height } = page.viewportSize() ?? { width: 1280, height: 720 }
  await page.setViewportSize({ width: 360, height })
  const sendAgain = page.getByRole('button', { name: 'Send again' })
  await expect.poll(async () => (await sendAgain.boundingBox())?.height).toBeLessThanOrEqual(44)
  await page.setViewportSize({ width, height })

  await page.goto(link.replace(/signature=.*/, 'signature=forged'))
  await confirm.click()
  await expect(page.getByRole('heading', { name: 'This link doesn’t work' })).toBeVisible()
  await page.getByLabel('E-mail').fill(person.email)
  await page.getByRole('button', { name: 'Send a new link' }).click()
  await expect(page.getByRole('heading', { name: 'Check your e-mail' })).toBeVisible()

  await page.goto(await mail.linkTo(person.email, 2))
  await confirm.click()
  await expect(page.getByRole('heading', { name: 'Your e-mail is confirmed' })).toBeVisible()
  await signIn(page, person.email, person.password)
  await expectFiles(page)

  const next = `new-${person.email}`
  await page.goto(`${url}/user/profile`)
  await page.getByRole('button', { name: 'Change e-mail address' }).click()
  await page.getByLabel('New e-mail address').fill(next)
  await page.getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByText(/Open the link that we sent to/)).toBeVisible()
  const changeLink = await mail.linkTo(next)

  // Opened where nobody is signed in: the link leads on after the sign-in.
  await page.context().clearCookies()
  await page.goto('about:blank')
  await page.goto(changeLink)
  await page.getByLabel('E-mail').fill(person.email)
  await page.keyboard.press('Enter')
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Confirm address' }).click()
  await expect(page.getByRole('heading', { name: 'Your e-mail address was changed' })).toBeVisible()
  await received(person.email, 'was changed')

  await page.context().clearCookies()
  await signIn(page, next, person.password)
  await expectFiles(page)

  await page.goto(`${url}/user/profile`)
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await page.getByLabel('Your e-mail address').fill(next)
  await page.getByRole('button', { name: 'Delete account', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Your account is about to be deleted' })).toBeVisible()
  await received(next, 'will be deleted')

  await page.getByRole('main').getByRole('button', { name: 'Log out' }).click()
  await signIn(page, next, person.password)
  await expect(page).toHaveURL(`${url}/user/keep-account`)
  await page.goto(`${url}/platform/files`)
  await expect(page).toHaveURL(`${url}/user/keep-account`)
  await page.getByRole('button', { name: 'Keep my account' }).click()
  await expectFiles(page)
  await received(next, 'stays')

  const nth = mail.mails.filter((one) => one.includes(`To: ${next}`)).length + 1
  await page.context().clearCookies()
  await signUp(page, { ...person, email: next })
  expect(await mail.linkTo(next, nth)).toBe(`${url}/sign-in`)
  expect(mail.mails.at(-1)).toContain('Subject: You already have an account')
})

test('a forgotten password is set again by the link in the mail, once', async ({ page }) => {
  const person = newPerson()
  const next = 'seven lanterns over water'
  await signUp(page, person)
  await mail.linkTo(person.email)

  await toPassword(page, person.email)
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
  await signIn(page, person.email, next)
  await expectFiles(page)
  await page.context().clearCookies()
  await signIn(page, person.email, person.password)
  await expect(page.getByText(/Wrong e-mail or password/)).toBeVisible()

  await page.goto('about:blank')
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'This link has expired or was used' })).toBeVisible()
  await page.getByRole('link', { name: 'Send a new link' }).click()
  await expect(page.getByLabel('E-mail')).toHaveValue(person.email)
})
