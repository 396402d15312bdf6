import { sql } from '../src/database.ts'
import { putFolder } from '../src/files-page.ts'
import { expect, signIn, signUp } from '../src/holdall.ts'
import { png } from '../src/sample-files.ts'
import { admin, type Holdall } from '../src/server.ts'
import { closeAlert, heading, type Inspector, refuse, withEmail } from './inspector.ts'

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
  await closeAlert(page)
  await page.unroute('**/api/user/settings')
  const picture = page.getByRole('group', { name: 'Profile picture' })
  const choose = picture.locator('input[type="file"]')
  await choose.setInputFiles({ name: 'letter.txt', mimeType: 'text/plain', buffer: Buffer.from('text') })
  await expect(picture.getByRole('alert')).toBeVisible()
  await scan('profile, not a picture')
  await choose.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: png })
  await expect(page.getByRole('dialog', { name: 'Crop picture' }).getByRole('slider')).toBeVisible()
  await scan('profile picture, to be cropped')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await picture.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await scan('profile picture, to be removed')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
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
  // What a service worker fetches is not routed: from here on no page registers one, and the one that is there ends below.
  await page.addInitScript(() => {
    navigator.serviceWorker.register = () => new Promise(() => undefined)
  })
  await page.goto(`${url}/user/profile`)
  await expect(page.getByRole('link', { name: 'Manage storage' })).toBeVisible()
  await scan('restriction bar')
  sql(holdall, 'update users set quota_bytes = null, used_bytes = 0 where email = ?', person.email)
  sql(holdall, 'update users set verified_at = null, usable_unconfirmed = 1 where email = ?', person.email)
  await page.evaluate(async () => {
    for (const registration of await navigator.serviceWorker.getRegistrations()) await registration.unregister()
  })
  await withEmail({ page }, `${url}/user/profile`)
  await page.goto(`${url}/user/profile`)
  await expect(page.getByRole('button', { name: 'Send confirmation' })).toBeVisible()
  await scan('unconfirmed address')
  await page.unroute(`${url}/user/profile`)
  sql(holdall, 'update users set verified_at = created_at where email = ?', person.email)
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
  await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible()
  await scan('section that failed')
  await page.unroute('**/ui/sections/admin/**')
}
