import type { Locator, Page } from '@playwright/test'
import { expect, type Person } from './holdall.ts'

/** More than the controls of any step. */
const MAX_TABS = 120
/** The server tests what was entered and starts again with it. */
const SAVE_TIMEOUT_MS = 60_000

/** Where files are kept: the disk of the server, or a bucket. */
export type WizardStorage =
  | 'local'
  | { readonly endpoint: string; readonly bucket: string; readonly key: string; readonly secret: string }

export const heading = (page: Page, name: string) =>
  expect(page.getByRole('heading', { name })).toBeVisible({ timeout: SAVE_TIMEOUT_MS })

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Moves the focus to a control as people without a mouse do. */
export async function tabTo(page: Page, control: Locator): Promise<void> {
  await control.waitFor()
  for (let tabs = 0; tabs < MAX_TABS; tabs++) {
    if (await control.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error('The control cannot be reached by Tab.')
}

export async function press(page: Page, control: Locator): Promise<void> {
  await tabTo(page, control)
  await page.keyboard.press('Enter')
}

async function enter(page: Page, label: string, text: string): Promise<void> {
  await tabTo(page, page.getByLabel(label, { exact: true }))
  await page.keyboard.press('Control+A')
  await page.keyboard.type(text)
}

/** Chooses the option after the selected one of a group. */
async function chooseNext(page: Page, group: string, name: string): Promise<void> {
  await tabTo(page, page.getByRole('radiogroup', { name: group }).getByRole('radio', { checked: true }))
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('radio', { name })).toBeChecked()
}

async function choose(page: Page, label: string, option: string | RegExp): Promise<void> {
  await press(page, page.getByRole('combobox', { name: label }))
  await page.getByRole('option', { name: option }).click()
}

/** Allows the address of the test's own server, which is this machine, once the server has refused it. */
async function allowPrivate(page: Page, part: Page | Locator): Promise<void> {
  await tabTo(page, part.getByRole('checkbox', { name: /I trust this server/ }))
  await page.keyboard.press('Space')
}

/** The database step: SQLite, or the PostgreSQL server of `url`, which is tested first. */
export async function chooseDatabase(page: Page, url: string | null): Promise<void> {
  await heading(page, 'Choose a database')
  if (url !== null) {
    const { hostname, port, pathname, username, password } = new URL(url)
    if (await page.getByRole('radio', { name: 'SQLite' }).isChecked()) await chooseNext(page, 'Database', 'PostgreSQL')
    await enter(page, 'Host', hostname)
    await enter(page, 'Port', port)
    await enter(page, 'Database name', pathname.slice(1))
    await enter(page, 'User', decodeURIComponent(username))
    await enter(page, 'Password', decodeURIComponent(password))
    await choose(page, 'Encryption', /^No encryption/)
    await press(page, button(page, 'Test connection'))
    await allowPrivate(page, page)
    await press(page, button(page, 'Test connection'))
    await expect(page.getByText(/^Connected to PostgreSQL/)).toBeVisible()
  }
  await press(page, button(page, 'Continue'))
}

/**
 * The environment step: storage, in a bucket with a wrong secret first, and a mail server on this machine that takes
 * everything at `mailPort`, or none.
 */
export async function chooseEnvironment(
  page: Page,
  { storage, mailPort }: { readonly storage: WizardStorage; readonly mailPort: string | null },
): Promise<void> {
  await heading(page, 'Set up the environment')
  await page.getByLabel('Public address').waitFor()
  if (storage !== 'local') {
    const part = page.getByRole('region', { name: 'Storage' })
    await chooseNext(page, 'Storage', 'S3 storage')
    await choose(page, 'Provider', 'Other S3 storage')
    await enter(page, 'Endpoint', storage.endpoint)
    await enter(page, 'Bucket', storage.bucket)
    await enter(page, 'Access key ID', storage.key)
    await enter(page, 'Secret access key', 'not-the-secret')
    await press(page, button(page, 'Test storage'))
    await allowPrivate(page, part)
    await press(page, button(page, 'Test storage'))
    await expect(part.getByText(/does not accept the access key/)).toBeVisible({ timeout: SAVE_TIMEOUT_MS })
    await enter(page, 'Secret access key', storage.secret)
  }
  await press(page, button(page, 'Test storage'))
  await expect(page.getByRole('list', { name: 'Storage test' })).toContainText('Delete passed', {
    timeout: SAVE_TIMEOUT_MS,
  })
  if (mailPort !== null) {
    const part = page.getByRole('region', { name: 'Mail' })
    await chooseNext(page, 'Mail', 'SMTP server')
    await enter(page, 'SMTP host', '127.0.0.1')
    await choose(page, 'Mail encryption', /^None/)
    await enter(page, 'SMTP port', mailPort)
    await enter(page, 'Sender', 'files@holdall.test')
    await enter(page, 'Send a test mail to', 'ada@holdall.test')
    await page.keyboard.press('Enter')
    await allowPrivate(page, part)
    await press(page, button(page, 'Send a test mail'))
    await expect(page.getByText(/^The server accepted an e-mail/)).toBeVisible()
  }
  await press(page, button(page, 'Continue'))
}

/** The last step, with two passwords that differ first. */
export async function createOwner(page: Page, { name, email, password }: Person): Promise<void> {
  await enter(page, 'Full name', name)
  await enter(page, 'E-mail', email)
  await enter(page, 'Password', password)
  await enter(page, 'Repeat password', `${password}x`)
  await page.keyboard.press('Enter')
  await expect(page.getByText('The passwords don’t match')).toBeVisible()
  await enter(page, 'Repeat password', password)
  await page.keyboard.press('Enter')
}
