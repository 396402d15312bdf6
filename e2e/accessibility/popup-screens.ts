import { sql } from '../src/database.ts'
import { act, openFiles, putFolder, row, tray } from '../src/files-page.ts'
import { expect, putFile, signUp } from '../src/holdall.ts'
import type { Holdall } from '../src/server.ts'
import { close, type Inspector, refuse, withEmail } from './inspector.ts'

const text = (content: string) => Buffer.from(content)

/** What opens above the files: names, folders, links, uploads. */
export async function popups(inspect: Inspector, holdall: Holdall, phone: boolean): Promise<void> {
  const { page } = inspect
  const { url } = holdall
  const person = await signUp(page, url)
  const folder = await putFolder(page, url, 'Lake Siljan')
  await putFolder(page, url, 'Below', folder)
  await putFile(page, url, 'plan.txt', text('below'), { parent_id: folder })
  await putFile(page, url, 'plan.txt', text('here'))
  await withEmail(inspect, `${url}/platform/files`)
  await openFiles(page, url)
  await remoteUpload(inspect)
  await newTeamFolder(inspect)
  await names(inspect, phone)
  await folders(inspect)
  await shareLink(inspect, holdall)
  await uploads(inspect)
  await fullStorage(inspect, holdall, person.email)
}

async function remoteUpload({ page, scan }: Inspector): Promise<void> {
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Upload from a link' }).click()
  const popup = page.getByRole('dialog', { name: 'Upload from a link' })
  await expect(popup).toBeVisible()
  await scan('remote upload')
  await popup.getByRole('textbox').fill('files.example/a.zip\nftp://files.example/b.zip')
  await popup.getByRole('button', { name: 'Upload' }).click()
  await expect(popup.getByText(/^Line 2/)).toBeVisible()
  await scan('remote upload, no links')
  // The server refuses to connect to itself.
  await popup.getByRole('textbox').fill('http://127.0.0.1:9/a.zip')
  await popup.getByRole('button', { name: 'Upload' }).click()
  await expect(page.getByText(/couldn’t be saved: The address can’t be reached/)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Uploads from links' })).toHaveCount(0)
  await scan('remote upload, failed')
}

async function names({ page, scan }: Inspector, phone: boolean): Promise<void> {
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByRole('menuitem', { name: 'New folder' }).click()
  const create = page.getByRole('dialog', { name: 'New folder' })
  await expect(create).toBeVisible()
  await scan('create folder')
  await create.getByRole('textbox', { name: 'Name' }).fill('a/b')
  await page.keyboard.press('Enter')
  const refused = page.getByRole('alertdialog', { name: 'A name can’t contain “/”.' })
  await expect(refused).toBeVisible()
  await scan('create folder, alert')
  await refused.getByRole('button', { name: 'OK' }).click()
  await expect(refused).toHaveCount(0)
  await expect(page.getByText('A name can’t contain “/”.')).toBeVisible()
  await scan('create folder, refused')
  await close(page)

  await act(page, 'plan.txt', 'Rename')
  const field = page.getByRole('textbox', { name: phone ? 'Name' : 'New name for plan.txt' })
  await expect(field).toBeFocused()
  await scan('rename')
  await field.fill('a/b')
  await page.keyboard.press('Enter')
  await expect(page.getByText('A name can’t contain “/”.').first()).toBeVisible()
  await scan('rename, refused')
  await page.keyboard.press('Escape')
  if (phone) await page.keyboard.press('Escape')
  await expect(page.getByRole('textbox')).toHaveCount(0)

  await act(page, 'Lake Siljan', 'Color and emoji…')
  const look = page.getByRole('dialog', { name: 'Edit “Lake Siljan”' })
  await look.getByRole('button', { name: 'Choose emoji' }).click()
  await expect(look.getByRole('grid')).toBeVisible()
  await scan('color and emoji')
  await look.getByRole('searchbox', { name: 'Search emoji' }).fill('zzzz')
  await expect(look.getByText('No emoji found')).toBeVisible()
  await scan('color and emoji, nothing found')
  await look.getByRole('searchbox', { name: 'Search emoji' }).fill('boat')
  await page.keyboard.press('Enter')
  await expect(look.getByRole('button', { name: 'Remove emoji' })).toBeVisible()
  await scan('color and emoji, chosen')
  await close(page)
}

async function folders({ page, scan }: Inspector): Promise<void> {
  await act(page, 'Lake Siljan', 'Convert to team folder…')
  await expect(page.getByRole('dialog', { name: 'Convert “Lake Siljan” to a team folder' })).toBeVisible()
  await scan('convert to team folder')
  await close(page)
  await act(page, 'Lake Siljan', 'Move')
  await expect(page.getByRole('treeitem', { name: 'Lake Siljan' })).toHaveAttribute('aria-disabled', 'true')
  await scan('move, a folder into itself')
  await close(page)
  await act(page, 'plan.txt', 'Move')
  const folder = page.getByRole('treeitem', { name: 'Lake Siljan' })
  await folder.focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('treeitem', { name: 'Below' })).toBeVisible()
  await folder.click()
  await scan('move')
  await page.getByRole('button', { name: 'Move here' }).click()
  const taken = page.getByRole('dialog', { name: '“plan.txt” already exists' })
  await expect(taken).toBeVisible()
  await scan('name conflict')
  await taken.getByRole('button', { name: 'Skip' }).click()
  await expect(taken).toHaveCount(0)
  if (await page.getByRole('dialog').isVisible()) await close(page)
}

async function newTeamFolder({ page, scan }: Inspector): Promise<void> {
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByRole('menuitem', { name: 'New team folder' }).click()
  const create = page.getByRole('dialog', { name: 'New team folder' })
  const addresses = create.getByRole('textbox', { name: 'Invite people' })
  await addresses.fill('maya@holdall.test, nobody')
  await addresses.press('Enter')
  await expect(create.getByText('nobody isn’t a valid e-mail address')).toBeVisible()
  await scan('team folder, people')
  await create.getByRole('button', { name: 'Can view, Permission of maya@holdall.test' }).click()
  await page.getByRole('menuitemradio', { name: 'Can edit' }).click()
  await addresses.fill('')
  await create.getByRole('button', { name: 'Remove maya@holdall.test' }).click()
  await expect(addresses).toBeFocused()
  // With nothing typed, Enter submits the form.
  await addresses.press('Enter')
  await expect(create).toHaveCount(0)
  await expect(page.getByText('Team folder “Team folder” created')).toBeVisible()
  await scan('team folder, created')
}

async function shareLink({ page, scan }: Inspector, holdall: Holdall): Promise<void> {
  await act(page, 'plan.txt', 'Share')
  const share = page.getByRole('dialog', { name: 'Share “plan.txt”' })
  await share.getByRole('switch', { name: 'Password' }).check()
  await share.getByRole('switch', { name: 'Expires' }).check()
  await share.getByRole('textbox', { name: 'Send to e-mail (optional)' }).fill('nobody')
  await share.getByRole('textbox', { name: 'Send to e-mail (optional)' }).press('Tab')
  await share.getByRole('button', { name: 'Create link' }).click()
  await expect(share.getByText('Enter a password')).toBeVisible()
  await scan('share, refused')
  await share.getByRole('textbox', { name: 'Send to e-mail (optional)' }).fill('')
  await share.getByRole('textbox', { name: 'Password' }).fill('a secret')
  await share.getByRole('button', { name: 'Create link' }).click()
  await expect(share.getByRole('textbox', { name: 'Link', exact: true })).toBeVisible()
  await scan('share, made')
  await share.getByRole('button', { name: 'E-mail', exact: true }).click()
  const addresses = share.getByRole('textbox', { name: 'Send the link to' })
  await addresses.fill('maya@holdall.test, nobody')
  await addresses.press('Enter')
  await expect(share.getByText('isn’t a valid e-mail address')).toBeVisible()
  await scan('share, e-mail')
  await page.route('**/api/share/*/qr**', (route) => refuse(route))
  await share.getByRole('button', { name: 'QR code' }).click()
  await expect(share.getByText('Couldn’t load the QR code')).toBeVisible()
  await scan('share, no QR code')
  await page.unroute('**/api/share/*/qr**')
  await share.getByRole('button', { name: 'Retry' }).click()
  await expect(share.getByRole('img', { name: 'QR code of the link' })).toBeVisible()
  await scan('share, QR code')
  await share.getByRole('button', { name: 'Activity' }).click()
  await expect(share.getByRole('region', { name: 'Activity of the link' })).toContainText('No visits yet')
  await scan('share, activity')
  await share.getByRole('button', { name: 'Stop sharing' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toBeVisible()
  await scan('share, to be stopped')
  await question.getByRole('button', { name: 'Keep sharing' }).click()
  await expect(question).toHaveCount(0)
  await close(page)
  sql(
    holdall,
    `update shares set expires_at = 1000 where token = (select token from shares order by created_at desc limit 1)`,
  )
  await page.reload()
  await act(page, 'plan.txt', 'Edit link…')
  await expect(share.getByText(/^This link expired on/)).toBeVisible()
  await scan('share, expired')
  await share.getByRole('button', { name: 'Create another link' }).click()
  await share.getByRole('switch', { name: 'Turn off downloads' }).check()
  await expect(share.getByText(/^Visitors see names, sizes/)).toBeVisible()
  await scan('share, without downloads')
  await share.getByRole('switch', { name: 'Turn off downloads' }).uncheck()
  await share.getByRole('switch', { name: 'Limit downloads' }).check()
  await share.getByRole('spinbutton', { name: 'Maximum downloads' }).fill('0')
  await share.getByRole('switch', { name: 'Expires' }).check()
  await share.getByText('End date', { exact: true }).first().click()
  await share.getByRole('button', { name: 'Create link' }).click()
  await expect(share.getByText('Enter a number from 1 to 10,000')).toBeVisible()
  await scan('share, an end date and no valid limit')
  await share.getByRole('spinbutton', { name: 'Maximum downloads' }).fill('3')
  await share.getByRole('button', { name: 'Create link' }).click()
  await expect(share.getByRole('textbox', { name: 'Link', exact: true })).toBeVisible()
  await share.getByRole('button', { name: /^All links/ }).click()
  await expect(share.getByRole('list', { name: 'Links' }).getByRole('listitem')).toHaveCount(2)
  await scan('share, list of links')
  await close(page)
}

const pick = ({ page }: Inspector, ...files: readonly (readonly [string, number])[]) =>
  page
    .locator('input[type="file"][multiple]')
    .setInputFiles(
      files.map(([name, bytes]) => ({ name, mimeType: 'application/octet-stream', buffer: Buffer.alloc(bytes, 1) })),
    )

/** On a phone the tray begins collapsed. */
async function expandTray({ page }: Inspector): Promise<void> {
  const expand = tray(page).getByRole('button', { name: 'Expand' })
  await expect(expand.or(tray(page).getByRole('button', { name: 'Collapse' }))).toBeVisible()
  if (await expand.isVisible()) await expand.click()
}

async function uploads(inspect: Inspector): Promise<void> {
  const { page, scan } = inspect
  // No answer: the uploads keep running.
  await page.route('**/api/upload**', () => {})
  await pick(inspect, ['running.bin', 3000], ['waiting.bin', 10])
  await expect(tray(page)).toContainText('Uploading 1 of 2')
  await scan('upload tray, as it opens')
  await expandTray(inspect)
  await scan('upload tray, running')
  await tray(page).getByRole('button', { name: 'Pause running.bin' }).click()
  await expect(tray(page).getByRole('button', { name: 'Resume running.bin' })).toBeVisible()
  await scan('upload tray, paused')
  await tray(page).getByRole('button', { name: 'Cancel all' }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await scan('upload tray, to be cancelled')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel all' }).click()
  await expect(tray(page)).toHaveCount(0)
  await page.unroute('**/api/upload**')
}

async function fullStorage(inspect: Inspector, holdall: Holdall, email: string): Promise<void> {
  const { page, scan } = inspect
  sql(holdall, 'update users set quota_bytes = used_bytes + item_count * 1024 + 3000 where email = ?', email)
  await openFiles(page, holdall.url)
  await pick(inspect, ['small.txt', 10], ['large.bin', 5000], ['later.txt', 10])
  await expect(page.getByRole('alertdialog', { name: 'Not enough storage' })).toBeVisible()
  await scan('alert')
  await close(page)
  await expect(tray(page)).toContainText('1 upload failed')
  await expandTray(inspect)
  await scan('upload tray, failed')
  await tray(page).getByRole('button', { name: 'Cancel all' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel all' }).click()
  await expect(tray(page)).toHaveCount(0)
  sql(holdall, 'update users set quota_bytes = 10 where email = ?', email)
  await openFiles(page, holdall.url)
  await expect(row(page, 'plan.txt')).toBeVisible()
  await scan('files, storage full')
}
