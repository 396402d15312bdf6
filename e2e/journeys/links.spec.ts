import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { sql } from '../src/database.ts'
import { act, downloaded, openFiles, putFolder, row, sha256, sha256OfFile, toast } from '../src/files-page.ts'
import { expect, putFile, signUp } from '../src/holdall.ts'
import { share, test } from '../src/links.ts'
import { png } from '../src/sample-files.ts'

const text = (content: string) => Buffer.from(content)

const heading = (page: Page, name: string) => page.getByRole('heading', { name })

test('a link to one file gives access to that file only', { tag: '@full' }, async ({ page, visitor, holdall }) => {
  const bytes = text('forty-two\n'.repeat(5000))
  await signUp(page, holdall.url)
  const secret = await putFile(page, holdall.url, 'secret.txt', text('not for you'))
  const id = await putFile(page, holdall.url, 'answer "42".txt', bytes)
  const token = await share(page, holdall.url, id)
  await visitor.goto(`${holdall.url}/share/${token}`)
  await expect(visitor.getByRole('heading', { name: 'answer "42".txt' })).toBeVisible()
  expect(new URL(visitor.url()).pathname).toBe(`/share/${token}/file`)
  const file = await downloaded(visitor, () => visitor.getByRole('link', { name: 'Download' }).click())
  expect(file.suggestedFilename()).toMatch(/^answer .42.\.txt$/)
  expect(await sha256OfFile(await file.path())).toBe(sha256(bytes))
  const address = file.url()
  for (const [url, status] of [
    [`${holdall.url}/api/sharing/folders/all/${token}`, 404],
    [`${holdall.url}/api/sharing/folders/${secret}/${token}`, 404],
    [`${holdall.url}/file/${secret}`, 422],
    // The signature is valid for the file of the link only.
    [address.replace(id, secret), 404],
  ] as const)
    expect((await visitor.request.get(url)).status(), url).toBe(status)
  expect((await visitor.request.get(address)).status()).toBe(200)
})

test('an expired link says so and gives access to nothing', { tag: '@full' }, async ({ page, visitor, holdall }) => {
  await signUp(page, holdall.url)
  const token = await share(page, holdall.url, await putFile(page, holdall.url, 'soon gone.txt', text('gone')))
  await visitor.goto(`${holdall.url}/share/${token}`)
  const address = (await visitor.getByRole('link', { name: 'Download' }).getAttribute('href')) ?? ''
  sql(holdall, 'update shares set expires_at = ? where token = ?', Date.now() - 1000, token)
  expect((await visitor.request.get(new URL(address, holdall.url).href)).status()).toBe(410)
  await visitor.reload()
  await expect(heading(visitor, 'This link has expired')).toBeVisible()
  await expect(visitor.locator('body')).not.toContainText('soon gone')
})

test(
  'revoking a link closes it for visitors who have it open',
  { tag: '@full' },
  async ({ page, visitor, holdall }) => {
    await signUp(page, holdall.url)
    const folder = await putFolder(page, holdall.url, 'Shared')
    await putFolder(page, holdall.url, 'Inner', folder)
    await putFile(page, holdall.url, 'in it.txt', text('in it'), { parent_id: folder })
    const token = await share(page, holdall.url, folder)
    await visitor.goto(`${holdall.url}/share/${token}`)
    await expect(row(visitor, 'in it.txt')).toBeVisible()
    await row(visitor, 'in it.txt').dblclick()
    const layer = visitor.getByRole('dialog', { name: 'in it.txt' })
    const file = await downloaded(visitor, () => layer.getByRole('button', { name: 'Download' }).click())
    await visitor.keyboard.press('Escape')
    await expect(layer).toBeHidden()
    const address = file.url()

    await openFiles(page, holdall.url)
    await act(page, 'Shared', 'Edit link…')
    await page.getByRole('dialog', { name: 'Share “Shared”' }).getByRole('button', { name: 'Stop sharing' }).click()
    await page
      .getByRole('alertdialog', { name: 'Stop sharing “Shared”?' })
      .getByRole('button', { name: 'Stop sharing' })
      .click()
    await expect(toast(page, 'Sharing stopped')).toBeVisible()
    await expect(row(page, 'Shared')).toContainText('Only you')

    expect((await visitor.request.get(address)).status()).toBe(410)
    await row(visitor, 'Inner').dblclick()
    await expect(heading(visitor, 'This link was turned off')).toBeVisible()
    await visitor.goto(`${holdall.url}/share/${token}`)
    await expect(heading(visitor, 'This link was turned off')).toBeVisible()
    await expect(visitor.locator('body')).not.toContainText('in it.txt')
  },
)

test(
  'a new password is required where the link is already open',
  { tag: '@full' },
  async ({ page, visitor, holdall }) => {
    await signUp(page, holdall.url)
    const folder = await putFolder(page, holdall.url, 'Guarded')
    await putFolder(page, holdall.url, 'Inner', folder)
    const token = await share(page, holdall.url, folder, 'first')
    const unlock = async (password: string) => {
      await expect(heading(visitor, 'Enter the password')).toBeVisible()
      await visitor.getByLabel('Password', { exact: true }).fill(password)
      await visitor.keyboard.press('Enter')
    }
    await visitor.goto(`${holdall.url}/share/${token}`)
    await unlock('first')
    await expect(row(visitor, 'Inner')).toBeVisible()

    await openFiles(page, holdall.url)
    await act(page, 'Guarded', 'Edit link…')
    const popup = page.getByRole('dialog', { name: 'Share “Guarded”' })
    await popup.getByRole('textbox', { name: 'Password' }).fill('second')
    await popup.getByRole('button', { name: 'Save' }).click()
    await expect(toast(page, 'Link updated')).toBeVisible()

    await row(visitor, 'Inner').dblclick()
    await unlock('first')
    await expect(visitor.getByText('Wrong password. Try again.')).toBeVisible()
    await unlock('second')
    await expect(heading(visitor, 'Inner')).toBeVisible()
    await visitor.reload()
    await expect(heading(visitor, 'Inner')).toBeVisible()
  },
)

test('the trash suspends a link, restoring reactivates it', { tag: '@full' }, async ({ page, visitor, holdall }) => {
  await signUp(page, holdall.url)
  const token = await share(page, holdall.url, await putFolder(page, holdall.url, 'Away'))
  await openFiles(page, holdall.url)
  await row(page, 'Away').click()
  await page.keyboard.press('Delete')
  await expect(toast(page, '“Away” moved to trash')).toBeVisible()
  await visitor.goto(`${holdall.url}/share/${token}`)
  await expect(heading(visitor, 'Page not found')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row(page, 'Away')).toContainText('Link')
  await visitor.goto(`${holdall.url}/share/${token}`)
  await expect(visitor.getByText('Away', { exact: true }).first()).toBeVisible()
  await expect(heading(visitor, 'This folder is empty')).toBeVisible()
})

test('a visitor searches a folder, shows a result in its folder, and downloads everything as one zip', async ({
  page,
  visitor,
  holdall,
}) => {
  const { url } = holdall
  await signUp(page, url)
  const above = await putFolder(page, url, 'Private report')
  const folder = await putFolder(page, url, 'Reports', above)
  const inner = await putFolder(page, url, '2026', folder)
  await putFile(page, url, 'report march.txt', text('march'), { parent_id: inner })
  await putFile(page, url, 'notes.txt', text('notes'), { parent_id: folder })
  const token = await share(page, url, folder)
  await visitor.goto(`${url}/share/${token}`)
  await expect(row(visitor, 'notes.txt')).toBeVisible()
  const field = visitor.getByRole('searchbox', { name: 'Search files' })
  await field.fill('report')
  await expect(heading(visitor, 'Results for “report”')).toBeVisible()
  await expect(row(visitor, 'report march.txt')).toContainText('2026')
  await expect(visitor.locator('body')).not.toContainText('Private')
  await visitor.goBack()
  await expect(row(visitor, 'notes.txt')).toBeVisible()
  await expect(field).toHaveValue('')
  await visitor.goForward()
  await row(visitor, 'report march.txt').click({ button: 'right' })
  await visitor.getByRole('menuitem', { name: 'Show in folder' }).click()
  await expect(heading(visitor, '2026')).toBeVisible()
  await expect(row(visitor, 'report march.txt')).toHaveAttribute('aria-selected', 'true')
  await visitor.keyboard.press('Escape')
  const zip = await downloaded(visitor, () => visitor.getByRole('button', { name: 'Download all' }).click())
  expect(zip.suggestedFilename()).toBe('Reports.zip')
})

test('the copied embed code shows a picture in a page of another site, until the link has a password', async ({
  page,
  visitor,
  holdall,
}) => {
  const { url } = holdall
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await signUp(page, url)
  const token = await share(page, url, await putFile(page, url, 'dot.png', png))
  await openFiles(page, url, '/platform/my-shared-items')
  await act(page, 'dot.png', 'Copy embed code')
  await expect(toast(page, 'Embed code copied')).toBeVisible()
  const code = await page.evaluate(() => navigator.clipboard.readText())
  const other = createServer((_request, response) => response.setHeader('content-type', 'text/html').end(code))
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  await visitor.goto(`http://127.0.0.1:${String((other.address() as AddressInfo).port)}/`)
  const picture = visitor.frameLocator('iframe').getByRole('img', { name: 'dot.png' })
  await expect(picture).toBeVisible()
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await page.request.patch(`${url}/api/share/${token}`, { data: { protected: true, password: 'secret' } })
  await visitor.reload()
  await expect(visitor.frameLocator('iframe').getByRole('heading')).toHaveText('This file can’t be shown here')
  other.close()
  other.closeAllConnections()
})
