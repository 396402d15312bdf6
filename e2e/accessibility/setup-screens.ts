import type { Output, setupStatus } from '@holdall/api'
import type { Page, Route } from '@playwright/test'
import { expect } from '../src/holdall.ts'
import { png } from '../src/sample-files.ts'
import type { Holdall } from '../src/server.ts'
import { answered, close, heading, held, type Inspector, json, refuse } from './inspector.ts'

/** An error whose message the wizard shows. */
const refused = (code: string, message: string) => (route: Route) => refuse(route, 422, code, { message })

/** The radio of a card is hidden: people click the card. */
const choose = (page: Page, name: string) =>
  page
    .locator('label')
    .filter({ has: page.getByRole('radio', { name }) })
    .click()

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Every step of the wizard, of a server that is not installed, with tests that pass and that fail. */
export async function setup(inspect: Inspector, fresh: Holdall): Promise<void> {
  const { page, scan } = inspect
  await page.goto(fresh.url)
  await heading(page, 'Open the address the server printed')
  await scan('setup, no key')
  await button(page, 'Continue').click()
  await expect(page.getByText('Paste the address or key that the server printed')).toBeVisible()
  await scan('setup, no key entered')
  await page.getByLabel('Address or key').fill('not-the-key')
  await button(page, 'Continue').click()
  await heading(page, 'This key is wrong')
  await scan('setup, wrong key')
  await statusCheck(inspect, /https?:\/\/\S+/.exec(fresh.ready)?.[0] ?? '')
  await button(page, 'Continue').click()
  await heading(page, 'Enter a purchase code')
  await scan('setup, purchase code')
  await answered(
    page,
    '**/api/setup/purchase-code',
    (route) => refuse(route),
    async () => {
      await button(page, 'Skip').click()
      await expect(page.getByRole('alert')).toBeVisible()
      await scan('setup, purchase code not saved')
    },
  )
  await button(page, 'Skip').click()
  await heading(page, 'Choose a database')
  await database(inspect)
  await button(page, 'Continue').click()
  await heading(page, 'Set up the environment')
  await environment(inspect)
  await button(page, 'Continue').click()
  await expect(page.getByRole('heading', { name: 'Make it yours' })).toBeVisible({ timeout: 60_000 })
  await app(inspect)
  await button(page, 'Continue').click()
  await heading(page, 'Create the admin account')
  await adminAccount(inspect)
}

type Status = Output<typeof setupStatus>

async function statusCheck({ page, scan }: Inspector, address: string): Promise<void> {
  await page.goto(address)
  await heading(page, 'Check the server')
  const calls = '**/api/setup/status'
  const fail = await held(page, calls)
  await page.reload()
  await expect(page.getByText('Checking the server…')).toBeVisible()
  await scan('setup, status check, loading')
  fail()
  await expect(page.getByRole('alert')).toContainText('E-1')
  await scan('setup, status check, failed to load')
  await page.unroute(calls)
  const withFailure = async (route: Route) => {
    const { data } = (await (await route.fetch()).json()) as Status
    const checks = data.attributes.checks.map((check, at) =>
      at === 0
        ? { ...check, state: 'failed' as const, advice: 'Install a newer one, then start the server again.' }
        : check,
    )
    await route.fulfill({ json: { data: { ...data, attributes: { ...data.attributes, ready: false, checks } } } })
  }
  await answered(page, calls, withFailure, async () => {
    await button(page, 'Check again').click()
    await expect(page.getByText('Install a newer one, then start the server again.')).toBeVisible()
    await scan('setup, status check with a failure')
  })
  await button(page, 'Check again').click()
  await expect(page.getByText(/^You can continue|^Everything is ready/)).toBeVisible()
  await scan('setup, status check')
}

async function database({ page, scan }: Inspector): Promise<void> {
  await choose(page, 'PostgreSQL')
  await scan('setup, database')
  await button(page, 'Test connection').click()
  await expect(page.getByText('Fill in this field').first()).toBeVisible()
  await scan('setup, database refused')
  for (const [label, value] of [
    ['Host', '10.0.0.5'],
    ['Database name', 'holdall'],
    ['User', 'holdall'],
  ] as const) {
    await page.getByLabel(label, { exact: true }).fill(value)
  }
  const test = '**/api/setup/database/test'
  await answered(page, test, refused('private-address', 'Refused.'), async () => {
    await button(page, 'Test connection').click()
    await expect(page.getByRole('checkbox', { name: /I trust this server/ })).toBeVisible()
    await scan('setup, database at a private address')
  })
  await answered(
    page,
    test,
    refused('database-unusable', 'password authentication failed for user "holdall"'),
    async () => {
      await button(page, 'Test connection').click()
      await expect(page.getByText('password authentication failed for user "holdall"')).toBeVisible()
      await scan('setup, database that fails')
    },
  )
  for (const state of ['empty', 'installed'] as const) {
    const attributes = { version: 'PostgreSQL 17.2', state, accounts: state === 'empty' ? 0 : 3 }
    await answered(page, test, json({ data: { id: 'setup', type: 'setup-database', attributes } }), async () => {
      await button(page, 'Test connection').click()
      await expect(page.getByText(/^Connected to PostgreSQL 17.2/)).toBeVisible()
      await scan(`setup, database that is ${state}`)
    })
  }
  const save = '**/api/setup/database'
  const inUse = 'This database has a Holdall with 3 accounts.'
  const existing = (route: Route) => refuse(route, 409, 'database-in-use', { message: inUse })
  await answered(page, save, existing, async () => {
    await button(page, 'Continue').click()
    await expect(page.getByRole('alertdialog')).toContainText(inUse)
    await scan('setup, database with a Holdall, question')
    await close(page)
  })
  const answer = await held(page, save, (route) =>
    refuse(route, 422, 'database-unusable', { message: 'The server has too few connections.' }),
  )
  await button(page, 'Continue').click()
  await expect(page.getByText('Preparing the database…')).toBeVisible()
  await scan('setup, database is being prepared')
  answer()
  await expect(page.getByText('The server has too few connections.')).toBeVisible()
  await scan('setup, database not saved')
  await page.unroute(save)
  await choose(page, 'SQLite')
}

async function environment({ page, scan }: Inspector): Promise<void> {
  await button(page, 'Test storage').click()
  await expect(page.getByRole('list', { name: 'Storage test' })).toContainText('Delete passed')
  await scan('setup, environment')
  for (const name of ['S3 storage', 'SMTP server', 'Pusher-compatible server']) await choose(page, name)
  await scan('setup, environment with other servers')
  for (const name of ['Test storage', 'Test live updates', 'Send a test mail']) await button(page, name).click()
  await expect(page.getByText('Fill in this field').first()).toBeVisible()
  await scan('setup, environment refused')
  for (const [label, value] of [
    ['Bucket', 'files'],
    ['Access key ID', 'key'],
    ['Secret access key', 'secret'],
    ['SMTP host', 'mail.holdall.test'],
    ['Sender', 'files@holdall.test'],
    ['Public address', 'https://files.holdall.test'],
    ['Send a test mail to', 'ada@holdall.test'],
    ['API host', 'ws.holdall.test'],
    ['API port', '6001'],
    ['App ID', '1'],
    ['App key', 'key'],
    ['App secret', 'secret'],
  ] as const) {
    await page.getByLabel(label, { exact: true }).fill(value)
  }
  const state = (id: string) => (id === 'write' ? 'passed' : id === 'multipart' ? 'failed' : 'not_run')
  const steps = ['write', 'multipart', 'read', 'range', 'delete'].map((id) => ({
    id,
    state: state(id),
    message: id === 'multipart' ? 'Allow uploads in several parts for this key.' : null,
    detail: id === 'multipart' ? 'AccessDenied' : null,
  }))
  const failed = { data: { id: 'setup', type: 'setup-storage', attributes: { ok: false, steps } } }
  const mailRefused = refused('mail-unusable', '535 Authentication failed')
  const noEvent = refused('broadcast-unusable', 'Your websocket connection wasn’t established: no answer in 10 s.')
  await page.route('**/api/setup/storage/test', json(failed))
  await page.route('**/api/setup/mail/test', mailRefused)
  await page.route('**/api/setup/broadcast/test', noEvent)
  await button(page, 'Test storage').click()
  await expect(page.getByText(/Allow uploads in several parts/)).toBeVisible()
  await button(page, 'Send a test mail').click()
  await expect(page.getByText('535 Authentication failed')).toBeVisible()
  await scan('setup, environment with a storage and a mail server that fail')
  await button(page, 'Test live updates').click()
  await expect(page.getByText(/no answer in 10 s/)).toBeVisible()
  await scan('setup, environment without events of the websocket')
  for (const part of ['storage', 'mail', 'broadcast']) await page.unroute(`**/api/setup/${part}/test`)
  const waiting = () => {}
  await page.route('**/api/setup/storage/test', waiting)
  await page.route('**/api/setup/broadcast/test', waiting)
  await page.route('**/api/setup/mail/test', json({ message: 'Done.' }))
  for (const name of ['Test storage', 'Send a test mail', 'Test live updates']) await button(page, name).click()
  await expect(page.getByText(/^Testing the websocket connection/)).toBeVisible()
  await expect(page.getByText(/^The server accepted an e-mail/)).toBeVisible()
  await expect(page.getByRole('list', { name: 'Storage test' })).toContainText('running')
  await scan('setup, environment with tests that run, and one that passed')
  for (const part of ['storage', 'mail', 'broadcast']) await page.unroute(`**/api/setup/${part}/test`)
  // Nothing waits for an answer any longer. What was entered is kept.
  await page.reload()
  await page.getByLabel('Public address').fill('')
  for (const name of ['This machine', 'No mail server', 'Built in']) await choose(page, name)
}

async function app({ page, scan }: Inspector): Promise<void> {
  await scan('setup, app')
  const image = (name: string) => page.getByRole('group', { name, exact: true }).locator('input')
  await image('Logo').setInputFiles({ name: 'logo.txt', mimeType: 'text/plain', buffer: Buffer.from('text') })
  await expect(page.getByText('This isn’t an image.')).toBeVisible()
  await image('Favicon').setInputFiles({ name: 'icon.png', mimeType: 'image/png', buffer: png })
  await expect(page.getByRole('button', { name: 'Replace' })).toBeVisible()
  await page.getByRole('textbox', { name: 'Contact address' }).fill('nobody')
  await button(page, 'Continue').click()
  await expect(page.getByText(/^Enter an e-mail address/)).toBeVisible()
  await scan('setup, app refused, with an image and one that is none')
  await page.getByRole('textbox', { name: 'Contact address' }).fill('')
}

async function adminAccount({ page, scan }: Inspector): Promise<void> {
  await scan('setup, admin account')
  await button(page, 'Finish setup').click()
  await expect(page.getByText('Use 8 to 256 characters')).toBeVisible()
  await scan('setup, admin account refused')
  await page.getByLabel('Full name').fill('Ada Lovelace')
  await page.getByLabel('E-mail').fill('ada@holdall.test')
  await page.getByLabel('Password', { exact: true }).fill('quiet rivers run deep')
  await page.getByLabel('Repeat password', { exact: true }).fill('quiet rivers run deep')
  const calls = '**/api/setup/admin'
  await answered(
    page,
    calls,
    (route) => refuse(route),
    async () => {
      await button(page, 'Finish setup').click()
      await expect(page.getByRole('alert')).toContainText('E-1')
      await scan('setup, admin account failed')
    },
  )
  await answered(
    page,
    calls,
    (route) => refuse(route, 409, 'conflict'),
    async () => {
      await button(page, 'Finish setup').click()
      await heading(page, 'Holdall is already set up')
      await scan('setup, completed by somebody else')
    },
  )
}
