import { photo } from '../../mf-platform/src/testing/jpeg-with-exif.ts'
import { sql } from '../src/database.ts'
import { card, putFolder, row } from '../src/files-page.ts'
import { expect, putFile, signIn, signUp } from '../src/holdall.ts'
import { admin, type Holdall } from '../src/server.ts'
import { close, fullRecovery, type Inspector, openRecovery, menuIsOpen, visitAnother } from './inspector.ts'
import { arabicMessages, opener, scanShare, setArabic, signUpInArabic } from './key-screens.ts'
import { rightToLeftOpenServer } from './open-server-screens.ts'
import { rightToLeftOwnAccount } from './own-account-screens.ts'

const bytes = (content: string) => Buffer.from(content)

/** Each screen once, in Arabic, with the states whose layout depends on the direction. */
export async function rightToLeft(inspect: Inspector, holdall: Holdall, fresh: Holdall): Promise<void> {
  const { page, scan } = inspect
  const { url } = holdall
  for (const server of [holdall, fresh]) await setArabic(inspect, server.url)
  const open = opener(inspect, url)
  await open('/sign-in', 'sign-in, e-mail', 'load')
  await page.getByRole('textbox').fill('nobody@holdall.test')
  await page.keyboard.press('Enter')
  await page.locator('input[type="password"]').fill('wrong')
  await page.keyboard.press('Enter')
  await expect(page.locator('[aria-invalid]')).toBeVisible()
  await scan('sign-in, password refused')
  await open('/sign-up', 'sign-up')
  await open('/forgotten-password', 'forgotten password')
  await openRecovery(page, fullRecovery)
  await open('/create-new-password#email=mara%40example.com&token=x', 'new password')
  await open('/no/such/page', 'not found')

  await signUpInArabic(inspect, url)
  await files(inspect, url)
  await open('/user/profile', 'profile')
  await open('/user/settings/password', 'password and security')
  await open('/user/settings/storage', 'storage')
  await open('/user/activity', 'activity')
  await open('/admin/dashboard', 'forbidden')
  await visitorLinks(inspect, holdall, open)
  await signIn(page, url, admin)
  await open('/admin/dashboard', 'dashboard', 'load')
  await open('/admin/sections', 'sections')

  await rightToLeftOwnAccount(inspect, url, await arabicMessages('account-messages/messages'))
  await rightToLeftOpenServer(inspect)
  await setupSteps(inspect, fresh)
}

/** The steps of the setup of a server that is not installed, as they open, in any language. */
export async function setupSteps({ page, scan }: Inspector, fresh: Holdall): Promise<void> {
  await page.goto(fresh.url)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await scan('setup, no key')
  await page.goto(/https?:\/\/\S+/.exec(fresh.ready)?.[0] ?? '')
  await expect(page.getByRole('listitem').first()).toBeVisible()
  await scan('setup, status check')
  for (const step of ['purchase-code', 'database', 'environment', 'app-setup', 'admin-setup']) {
    const title = page.getByRole('heading', { level: 1 })
    const previous = (await title.textContent()) ?? ''
    await page.getByRole('button').last().click()
    await expect(page).toHaveURL(`${fresh.url}/setup-wizard/${step}`, { timeout: 60_000 })
    // Until the next one is loaded, the fields are those of the previous step.
    await expect(title).not.toHaveText(previous)
    await expect(title).toBeVisible()
    await expect(page.getByRole('textbox').or(page.getByRole('radio')).first()).toBeVisible()
    await scan(`setup, ${step}`)
  }
}

async function files(inspect: Inspector, url: string): Promise<void> {
  const { page, scan } = inspect
  const text = await arabicMessages()
  const choose = async (name: string, id: string) => {
    await row(page, name).click({ button: 'right' })
    const item = page.getByRole('menuitem', { name: text(id), exact: true })
    await menuIsOpen(page)
    if ((await item.count()) === 0) {
      await page.getByRole('menuitem', { name: 'المزيد', exact: true }).click()
    }
    await item.click()
  }
  const folder = await putFolder(page, url, 'رسائل')
  await putFolder(page, url, 'Below', folder)
  await putFile(page, url, 'plan (final).txt', bytes('name'))
  await putFile(page, url, 'table.csv', bytes('name,size\nrow,1\n'))
  await putFile(page, url, 'lake.jpg', Buffer.from(photo()))
  await page.goto(`${url}/platform/files`)
  await expect(row(page, 'table.csv')).toBeVisible()
  await scan('files')
  await row(page, 'table.csv').click({ button: 'right' })
  await menuIsOpen(page)
  await scan('files, row menu')
  await close(page)
  await choose('plan (final).txt', 'files.action.move')
  await page.getByRole('treeitem', { name: 'رسائل' }).focus()
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByRole('treeitem', { name: 'Below' })).toBeVisible()
  await scan('move')
  await close(page)
  await choose('plan (final).txt', 'files.action.share')
  await scanShare(inspect, text)
  await choose('رسائل', 'files.action.appearance')
  await page.getByRole('button', { name: text('appearance.emoji.choose') }).click()
  await expect(page.getByRole('dialog').getByRole('grid')).toBeVisible()
  await scan('color and emoji')
  await close(page)
  await choose('plan (final).txt', 'files.action.rename')
  await expect(page.getByRole('textbox')).toBeFocused()
  await scan('rename')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox')).toBeFocused()
  await page.keyboard.type('plan')
  await expect(page.getByRole('option', { name: /plan/ })).toBeVisible()
  await scan('spotlight')
  await page.keyboard.press('Escape')
  await row(page, 'table.csv').dblclick()
  await expect(page.getByRole('dialog').getByText('row', { exact: true })).toBeVisible()
  await scan('preview')
  await close(page)

  await page.evaluate(() => {
    localStorage.setItem(
      'holdall.preferences',
      JSON.stringify({ ...JSON.parse(localStorage.getItem('holdall.preferences') ?? '{}'), view: 'grid' }),
    )
  })
  await page.goto(`${url}/platform/files`)
  await card(page, 'lake.jpg').click()
  await scan('files, grid with a selection')
  await page.route('**/api/upload**', () => {})
  await page
    .locator('input[type="file"][multiple]')
    .setInputFiles({ name: 'running.bin', mimeType: 'application/octet-stream', buffer: Buffer.alloc(3000, 1) })
  await expect(page.getByRole('progressbar').first()).toBeVisible()
  await scan('upload tray')
  await page.unroute('**/api/upload**')
  for (const path of ['recent-uploads', 'my-shared-items', 'search?query=plan', 'trash']) {
    await visitAnother(inspect, `/platform/${path}`)
    await expect(
      page
        .getByRole('grid')
        .or(page.getByRole('heading', { level: 2 }))
        .first(),
    ).toBeVisible()
    await scan(path)
  }
}

async function visitorLinks(
  { page, scan }: Inspector,
  holdall: Holdall,
  open: (path: string, screen: string, go: 'load') => Promise<void>,
): Promise<void> {
  const { url } = holdall
  await signUp(page, url)
  const share = async (id: string, password: string | null = null) => {
    const answer = await page.request.post(`${url}/api/share`, {
      data: { id, isPassword: password !== null, password },
    })
    return ((await answer.json()) as { data: { attributes: { token: string } } }).data.attributes.token
  }
  const folder = await putFolder(page, url, 'For everybody')
  await putFile(page, url, 'inside.txt', bytes('inside'), { parent_id: folder })
  const tokens = {
    folder: await share(folder),
    file: await share(await putFile(page, url, 'one.txt', bytes('one'))),
    locked: await share(await putFile(page, url, 'two.txt', bytes('two')), 'a secret'),
    expired: await share(await putFile(page, url, 'three.txt', bytes('three'))),
  }
  sql(holdall, 'update shares set expires_at = 1000 where token = ?', tokens.expired)
  await page.goto(`${url}/share/${tokens.folder}`)
  await expect(page.getByText('inside.txt').first()).toBeVisible()
  await scan('link to a folder')
  await page.goto(`${url}/share/${tokens.file}`)
  await expect(page.locator('a[download]')).toBeVisible()
  await scan('link to a file')
  await open(`/share/${tokens.locked}`, 'link with a password', 'load')
  await open(`/share/${tokens.expired}`, 'expired link', 'load')
}
