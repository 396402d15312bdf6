import { readFile } from 'node:fs/promises'
import { card, putFolder, row } from '../src/files-page.ts'
import { expect, putFile, signIn, signUp } from '../src/holdall.ts'
import { share } from '../src/links.ts'
import { admin, type Holdall } from '../src/server.ts'
import { close, type Inspector, visitAnother } from './inspector.ts'

const bytes = (content: string) => Buffer.from(content)

/** Messages of the platform in Arabic, by their ids. */
export async function arabicMessages(
  folder: 'messages' | 'account-messages/messages' = 'messages',
): Promise<(id: string) => string> {
  const file = new URL(`../../mf-platform/src/${folder}/ar.json`, import.meta.url)
  const messages = JSON.parse(await readFile(file, 'utf8')) as Readonly<Record<string, string>>
  return (id) => messages[id] ?? id
}

/** Shows the pages of a server in Arabic until the user has a language. */
export const setArabic = ({ page }: Inspector, url: string): Promise<void> =>
  page.context().addCookies([{ name: 'holdall_locale', value: 'ar', url }])

/** Creates an account whose language is Arabic. */
export async function signUpInArabic({ page }: Inspector, url: string): Promise<void> {
  await signUp(page, url)
  const saved = await page.request.patch(`${url}/api/user/settings`, { data: { name: 'locale', value: 'ar' } })
  expect(saved.ok()).toBe(true)
}

/** Opens a page of this server that has another heading, and examines it once it is loaded. */
export function opener(inspect: Inspector, url: string) {
  const { page, scan } = inspect
  const heading = page.getByRole('heading', { level: 1 })
  return async (path: string, screen: string, go: 'load' | 'visit' = 'visit') => {
    const loading = (await arabicMessages())('user.loading')
    if (go === 'load') await page.goto(url + path)
    else await visitAnother(inspect, path)
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
    await expect(heading).toHaveText(/\p{Letter}/u)
    await expect(page.getByRole('status', { name: loading })).toHaveCount(0)
    await scan(screen)
  }
}

/** Creates a link with every option in the popup that is open, and examines it with its QR code. */
export async function scanShare({ page, scan }: Inspector, text: (id: string) => string): Promise<void> {
  const dialog = page.getByRole('dialog')
  const options = dialog.getByRole('switch')
  await expect(options.first()).toBeVisible()
  // One takes the place of another.
  for (let at = 0; at < (await options.count()); at += 1) await options.nth(at).check()
  await dialog.locator('input[type="password"]').fill('a secret')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('textbox', { name: text('share.link'), exact: true })).toBeVisible()
  await page.getByRole('button', { name: text('share.qr.action') }).click()
  await expect(dialog.locator('img')).toBeVisible()
  await scan('share')
  await close(page)
}

/** The twelve screens that `npm test` examines in Arabic, in both themes. */
export async function keyScreens(inspect: Inspector, { url }: Holdall): Promise<void> {
  const { page, visit, scan } = inspect
  const text = await arabicMessages()
  const open = opener(inspect, url)
  await setArabic(inspect, url)
  await open('/sign-in', 'sign-in', 'load')
  await open('/sign-up', 'sign-up')

  await signUpInArabic(inspect, url)
  const folder = await putFolder(page, url, 'Letters')
  await putFolder(page, url, 'Below', folder)
  await putFile(page, url, 'plan (final).txt', bytes('name'))
  const table = await putFile(page, url, 'table.csv', bytes('name,size\nrow,1\n'))
  await putFile(page, url, 'inside.txt', bytes('inside'), { parent_id: folder })
  await page.request.post(`${url}/api/remove`, { data: { items: [{ id: await putFolder(page, url, 'Old letters') }] } })
  const token = await share(page, url, folder)
  await page.goto(`${url}/platform/files`)
  await expect(row(page, 'table.csv')).toBeVisible()
  await scan('files')
  const choose = async (id: string) => {
    await row(page, 'plan (final).txt').click({ button: 'right' })
    await page.getByRole('menuitem', { name: text(id), exact: true }).click()
  }
  await choose('files.action.move')
  await expect(page.getByRole('treeitem', { name: 'Letters' })).toBeVisible()
  await scan('move')
  await close(page)
  await choose('files.action.share')
  await scanShare(inspect, text)

  await page.evaluate(() => {
    const preferences = JSON.parse(localStorage.getItem('holdall.preferences') ?? '{}') as object
    localStorage.setItem('holdall.preferences', JSON.stringify({ ...preferences, view: 'grid' }))
  })
  await page.goto(`${url}/platform/files?preview=${table}`)
  await expect(page.getByRole('dialog').getByText('row', { exact: true })).toBeVisible()
  await scan('preview')
  await close(page)
  await card(page, 'table.csv').click()
  await scan('files, grid with a selection')
  await page.keyboard.press('Escape')
  await visitAnother(inspect, '/platform/trash')
  await expect(card(page, 'Old letters')).toBeVisible()
  await scan('trash')
  await open('/user/profile', 'profile')
  await open('/user/settings/password', 'password and security')
  await visit(`/share/${token}`)
  await expect(page.getByText('inside.txt').first()).toBeVisible()
  await scan('link to a folder')
  await signIn(page, url, admin)
  await open('/admin/dashboard', 'dashboard', 'load')
}
