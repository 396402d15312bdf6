import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { act, downloaded, holdToast, openFiles, putFolder, row, toast } from '../src/files-page.ts'
import { expect, putFile, signUp } from '../src/holdall.ts'
import { share, test } from '../src/links.ts'
import { png } from '../src/sample-files.ts'

const text = (content: string) => Buffer.from(content)

const heading = (page: Page, name: string) => page.getByRole('heading', { name })

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
  await holdToast(toast(page, '“Away” moved to trash'))
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
