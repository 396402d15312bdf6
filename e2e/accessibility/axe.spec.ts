import { sql } from '../src/database.ts'
import { act, card, list, openFiles, putFolder, row, waitForList, toast, tray } from '../src/files-page.ts'
import { expect, putFile, signIn, signUp, test } from '../src/holdall.ts'
import { admin, type Holdall, startHoldall } from '../src/server.ts'
import { close, heading, inspector, type Inspector } from './inspector.ts'

const text = (content: string) => Buffer.from(content)

// The longest spec: its tests are distributed over the workers.
test.describe.configure({ mode: 'parallel' })

let fresh: Holdall
test.beforeAll(async () => {
  fresh = await startHoldall({ installed: false })
})
test.afterAll(() => fresh.stop())

for (const theme of ['light', 'dark'] as const)
  for (const width of [1440, 360] as const) {
    test(`axe finds nothing and nothing scrolls sideways, ${theme}, ${String(width)} px`, async ({
      browser,
      holdall,
    }) => {
      test.setTimeout(300_000)
      const inspect = await inspector(browser, { theme, width })
      await test.step('before sign-in', () => beforeSignIn(inspect, holdall))
      await test.step('files', () => files(inspect, holdall, width === 360))
      await test.step('links', () => links(inspect, holdall))
      await test.step('account', () => account(inspect, holdall))
      await test.step('administration', () => administration(inspect, holdall))
      await test.step('setup', () => setup(inspect))
      expect(inspect.found.join('\n')).toBe('')
      expect(inspect.seen.length).toBeGreaterThanOrEqual(40)
      await inspect.end()
    })
  }

async function beforeSignIn({ page, scan }: Inspector, { url }: Holdall): Promise<void> {
  await page.goto(`${url}/sign-in`)
  await heading(page, 'Welcome back')
  await expect(page.getByRole('complementary', { name: 'Cookies' })).toBeVisible()
  await scan('cookie notice')
  await page.getByRole('button', { name: 'Got it' }).click()
  await scan('sign-in, e-mail')
  await page.getByRole('button', { name: 'Continue' }).click()
  await scan('sign-in, e-mail refused')
  await page.getByLabel('E-mail').fill('nobody@holdall.test')
  await page.keyboard.press('Enter')
  await heading(page, 'Enter your password')
  await scan('sign-in, password')
  await page.getByLabel('Password', { exact: true }).fill('wrong')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Wrong e-mail or password. Try again.')).toBeVisible()
  await scan('sign-in, password refused')
  await page.goto(`${url}/sign-up`)
  await heading(page, 'Create your account')
  await scan('sign-up')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByText('Enter your name')).toBeVisible()
  await scan('sign-up, refused')
  await page.goto(`${url}/no/such/page`)
  await heading(page, 'Page not found')
  await scan('not found')
}

/** Cards, and the details of a file, of several entries and of the folder; ends as a list without details. */
async function gridAndDetails({ page, scan }: Pick<Inspector, 'page' | 'scan'>): Promise<void> {
  const choose = async (view: string) => {
    await page.getByRole('button', { name: /^Sort by/ }).click()
    await page.getByRole('menuitemradio', { name: view }).click()
    await expect(page.getByRole('menu')).toHaveCount(0)
  }
  const deselect = async () => {
    await list(page).focus()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: /^Sort by/ })).toBeVisible()
  }
  await choose('Grid')
  await expect(card(page, 'film.mp4')).toBeVisible()
  await scan('files, grid')
  await card(page, 'film.mp4').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Details' }).click()
  await expect(page.getByText('Only you can open this.')).toBeVisible()
  await page.waitForFunction(() => document.getAnimations().length === 0)
  await scan('files, grid with a selection and details')
  await page.getByRole('button', { name: 'Close details' }).click()
  await expect(page.getByText('Only you can open this.')).toHaveCount(0)
  await deselect()
  await choose('List')
  await expect(row(page, 'film.mp4')).toBeVisible()
}

async function files({ page, scan }: Inspector, holdall: Holdall, phone: boolean): Promise<void> {
  const { url } = holdall
  const person = await signUp(page, url)
  await openFiles(page, url)
  await scan('files, empty')
  await openFiles(page, url, '/platform/recent-uploads')
  await scan('recent uploads, empty')
  await openFiles(page, url, '/platform/my-shared-items')
  await scan('shared items, empty')
  const folder = await putFolder(page, url, 'Lake Siljan')
  await putFolder(page, url, 'رسائل')
  await putFile(page, url, 'a name that is rather long for a phone and goes on and on.txt', text('long'))
  await putFile(page, url, 'film.mp4', text('film'))
  await putFile(page, url, 'inner.txt', text('inner'), { parent_id: folder })
  await openFiles(page, url)
  await expect(row(page, 'film.mp4')).toBeVisible()
  await scan('files, with entries')
  await page.getByRole('button', { name: /^Sort by/ }).click()
  await expect(page.getByRole('menu')).toBeVisible()
  // Fully open: the focus is in it.
  await page.waitForFunction(() => document.activeElement?.closest('[role="menu"]') !== null)
  await page.waitForFunction(() => document.getAnimations().length === 0)
  await scan('files, order')
  await close(page)
  await gridAndDetails({ page, scan })
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(page.getByRole('menu')).toBeVisible()
  await scan('files, create menu')
  await page.getByRole('menuitem', { name: 'New folder' }).click()
  await expect(page.getByRole('dialog', { name: 'New folder' })).toBeVisible()
  await scan('create folder')
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('a/b')
  await page.keyboard.press('Enter')
  const refused = page.getByRole('alertdialog', { name: 'A name can’t contain “/”.' })
  await expect(refused).toBeVisible()
  await scan('create folder, alert')
  await refused.getByRole('button', { name: 'OK' }).click()
  await expect(refused).toHaveCount(0)
  await expect(page.getByText('A name can’t contain “/”.')).toBeVisible()
  await scan('create folder, refused')
  await close(page)

  await row(page, 'film.mp4').click({ button: 'right' })
  await expect(page.getByRole('menu')).toBeVisible()
  await scan('files, row menu')
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await expect(page.getByRole('textbox', { name: phone ? 'Name' : 'New name for film.mp4' })).toBeFocused()
  await scan('rename')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('textbox')).toHaveCount(0)
  await act(page, 'film.mp4', 'Move')
  await expect(page.getByRole('treeitem', { name: 'Lake Siljan' })).toBeVisible()
  await page.getByRole('treeitem', { name: 'Lake Siljan' }).click()
  await scan('move')
  await close(page)
  await act(page, 'film.mp4', 'Share')
  const share = page.getByRole('dialog', { name: 'Share “film.mp4”' })
  await share.getByRole('switch', { name: 'Password' }).check()
  await share.getByRole('switch', { name: 'Expires' }).check()
  await share.getByRole('button', { name: 'Create link' }).click()
  await expect(share.getByText('Enter a password')).toBeVisible()
  await scan('share, refused')
  await share.getByRole('textbox', { name: 'Password' }).fill('a secret')
  await share.getByRole('button', { name: 'Create link' }).click()
  await expect(share.getByRole('textbox', { name: 'Link', exact: true })).toBeVisible()
  await scan('share, made')
  await share.getByRole('button', { name: 'Stop sharing' }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await scan('confirm')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Keep sharing' }).click()
  await share.getByRole('button', { name: 'Done' }).click()
  await expect(share).toHaveCount(0)

  await row(page, 'film.mp4').getByRole('checkbox').check({ force: true })
  await expect(page.getByText('1 selected')).toBeVisible()
  await scan('files, selected')
  if (phone) {
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await expect(page.getByRole('menu')).toBeVisible()
    await scan('files, what can be done with the selected')
    await close(page)
    await list(page).focus()
  }
  await page.keyboard.press('Delete')
  await expect(toast(page, 'moved to trash')).toBeVisible()
  await scan('toast')
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox')).toBeFocused()
  await scan('spotlight')
  await page.keyboard.type('zzzz')
  await heading(page, 'No results for “zzzz”')
  await scan('spotlight, nothing found')
  await page.keyboard.press('Escape')
  if (phone) {
    await page.getByRole('button', { name: 'Menu' }).click()
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
    await scan('menu of a phone')
  }
  await page.getByRole('button', { name: 'Notifications' }).click()
  await expect(page.getByRole('dialog', { name: 'Notifications' })).toBeVisible()
  await scan('notification centre')
  await close(page)

  await openFiles(page, url, `/platform/files/${folder}`)
  await scan('files, in a folder')
  await page.goto(`${url}/platform/files/00000000-0000-7000-8000-000000000000`)
  await heading(page, 'Folder not found')
  await scan('files, folder gone')

  sql(holdall, 'update users set quota_bytes = 1000 where email = ?', person.email)
  await openFiles(page, url)
  await page.locator('input[type="file"][multiple]').setInputFiles([
    { name: 'small.txt', mimeType: 'text/plain', buffer: text('small') },
    { name: 'large.bin', mimeType: 'application/octet-stream', buffer: Buffer.alloc(5000, 1) },
    { name: 'later.txt', mimeType: 'text/plain', buffer: text('later') },
  ])
  await expect(page.getByRole('alertdialog', { name: 'Your storage is full' })).toBeVisible()
  await scan('alert')
  await close(page)
  await expect(tray(page)).toContainText('1 upload failed')
  await scan('upload tray')
  // On a phone the tray begins collapsed.
  const expand = tray(page).getByRole('button', { name: 'Expand' })
  if (await expand.isVisible()) await expand.click()
  await tray(page).getByRole('button', { name: 'Cancel all' }).click()
  await scan('upload tray, to be cancelled')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel all' }).click()
  await expect(tray(page)).toHaveCount(0)

  await openFiles(page, url, '/platform/recent-uploads')
  await expect(row(page, 'inner.txt')).toBeVisible()
  await scan('recent uploads')
  await row(page, 'inner.txt').click({ button: 'right' })
  await expect(page.getByRole('menu')).toBeVisible()
  await scan('recent uploads, row menu')
  await close(page)

  await openFiles(page, url, '/platform/search?query=inner')
  await expect(row(page, 'inner.txt')).toBeVisible()
  await scan('search results')
  await page.getByRole('button', { name: /^Type:/ }).click()
  await expect(page.getByRole('menu')).toBeVisible()
  await page.waitForFunction(() => document.activeElement?.closest('[role="menu"]') !== null)
  await page.waitForFunction(() => document.getAnimations().length === 0)
  await scan('search results, types')
  await close(page)
  await openFiles(page, url, '/platform/search?query=nothing')
  await expect(page.getByRole('heading', { name: 'No results for “nothing”' })).toBeVisible()
  await scan('search without results')
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Search' })).toBeFocused()
  await page.keyboard.type('inner')
  await expect(page.getByRole('option', { name: /inner\.txt/ })).toBeVisible()
  await scan('spotlight with results')
  await page.keyboard.press('Escape')

  await page.goto(`${url}/platform/trash`)
  await expect(row(page, 'film.mp4')).toBeVisible()
  await scan('trash')
  await page.getByRole('button', { name: 'Empty trash' }).click()
  await scan('trash, to be emptied')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Empty trash' }).click()
  await waitForList(page)
  await heading(page, 'Trash is empty')
  await scan('trash, empty')
  await page.goto(`${url}/admin/dashboard`)
  await heading(page, 'You need administrator access')
  await scan('forbidden')
}

async function links({ page, scan }: Inspector, holdall: Holdall): Promise<void> {
  const { url } = holdall
  const made = async (id: string, password: string | null) => {
    const answer = await page.request.post(`${url}/api/share`, {
      data: { id, isPassword: password !== null, password },
    })
    return ((await answer.json()) as { data: { attributes: { token: string } } }).data.attributes.token
  }
  await signUp(page, url)
  const folder = await putFolder(page, url, 'For everybody')
  await putFile(page, url, 'inside.txt', text('inside'), { parent_id: folder })
  const tokens = {
    folder: await made(folder, null),
    empty: await made(await putFolder(page, url, 'Nothing in it'), null),
    file: await made(await putFile(page, url, 'one.txt', text('one')), null),
    locked: await made(await putFile(page, url, 'two.txt', text('two')), 'a secret'),
    expired: await made(await putFile(page, url, 'three.txt', text('three')), null),
    revoked: await made(await putFile(page, url, 'four.txt', text('four')), null),
  }
  sql(holdall, 'update shares set expires_at = 1000 where token = ?', tokens.expired)
  await page.request.delete(`${url}/api/share/revoke`, { data: { tokens: [tokens.revoked] } })
  await openFiles(page, url, '/platform/my-shared-items')
  await expect(row(page, 'three.txt')).toBeVisible()
  await scan('shared items')
  await page.getByRole('button', { name: 'Select several' }).click()
  for (const name of ['one.txt', 'two.txt']) await row(page, name).click()
  await expect(page.getByText('2 selected')).toBeVisible()
  await scan('shared items, selected')
  await page.getByRole('button', { name: 'Remove links' }).click()
  await expect(page.getByRole('alertdialog', { name: 'Remove 2 links?' })).toBeVisible()
  await scan('shared items, links to be removed')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Keep sharing' }).click()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await page.context().clearCookies()
  const open = (token: string) => page.goto(`${url}/share/${token}`)
  await open(tokens.folder)
  await expect(row(page, 'inside.txt')).toBeVisible()
  await scan('link to a folder')
  await open(tokens.empty)
  await heading(page, 'This folder is empty')
  await scan('link to an empty folder')
  await open(tokens.file)
  await expect(page.getByRole('link', { name: 'Download' })).toBeVisible()
  await scan('link to a file')
  await open(tokens.locked)
  await heading(page, 'Enter the password')
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await scan('link with a password')
  await open(tokens.expired)
  await heading(page, 'This link has expired')
  await scan('expired link')
  await open(tokens.revoked)
  await heading(page, 'This link was turned off')
  await scan('revoked link')
  await open('nobody-made-this-token')
  await heading(page, 'Page not found')
  await scan('unknown link')
}

async function account({ page, scan }: Inspector, { url }: Holdall): Promise<void> {
  await signUp(page, url)
  await page.goto(`${url}/user/profile`)
  await expect(page.getByLabel('First name')).toBeVisible()
  await scan('profile')
  await page.getByRole('combobox', { name: 'Time zone', exact: true }).click()
  await expect(page.getByRole('combobox', { name: 'Search time zones' })).toBeFocused()
  await scan('profile, time zones')
  await page.keyboard.press('Escape')
  await page.goto(`${url}/user/settings/password`)
  await expect(page.getByText('This device')).toBeVisible()
  await page.getByLabel('New password', { exact: true }).fill('lake siljan')
  await scan('password and security')
  await page.goto(`${url}/user/settings/storage`)
  await expect(page.getByRole('region', { name: 'Used storage by category' })).toBeVisible()
  await scan('storage')
}

async function administration({ page, scan }: Inspector, { url }: Holdall): Promise<void> {
  await signIn(page, url, admin)
  await page.goto(`${url}/admin/dashboard`)
  await expect(page.getByText('System')).toBeVisible()
  await scan('dashboard')
  await page.goto(`${url}/admin/sections`)
  await expect(page.getByText('Change versions on the server')).toBeVisible()
  await scan('sections')
  await page.route('**/ui/sections/admin/**', (route) => route.abort())
  await page.goto(`${url}/admin/dashboard`)
  await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible({ timeout: 30_000 })
  await scan('section that failed')
  await page.unroute('**/ui/sections/admin/**')
}

async function setup({ page, scan }: Inspector): Promise<void> {
  await page.goto(fresh.url)
  await heading(page, 'Open the address the server printed')
  await scan('setup, no key')
  await page.goto(/https?:\/\/\S+/.exec(fresh.ready)?.[0] ?? '')
  await expect(page.getByText(/^You can continue|^Everything is ready/)).toBeVisible()
  await scan('setup, status check')
  await page.getByRole('button', { name: 'Continue' }).click()
  await heading(page, 'Create the admin account')
  await scan('setup, admin account')
  await page.getByRole('button', { name: 'Finish setup' }).click()
  await expect(page.getByText('Use 8 to 256 characters')).toBeVisible()
  await scan('setup, admin account refused')
}
