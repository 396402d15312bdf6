import { sql } from '../src/database.ts'
import { list, openFiles, putFolder, row } from '../src/files-page.ts'
import { expect, putFile, signUp } from '../src/holdall.ts'
import type { Holdall } from '../src/server.ts'
import { close, heading, type Inspector, menuIsOpen, refuse } from './inspector.ts'

const text = (content: string) => Buffer.from(content)

export async function beforeSignIn({ page, scan }: Inspector, { url }: Holdall): Promise<void> {
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
  await page.route('**/login', (route) => refuse(route))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toBeVisible()
  await scan('sign-in, failed')
  await page.unroute('**/login')
  await page.goto(`${url}/sign-up`)
  await heading(page, 'Create your account')
  await scan('sign-up')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByText('Enter your name')).toBeVisible()
  await scan('sign-up, refused')
  for (const path of [
    'successfully-send',
    'successfully-verified',
    'verify-email/1',
    'temporary-unavailable',
  ] as const) {
    await page.goto(`${url}/${path}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await scan(path)
  }
  await page.goto(`${url}/no/such/page`)
  await heading(page, 'Page not found')
  await scan('not found')
}

export async function links({ page, scan, scanLoading }: Inspector, holdall: Holdall): Promise<void> {
  const { url } = holdall
  const made = async (id: string, password: string | null, permission = 'visitor') => {
    const answer = await page.request.post(`${url}/api/share`, {
      data: { id, isPassword: password !== null, password, permission },
    })
    return ((await answer.json()) as { data: { attributes: { token: string } } }).data.attributes.token
  }
  const owner = await signUp(page, url)
  const folder = await putFolder(page, url, 'For everybody')
  await putFolder(page, url, 'Below', folder)
  await putFile(page, url, 'inside.txt', text('inside'), { parent_id: folder })
  const tokens = {
    folder: await made(folder, null),
    empty: await made(await putFolder(page, url, 'Nothing in it'), null),
    editable: await made(await putFolder(page, url, 'Everybody adds'), null, 'editor'),
    file: await made(await putFile(page, url, 'one.txt', text('one')), null),
    locked: await made(await putFile(page, url, 'two.txt', text('two')), 'a secret'),
    expired: await made(await putFile(page, url, 'three.txt', text('three')), null),
    revoked: await made(await putFile(page, url, 'four.txt', text('four')), null),
  }
  sql(holdall, 'update shares set expires_at = 1000 where token = ?', tokens.expired)
  await page.request.delete(`${url}/api/share/revoke`, { data: { tokens: [tokens.revoked] } })
  await scanLoading('shared items', `${url}/platform/my-shared-items`, /\/api\/browse\/share/)
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
  // On a phone the alert goes back in the history when it closes, which may come after the first attempt.
  await expect(async () => {
    await open(tokens.folder)
    await expect(row(page, 'inside.txt')).toBeVisible({ timeout: 3000 })
  }).toPass()
  await scan('link to a folder')
  await row(page, 'inside.txt').click({ button: 'right' })
  await menuIsOpen(page)
  await scan('link to a folder, row menu')
  await close(page)
  await list(page).focus()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Sort by/ }).click()
  await page.getByRole('menuitemradio', { name: 'Grid' }).click()
  await expect(page.getByRole('gridcell').first()).toBeVisible()
  await expect(page.getByRole('menu')).toHaveCount(0)
  await scan('link to a folder, grid')
  await page.goto(`${url}/share/${tokens.folder}/files?search=i`)
  await expect(page.getByRole('gridcell').first()).toBeVisible()
  await scan('link to a folder, search')
  await page.goto(`${url}/share/${tokens.folder}/files?search=nowhere`)
  await heading(page, 'No results for “nowhere”')
  await scan('link to a folder, nothing found')
  await open(tokens.empty)
  await heading(page, 'This folder is empty')
  await scan('link to an empty folder')
  await open(tokens.editable)
  await heading(page, 'Drop files here')
  await scan('link to an empty folder that allows editing')
  await page.getByRole('button', { name: 'New folder' }).click()
  await page.getByRole('dialog').getByRole('textbox').fill('Added')
  await scan('link that allows editing, new folder')
  await page.keyboard.press('Enter')
  await expect(row(page, 'Added')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Create' }).click()
  await menuIsOpen(page)
  await scan('link that allows editing, create menu')
  await close(page)
  await open(tokens.file)
  await expect(page.getByRole('link', { name: 'Download' })).toBeVisible()
  await scan('link to a file')
  await open(tokens.locked)
  await heading(page, 'Enter the password')
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await scan('link with a password')
  await page.getByLabel('Password', { exact: true }).fill('a guess')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Wrong password. Try again.')).toBeVisible()
  await scan('link with a password, refused')
  await open(tokens.expired)
  await heading(page, 'This link has expired')
  await scan('expired link')
  await open(tokens.revoked)
  await heading(page, 'This link was turned off')
  await scan('revoked link')
  await open('nobody-made-this-token')
  await heading(page, 'Page not found')
  await scan('unknown link')
  await page.route('**/api/sharing/*', (route) => refuse(route))
  await open(tokens.file)
  await heading(page, 'Couldn’t open this link')
  await scan('link that failed to load')
  await page.unroute('**/api/sharing/*')
  sql(holdall, 'update users set download_restricted = 1 where email = ?', owner.email)
  await open(tokens.file)
  await heading(page, 'This link isn’t available right now')
  await scan('link of a restricted owner')
}

/** Requests for files: the pages of the owner, then those of somebody without an account. */
export async function uploadRequests({ page, scan, scanLoading }: Inspector, holdall: Holdall): Promise<void> {
  const { url } = holdall
  await signUp(page, url)
  const address = `${url}/platform/upload-requests`
  await page.goto(address)
  await heading(page, 'No upload requests')
  await scan('upload requests, none')
  await page.getByRole('button', { name: 'Request files' }).last().click()
  const popup = page.getByRole('dialog', { name: 'Request files' })
  await popup.getByRole('button', { name: /^Change the folder/ }).click()
  await expect(popup.getByRole('tree')).toBeVisible()
  await popup.getByRole('textbox', { name: 'Folder name (optional)' }).fill('a/b')
  await popup.getByRole('button', { name: 'Create request' }).click()
  await expect(popup.getByText('A name can’t contain “/”.')).toBeVisible()
  await scan('request files, refused')
  await popup.getByRole('textbox', { name: 'Folder name (optional)' }).fill('Lease')
  await popup.getByRole('textbox', { name: 'Message (optional)' }).fill('Please send the signed lease. '.repeat(12))
  await popup.getByRole('button', { name: 'Create request' }).click()
  const created = page.getByRole('dialog', { name: 'Your request is ready' })
  const link = (await created.getByRole('textbox', { name: 'Link', exact: true }).getAttribute('title')) ?? ''
  await scan('request files, made')
  await close(page)
  await expect(page.getByRole('row').filter({ hasText: 'Lease' })).toBeVisible()
  await scan('upload requests')
  await page.getByRole('button', { name: 'Actions for “Lease”' }).click()
  await menuIsOpen(page)
  await scan('upload requests, menu')
  await close(page)
  await scanLoading('upload requests', address, /\/api\/file-request/)
  await page.route('**/api/file-request?**', (route) => refuse(route))
  await page.goto(address)
  await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible()
  await scan('upload requests, failed')
  await page.unroute('**/api/file-request?**')

  await page.context().clearCookies()
  await page.goto(link)
  await expect(page.getByRole('button', { name: 'Choose files' })).toBeVisible()
  await scan('request without uploads')
  await page
    .locator('input[type="file"]')
    .setInputFiles({ name: 'lease.txt', mimeType: 'text/plain', buffer: text('lease') })
  await expect(row(page, 'lease.txt')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Uploads' })).toHaveCount(0)
  await scan('request with uploads')
  await page.getByRole('button', { name: 'I’m done' }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await scan('request, to be finished')
  await page.getByRole('alertdialog').getByRole('button', { name: 'I’m done' }).click()
  await heading(page, 'Thank you')
  await scan('request, finished')
  sql(holdall, "update upload_requests set ended_by = 'unused'")
  await page.goto(link)
  await heading(page, 'This request has expired')
  await scan('request, expired')
  await page.goto(`${url}/request`)
  await heading(page, 'Open the whole link')
  await scan('request without a token')
}
