import type { AccountDeletion } from '@holdall/api'
import type { Page } from '@playwright/test'
import { makeAccountDeletion, makeDataExport } from '../../mf-platform/src/testing/own-account-fixture.ts'
import { expect, signUp } from '../src/holdall.ts'
import type { Holdall } from '../src/server.ts'
import { close, heading, type Inspector, refuse } from './inspector.ts'

const made = '2026-03-01T10:00:00.000Z'
const readyExport = makeDataExport({
  status: 'ready',
  filesize: 2_400_000_000,
  url: '/api/user/data-export/content',
  missing: 2,
  created_at: made,
  finished_at: made,
  expires_at: '2026-03-08T10:00:00.000Z',
})

const member = {
  id: '01890a5d-ac96-774b-bcce-b302099a8058',
  name: 'Eli Sandberg',
  email: 'eli@holdall.test',
  has_room: true,
}
const full = {
  id: '01890a5d-ac96-774b-bcce-b302099a8061',
  name: 'Mia Holm',
  email: 'mia@holdall.test',
  has_room: false,
}
const withTeamFolders = makeAccountDeletion({
  team_folders: [
    { id: '01890a5d-ac96-774b-bcce-b302099a8059', name: 'Northwind', size: 48_200_000, members: [member, full] },
    { id: '01890a5d-ac96-774b-bcce-b302099a8060', name: 'Drafts', size: 0, members: [] },
  ],
})

/** Answers the calls of one path and method in place of the server. */
const answer = (page: Page, path: string, method: string, json: unknown) =>
  page.route(path, (route) => (route.request().method() === method ? route.fulfill({ json }) : route.fallback()))

const EXPORT = '**/api/user/data-export'
const DELETION = '**/api/user/deletion'
const CONFIRM = '**/api/user/email/confirm'

export async function requestEmailChange(page: Page, url: string, email: string): Promise<void> {
  expect((await page.request.post(`${url}/api/user/email`, { data: { email } })).status()).toBe(201)
}

/** What users do with their account itself: another address, a copy of their data, and deleting it. */
export async function ownAccount(inspect: Inspector, { url }: Holdall): Promise<void> {
  const person = await signUp(inspect.page, url)
  await emailChange(inspect, url, `new-${person.email}`)
  await dataExports(inspect, url)
  await accountDeletion(inspect, url, person.email)
}

async function emailChange({ page, scan }: Inspector, url: string, next: string): Promise<void> {
  await page.goto(`${url}/user/profile`)
  await page.getByRole('button', { name: 'Change e-mail address' }).click()
  await page.getByLabel('New e-mail address').fill('nobody')
  await page.getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByText('Enter a valid e-mail address.')).toBeVisible()
  await scan('change of e-mail, refused')
  await close(page)
  await requestEmailChange(page, url, next)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Cancel change' })).toBeVisible()
  await scan('profile, with another e-mail that is not confirmed')
  await page.goto(`${url}/user/confirm-email#token=not-the-one`)
  await heading(page, 'Confirm your new e-mail address')
  await scan('new e-mail, to be confirmed')
  await page.route(CONFIRM, (route) => refuse(route))
  await page.getByRole('button', { name: 'Confirm address' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await scan('new e-mail, not confirmed')
  await page.unroute(CONFIRM)
  await page.getByRole('button', { name: 'Confirm address' }).click()
  await heading(page, 'This link doesn’t work')
  await scan('new e-mail, expired link')
  await answer(page, CONFIRM, 'POST', {})
  await page.goto('about:blank')
  await page.goto(`${url}/user/confirm-email#token=the-one`)
  await page.getByRole('button', { name: 'Confirm address' }).click()
  await heading(page, 'Your e-mail address was changed')
  await scan('new e-mail, confirmed')
  await page.unroute(CONFIRM)
}

async function dataExports({ page, scan, scanLoading }: Inspector, url: string): Promise<void> {
  await scanLoading('copy of the data', `${url}/user/settings/storage`, /\/api\/user\/data-export$/)
  await expect(page.getByRole('button', { name: 'Download my data' })).toBeVisible()
  const progress = { processed: 750_000_000, total: 2_400_000_000 }
  for (const [screen, shown, text] of [
    ['being made', makeDataExport({ status: 'working', progress }), /^Your copy is being made/],
    ['ready', readyExport, /^Your copy is ready/],
    ['could not be made', makeDataExport({ status: 'failed', reason: 'disk-full' }), /^The copy couldn’t be made/],
    ['expired', makeDataExport({ status: 'expired' }), /^The last copy has expired/],
  ] as const) {
    await answer(page, EXPORT, 'GET', { data: shown })
    await page.reload()
    await expect(page.getByText(text)).toBeVisible()
    await scan(`copy of the data, ${screen}`)
    if (screen === 'ready') {
      await page.getByRole('button', { name: 'Delete', exact: true }).click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
      await scan('copy of the data, to be deleted')
      await page.keyboard.press('Escape')
      await expect(page.getByRole('alertdialog')).toHaveCount(0)
    }
    await page.unroute(EXPORT)
  }
}

async function accountDeletion({ page, scan }: Inspector, url: string, email: string): Promise<void> {
  const open = async (shown: AccountDeletion) => {
    await answer(page, DELETION, 'GET', { data: shown })
    await page.goto(`${url}/user/profile`)
    await page.getByRole('button', { name: 'Delete my account' }).click()
  }
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  await open(makeAccountDeletion({ last_administrator: true }))
  await expect(dialog.getByText(/only administrator/)).toBeVisible()
  await scan('delete the account, of the only administrator')
  await page.unroute(DELETION)
  await open(withTeamFolders)
  await dialog.getByRole('combobox', { name: /Northwind/ }).click()
  const give = page.getByRole('option', { name: /^Give to Eli Sandberg/ })
  await expect(give).toBeVisible()
  await scan('delete the account, choices for a team folder')
  await give.click()
  await expect(page.getByRole('option')).toHaveCount(0)
  await dialog.getByLabel('Your e-mail address').fill(email)
  await page.route(DELETION, (route) =>
    route.request().method() === 'POST' ? refuse(route, 409, 'conflict') : route.fallback(),
  )
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await scan('delete the account, refused')
  await page.unroute(DELETION)
  await requestDeletion(page, url, email)
  await page.goto(`${url}/platform/files`)
  await heading(page, 'Your account is about to be deleted')
  await scan('keep the account')
  await page.route(DELETION, (route) => refuse(route))
  await page.getByRole('button', { name: 'Keep my account' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await scan('keep the account, failed')
  await page.unroute(DELETION)
}

async function requestDeletion(page: Page, url: string, email: string): Promise<void> {
  const given = await page.request.post(`${url}/api/user/deletion`, { data: { email, team_folders: [] } })
  expect(given.status()).toBe(204)
}

/** The same ones in Arabic, of an account of their own. The profile with a change of the address is among the other pages. */
export async function rightToLeftOwnAccount(
  { page, scan }: Inspector,
  url: string,
  text: (messageId: string) => string,
): Promise<void> {
  const person = await signUp(page, url)
  const saved = await page.request.patch(`${url}/api/user/settings`, { data: { name: 'locale', value: 'ar' } })
  expect(saved.ok()).toBe(true)
  await requestEmailChange(page, url, `new-${person.email}`)
  await page.goto(`${url}/user/confirm-email#token=x`)
  await heading(page, text('user.email_change.confirm_title'))
  await scan('new e-mail, to be confirmed')
  await answer(page, EXPORT, 'GET', { data: readyExport })
  await page.goto(`${url}/user/settings/storage`)
  await expect(page.getByRole('link', { name: text('user.data_export.download'), exact: true })).toBeVisible()
  await scan('copy of the data, ready')
  await page.unroute(EXPORT)
  await answer(page, DELETION, 'GET', { data: withTeamFolders })
  await page.goto(`${url}/user/profile`)
  await expect(page.getByRole('button', { name: text('user.email_change.cancel') })).toBeVisible()
  await page.getByRole('button', { name: text('user.deletion.start') }).click()
  await expect(page.getByRole('dialog').getByRole('combobox', { name: /Northwind/ })).toBeVisible()
  await scan('delete the account')
  await page.unroute(DELETION)
  await requestDeletion(page, url, person.email)
  await page.goto(`${url}/platform/files`)
  await heading(page, text('user.deletion.ending_title'))
  await scan('keep the account')
}
