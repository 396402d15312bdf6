import { startPostgres } from '../../server/src/testing/postgres-server.ts'
import { expect, test } from '../src/holdall.ts'
import { startMailServer } from '../src/mail-server.ts'
import { startHoldall, type Holdall } from '../src/server.ts'
import { button, chooseDatabase, chooseEnvironment, createOwner, heading, press, tabTo } from '../src/setup-wizard.ts'

let fresh: Holdall

test.beforeAll(async () => {
  fresh = await startHoldall({ installed: false })
})
test.afterAll(() => fresh.stop())

const readyAddress = () => /https?:\/\/\S+/.exec(fresh.ready)?.[0] ?? ''

test('the server cannot be set up without the key of the ready line', { tag: '@full' }, async ({ page, request }) => {
  // One of its own: wrong keys are counted by the address that they come from.
  const locked = await startHoldall({ installed: false })
  try {
    for (const path of ['/', '/platform/files', '/sign-in', '/setup-wizard/admin-setup']) {
      await page.goto(locked.url + path)
      await expect(page.getByRole('heading', { name: 'Open the address the server printed' })).toBeVisible()
      expect(new URL(page.url()).pathname).toMatch(/^\/setup-wizard\//)
    }
    await page.getByLabel('Address or key').fill('not-the-key-that-was-printed')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('heading', { name: 'This key is wrong' })).toBeVisible()
    const account = { name: 'Mallory', email: 'mallory@holdall.test', password: 'let me in please' }
    for (const headers of [{}, { 'x-holdall-setup-key': 'not-the-key-that-was-printed' }]) {
      expect((await request.get(`${locked.url}/api/setup/status`, { headers })).status()).toBe(403)
      const data = { ...account, password_confirmation: account.password }
      expect((await request.post(`${locked.url}/api/setup/admin`, { headers, data })).status()).toBe(403)
    }
  } finally {
    await locked.stop()
  }
})

const owner = { name: 'Ada Byron', email: 'ada@holdall.test', password: 'engines weave algebra' }

test('through all six steps by keyboard to Files, and the wizard cannot be opened again', async ({ page, browser }) => {
  const address = readyAddress()
  expect(address).toMatch(/\/install\?key=[\w-]{22,}$/)
  const key = new URL(address).searchParams.get('key') ?? ''

  await page.goto(address)
  await heading(page, 'Check the server')
  expect(page.url()).toBe(`${fresh.url}/setup-wizard/status-check`)
  await expect(page.getByText(/^You can continue|^Everything is ready/)).toBeVisible()
  await page.reload()
  await expect(page.getByText(/^You can continue|^Everything is ready/)).toBeVisible()
  await press(page, button(page, 'Continue'))
  await heading(page, 'Enter a purchase code')
  await expect(page.getByText(/a code unlocks nothing/)).toBeVisible()
  // What cannot be opened yet leads back.
  await page.goto(`${fresh.url}/setup-wizard/admin-setup`)
  await heading(page, 'Enter a purchase code')
  await press(page, button(page, 'Skip'))
  await chooseDatabase(page, null)
  await chooseEnvironment(page, { storage: 'local', mailPort: null })
  await heading(page, 'Make it yours')
  await tabTo(page, page.getByLabel('App name'))
  await page.keyboard.press('Control+A')
  await page.keyboard.type('Analytical Files')
  await press(page, button(page, 'Continue'))

  await heading(page, 'Create the admin account')
  await press(page, button(page, 'Finish setup'))
  await expect(page.getByText('Enter your name')).toBeVisible()
  await createOwner(page, owner)

  await expect(page.getByRole('heading', { name: 'No files yet' })).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/platform/files')
  await expect(page).toHaveTitle(/Analytical Files/)
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Admin' })).toBeVisible()
  expect(await page.evaluate(() => JSON.stringify([sessionStorage, localStorage]))).not.toContain(key)

  for (const path of ['/setup-wizard/status-check', '/setup-wizard/database', `/install?key=${key}`]) {
    expect((await page.goto(fresh.url + path))?.status()).toBe(404)
    await heading(page, 'Holdall is already set up')
  }
  await page.getByRole('button', { name: 'Go to sign-in' }).click()
  await heading(page, 'No files yet')
  const headers = { 'x-holdall-setup-key': key }
  for (const path of ['status', 'values'])
    expect((await page.request.get(`${fresh.url}/api/setup/${path}`, { headers })).status()).toBe(404)
  for (const path of ['admin', 'database', 'environment', 'app'])
    expect((await page.request.post(`${fresh.url}/api/setup/${path}`, { headers, data: {} })).status()).toBe(404)

  const visitor = await (await browser.newContext()).newPage()
  await visitor.goto(fresh.url)
  await heading(visitor, 'Welcome back')
  await visitor.context().close()
})

test(
  'on PostgreSQL with a mail server, interrupted by a reload and a stopped server, beside a second browser',
  { tag: '@full' },
  async ({ page, browser }) => {
    const [holdall, postgres, mails] = await Promise.all([
      startHoldall({ installed: false }),
      startPostgres(),
      startMailServer(),
    ])
    const printed = () => /https?:\/\/\S+/.exec(holdall.ready)?.[0] ?? ''
    try {
      await page.goto(printed())
      await expect(page.getByText(/^You can continue|^Everything is ready/)).toBeVisible()
      await press(page, button(page, 'Continue'))
      await press(page, button(page, 'Skip'))
      await heading(page, 'Choose a database')
      await page.getByText('PostgreSQL', { exact: true }).click()
      await page.getByLabel('Host').fill('db.example.com')
      await page.getByLabel('Password', { exact: true }).fill('not kept')
      await page.reload()
      await expect(page.getByLabel('Host')).toHaveValue('db.example.com')
      await expect(page.getByLabel('Password', { exact: true })).toHaveValue('')
      await chooseDatabase(page, postgres.url)
      await heading(page, 'Set up the environment')

      await holdall.restart()
      await page.goto(printed())
      await heading(page, 'Set up the environment')
      const second = await (await browser.newContext()).newPage()
      await second.goto(printed())
      await heading(second, 'Set up the environment')

      const { port } = new URL(mails.url)
      await chooseEnvironment(page, { storage: 'local', mailPort: port })
      expect(mails.mails.some((mail) => mail.includes(owner.email))).toBe(true)
      await heading(page, 'Make it yours')
      await press(page, button(page, 'Continue'))
      await heading(page, 'Create the admin account')
      await createOwner(page, owner)
      await expect(page.getByRole('heading', { name: 'No files yet' })).toBeVisible()

      await second.getByRole('button', { name: 'Continue' }).click()
      await heading(second, 'Holdall is already set up')
      await second.context().close()
    } finally {
      await Promise.all([holdall.stop(), mails.stop()])
      await postgres.stop()
    }
  },
)
