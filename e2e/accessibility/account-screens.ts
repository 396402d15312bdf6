import { sql } from '../src/database.ts'
import { putFolder } from '../src/files-page.ts'
import { expect, signIn, signUp } from '../src/holdall.ts'
import { admin, type Holdall } from '../src/server.ts'
import { heading, type Inspector, refuse } from './inspector.ts'

export async function account(
  { page, visit, scan, scanLoading }: Inspector,
  holdall: Holdall,
  phone: boolean,
): Promise<void> {
  const { url } = holdall
  const person = await signUp(page, url)
  await page.goto(`${url}/user/profile`)
  await expect(page.getByLabel('First name')).toBeVisible()
  await scan('profile')
  await page.route('**/api/user/settings', (route) => refuse(route))
  await page.getByLabel('First name').fill('Majken')
  await expect(page.getByText('Couldn’t save this. Try again.')).toBeVisible()
  await scan('profile, not saved')
  await page.unroute('**/api/user/settings')
  await page.getByRole('combobox', { name: 'Time zone', exact: true }).click()
  await expect(page.getByRole('combobox', { name: 'Search time zones' })).toBeFocused()
  await scan('profile, time zones')
  await page.keyboard.type('zzzz')
  await expect(page.getByText('No time zones found')).toBeVisible()
  await scan('profile, no time zone')
  await page.keyboard.press('Escape')
  await page.getByRole('combobox', { name: 'Language' }).click()
  await expect(page.getByRole('option').first()).toBeVisible()
  await scan('profile, languages')
  await page.keyboard.press('Escape')
  if (!phone) {
    await page.getByRole('button', { name: /^Account:/ }).click()
    await expect(page.getByRole('menu')).toBeVisible()
    await scan('account menu')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Hide navigation' }).click()
    await expect(page.getByRole('button', { name: 'Show navigation' })).toBeVisible()
    await scan('navigation hidden')
    await page.getByRole('button', { name: 'Show navigation' }).click()
  }

  await scanLoading('sessions', `${url}/user/settings/password`, /\/api\/user\/sessions/)
  // A second session.
  await page.context().clearCookies()
  await signIn(page, url, person)
  await page.goto(`${url}/user/settings/password`)
  await expect(page.getByText('This device')).toBeVisible()
  await page.getByLabel('Current password').fill('not mine')
  for (const name of ['New password', 'Repeat the new password']) {
    await page.getByLabel(name, { exact: true }).fill('lake siljan at dusk')
  }
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('This isn’t your current password.')).toBeVisible()
  await scan('password and security')
  await page.getByRole('button', { name: 'Log out everywhere else' }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await scan('sessions to be ended')
  await scanLoading('storage', `${url}/user/settings/storage`, /\/api\/user\/storage/)
  await expect(page.getByRole('region', { name: 'Used storage by category' })).toBeVisible()
  await scan('storage')
  await scanLoading('activity', `${url}/user/activity`, /\/api\/activity/)
  await heading(page, 'No activity yet')
  await scan('activity, none')
  await putFolder(page, url, 'Plans')
  await page.reload()
  await expect(page.getByRole('list', { name: 'Activity' })).toContainText('Created Plans')
  await scan('activity')
  sql(holdall, 'update users set quota_bytes = 5, used_bytes = 5 where email = ?', person.email)
  await page.goto(`${url}/user/profile`)
  await expect(page.getByRole('link', { name: 'Manage storage' })).toBeVisible()
  await scan('restriction bar')
  sql(holdall, 'update users set quota_bytes = null, used_bytes = 0 where email = ?', person.email)
  await visit('/admin/dashboard')
  await heading(page, 'You need administrator access')
  await scan('forbidden')
}

export async function administration({ page, scan, scanLoading }: Inspector, { url }: Holdall): Promise<void> {
  await signIn(page, url, admin)
  await scanLoading('dashboard', `${url}/admin/dashboard`, /\/api\/admin\/dashboard$/)
  await expect(page.getByText('System')).toBeVisible()
  await scan('dashboard')
  await scanLoading('sections', `${url}/admin/sections`, /\/api\/admin\/sections/)
  await expect(page.getByText('Change versions on the server')).toBeVisible()
  await scan('sections')
  await page.route('**/ui/sections/admin/**', (route) => route.abort())
  await page.goto(`${url}/admin/dashboard`)
  await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible({ timeout: 30_000 })
  await scan('section that failed')
  await page.unroute('**/ui/sections/admin/**')
}

/** Of a server that is not installed. */
export async function setup({ page, scan }: Inspector, { url, ready }: Holdall): Promise<void> {
  // The radio of a card is hidden: people click the card.
  const choose = (name: string) =>
    page
      .locator('label')
      .filter({ has: page.getByRole('radio', { name }) })
      .click()
  await page.goto(url)
  await heading(page, 'Open the address the server printed')
  await scan('setup, no key')
  await page.goto(/https?:\/\/\S+/.exec(ready)?.[0] ?? '')
  await expect(page.getByText(/^You can continue|^Everything is ready/)).toBeVisible()
  await scan('setup, status check')
  await page.getByRole('button', { name: 'Continue' }).click()
  await heading(page, 'Enter a purchase code')
  await scan('setup, purchase code')
  await page.getByRole('button', { name: 'Skip' }).click()
  await heading(page, 'Choose a database')
  await choose('PostgreSQL')
  await scan('setup, database')
  await page.getByRole('button', { name: 'Test connection' }).click()
  await expect(page.getByText('Fill in this field')).toBeVisible()
  await scan('setup, database refused')
  await choose('SQLite')
  await page.getByRole('button', { name: 'Continue' }).click()
  await heading(page, 'Set up the environment')
  await page.getByRole('button', { name: 'Test storage' }).click()
  await expect(page.getByRole('list', { name: 'Storage test' })).toContainText('Delete passed')
  await scan('setup, environment')
  for (const name of ['S3 storage', 'SMTP server', 'Pusher-compatible server']) await choose(name)
  await scan('setup, environment with other servers')
  for (const name of ['This machine', 'No mail server', 'Built in']) await choose(name)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Make it yours' })).toBeVisible({ timeout: 60_000 })
  await scan('setup, app')
  await page.getByRole('button', { name: 'Continue' }).click()
  await heading(page, 'Create the admin account')
  await scan('setup, admin account')
  await page.getByRole('button', { name: 'Finish setup' }).click()
  await expect(page.getByText('Use 8 to 256 characters')).toBeVisible()
  await scan('setup, admin account refused')
}
