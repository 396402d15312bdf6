import { request } from '@playwright/test'
import { sql } from '../src/database.ts'
import { card, putFolder, row } from '../src/files-page.ts'
import { expect, newPerson, putFile, signIn, signUp } from '../src/holdall.ts'
import { share } from '../src/links.ts'
import { admin, type Holdall } from '../src/server.ts'
import { close, fullRecovery, heading, type Inspector, menuIsOpen, openRecovery } from './inspector.ts'
import { configure, homepage } from './public-page-screens.ts'

const text = (content: string) => Buffer.from(content)

/** Pages before sign-in, once each. */
export async function visitorPages(inspect: Inspector, { url }: Holdall): Promise<void> {
  const { page, visit, scan } = inspect
  await page.goto(`${url}/forgotten-password`)
  await heading(page, 'Forgot your password?')
  await expect(page.getByRole('complementary', { name: 'Cookies' })).toBeVisible()
  await scan('forgotten password, cookie notice')
  await page.getByRole('button', { name: 'Got it' }).click()
  await openRecovery(page, fullRecovery)
  for (const [path, title] of [
    ['/create-new-password#email=mara%40example.com&token=x', 'New password'],
    ['/temporary-unavailable', 'We’ll be back soon'],
    ['/page/terms-of-service', 'Terms of service'],
    // The headings of two pages in a row differ, so that the second one is waited for.
    ['/no/such/page', 'Page not found'],
    ['/request', 'Open the whole link'],
    ['/share/nobody-made-this-token', 'Page not found'],
  ] as const) {
    await visit(path)
    await heading(page, title)
    await scan(path)
  }
  await homepage(inspect, url)
  const end = await configure(page, { contact: true })
  await page.goto(`${url}/contact-us`)
  await expect(page.getByRole('button', { name: 'Send message' })).toBeVisible()
  await scan('contact')
  await end()
}

/** What a visitor of a link, a request or an invitation opens. */
export async function linkPages({ page, visit, scan }: Inspector, holdall: Holdall): Promise<void> {
  const { url } = holdall
  const member = newPerson()
  await signUp(page, url)
  const file = await share(page, url, await putFile(page, url, 'one.txt', text('one')))
  const locked = await share(page, url, await putFile(page, url, 'two.txt', text('two')), 'a secret')
  const expired = await share(page, url, await putFile(page, url, 'three.txt', text('three')))
  sql(holdall, 'update shares set expires_at = 1000 where token = ?', expired)
  const folder = await putFolder(page, url, 'Lease')
  await putFolder(page, url, 'Annexes', folder)
  const shared = await share(page, url, folder)
  const requested = await page.request.post(`${url}/api/file-request`, {
    data: { folder_id: folder, notes: 'Please send the signed lease. '.repeat(12) },
  })
  expect(requested.status()).toBe(201)
  const { token } = ((await requested.json()) as { data: { attributes: { token: string } } }).data.attributes
  const invited = await page.request.post(`${url}/api/teams/folders`, {
    data: { name: 'Northwind', invitations: [{ email: member.email, permission: 'can_edit', type: 'invitation' }] },
  })
  const { data } = (await invited.json()) as {
    data: { id: string; relationships: { invitations: { data: readonly { id: string }[] } } }
  }
  await page.goto(`${url}/platform/upload-requests`)
  await expect(page.getByRole('row').filter({ hasText: 'Lease' })).toBeVisible()
  await scan('upload requests')
  await visit(`/platform/team-folders/${data.id}`)
  await page.getByRole('button', { name: '1 member' }).click()
  await menuIsOpen(page)
  await scan('team folder, its members')

  await page.context().clearCookies()
  await page.goto(`${url}/share/${shared}`)
  await expect(row(page, 'Annexes')).toBeVisible()
  await scan('link to a folder')
  await visit(`/share/${file}`)
  await expect(page.getByRole('link', { name: 'Download' })).toBeVisible()
  await scan('link to a file')
  await visit(`/share/${locked}`)
  await heading(page, 'Enter the password')
  await scan('link with a password')
  await visit(`/share/${expired}`)
  await heading(page, 'This link has expired')
  await scan('expired link')
  await visit(`/request/${token}/upload`)
  await expect(page.getByRole('button', { name: 'Choose files' })).toBeVisible()
  await scan('upload request')
  await signUp(page, url, member)
  await page.goto(`${url}/team-folder-invitation/${data.relationships.invitations.data[0]?.id ?? ''}`)
  await expect(page.getByRole('button', { name: 'Accept' })).toBeVisible()
  await scan('invitation')
}

/** Pages of an account, and what is beside every page, once each. */
export async function accountPages({ page, visit, scan }: Inspector, { url }: Holdall): Promise<void> {
  const person = await signUp(page, url)
  // The second one is reported to the first.
  const otherBrowser = await request.newContext()
  await otherBrowser.post(`${url}/login`, { data: { email: person.email, password: person.password } })
  await otherBrowser.dispose()
  await putFile(page, url, 'lake.txt', text('lake'))
  await putFolder(page, url, 'Lake Siljan')
  await page.request.post(`${url}/api/remove`, { data: { items: [{ id: await putFolder(page, url, 'Old letters') }] } })
  for (const [path, title, screen] of [
    ['/platform/team-folders', 'No team folders yet', 'team folders'],
    ['/platform/shared-with-me', 'Nothing shared with you yet', 'shared with me'],
    ['/platform/my-shared-items', 'No shared items', 'shared items'],
    ['/platform/search?query=nothing', 'No results for “nothing”', 'search'],
    ['/user/settings/storage', 'Storage', 'storage'],
    ['/user/activity', 'Activity', 'activity'],
    ['/admin/dashboard', 'You need administrator access', 'forbidden'],
    ['/user/confirm-email', 'This link doesn’t work', 'new e-mail'],
  ] as const) {
    if (screen === 'team folders') await page.goto(url + path)
    else await visit(path)
    await heading(page, title)
    await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0)
    await scan(screen)
  }
  await visit('/user/profile')
  await expect(page.getByLabel('First name')).toBeVisible()
  await scan('profile')
  await visit('/platform/recent-uploads')
  await expect(row(page, 'lake.txt')).toBeVisible()
  await scan('recent uploads')
  await page.getByRole('button', { name: /^Notifications/ }).click()
  const centre = page.getByRole('dialog', { name: 'Notifications' })
  await expect(centre.getByRole('article').first()).not.toHaveAttribute('data-new')
  await scan('notification centre')
  await close(page)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('lake')
  await expect(page.getByRole('option', { name: /lake\.txt/ })).toBeVisible()
  await scan('spotlight')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Account:/ }).click()
  await menuIsOpen(page)
  await scan('account menu')
  await page.keyboard.press('Escape')
  await visit('/platform/trash')
  await expect(row(page, 'Old letters')).toBeVisible()
  await scan('trash')
  await visit('/platform/files')
  await expect(row(page, 'lake.txt')).toBeVisible()
  await scan('files')
  await page.getByTitle('Grid', { exact: true }).click()
  await card(page, 'lake.txt').click()
  await scan('files, grid with a selection')
  await card(page, 'lake.txt').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Details' }).click()
  await expect(page.getByRole('complementary', { name: 'Details' })).toContainText('lake.txt')
  await page.waitForFunction(() => document.getAnimations().length === 0)
  await scan('details')
  const deletion = { email: person.email, team_folders: [] }
  expect((await page.request.post(`${url}/api/user/deletion`, { data: deletion })).status()).toBe(204)
  await page.goto(`${url}/platform/files`)
  await heading(page, 'Your account is about to be deleted')
  await scan('keep the account')
  await signIn(page, url, admin)
  await page.goto(`${url}/admin/sections`)
  await expect(page.getByText('Change versions on the server')).toBeVisible()
  await scan('sections')
  await visit('/admin/dashboard')
  await heading(page, 'Dashboard')
  await expect(page.getByText('System')).toBeVisible()
  await scan('dashboard')
}
