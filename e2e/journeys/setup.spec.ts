import { expect, test } from '../src/holdall.ts'
import { startHoldall, type Holdall } from '../src/server.ts'

let fresh: Holdall

test.beforeAll(async () => {
  fresh = await startHoldall({ installed: false })
})
test.afterAll(() => fresh.stop())

const readyAddress = () => /https?:\/\/\S+/.exec(fresh.ready)?.[0] ?? ''

test('the server cannot be set up without the key of the ready line', async ({ page, request }) => {
  for (const path of ['/', '/platform/files', '/sign-in', '/setup-wizard/admin-setup']) {
    await page.goto(fresh.url + path)
    await expect(page.getByRole('heading', { name: 'Open the address the server printed' })).toBeVisible()
    expect(new URL(page.url()).pathname).toMatch(/^\/setup-wizard\//)
  }
  await page.getByLabel('Address or key').fill('not-the-key-that-was-printed')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'This key is wrong' })).toBeVisible()
  const account = { name: 'Mallory', email: 'mallory@holdall.test', password: 'let me in please' }
  for (const headers of [{}, { 'x-holdall-setup-key': 'not-the-key-that-was-printed' }]) {
    expect((await request.get(`${fresh.url}/api/setup/status`, { headers })).status()).toBe(403)
    const data = { ...account, password_confirmation: account.password }
    expect((await request.post(`${fresh.url}/api/setup/admin`, { headers, data })).status()).toBe(403)
  }
})

test('from the printed address to Files in a few clicks, and the wizard cannot be opened again', async ({
  page,
  browser,
}) => {
  const address = readyAddress()
  expect(address).toMatch(/\/install\?key=[\w-]{22,}$/)
  const key = new URL(address).searchParams.get('key') ?? ''

  await page.goto(address)
  await expect(page.getByRole('heading', { name: 'Check the server' })).toBeVisible()
  expect(page.url()).toBe(`${fresh.url}/setup-wizard/status-check`)
  await expect(page.getByText(/^You can continue|^Everything is ready/)).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: 'Continue' }).click()

  await page.getByRole('button', { name: 'Finish setup' }).click()
  await expect(page.getByText('Enter your name')).toBeVisible()
  await page.getByLabel('Full name').fill('Ada Byron')
  await page.getByLabel('E-mail').fill('ada@holdall.test')
  await page.getByLabel('Password', { exact: true }).fill('engines weave algebra')
  await page.getByLabel('Repeat password').fill('engines weave algebr')
  await page.getByRole('button', { name: 'Finish setup' }).click()
  await expect(page.getByText('The passwords don’t match')).toBeVisible()
  await page.getByLabel('Repeat password').fill('engines weave algebra')
  await page.getByRole('button', { name: 'Finish setup' }).click()

  await expect(page.getByRole('heading', { name: 'No files yet' })).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/platform/files')
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Admin' })).toBeVisible()
  expect(await page.evaluate(() => JSON.stringify([sessionStorage, localStorage]))).not.toContain(key)

  for (const path of ['/setup-wizard/status-check', '/setup-wizard/admin-setup', `/install?key=${key}`]) {
    await page.goto(fresh.url + path)
    await expect(page.getByRole('heading', { name: 'Holdall is already set up' })).toBeVisible()
  }
  await page.getByRole('button', { name: 'Go to sign-in' }).click()
  await expect(page.getByRole('heading', { name: 'No files yet' })).toBeVisible()
  const headers = { 'x-holdall-setup-key': key }
  expect((await page.request.get(`${fresh.url}/api/setup/status`, { headers })).status()).toBe(404)
  expect((await page.request.post(`${fresh.url}/api/setup/admin`, { headers, data: {} })).status()).toBe(404)

  const visitor = await (await browser.newContext()).newPage()
  await visitor.goto(fresh.url)
  await expect(visitor.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
  await visitor.context().close()
})
