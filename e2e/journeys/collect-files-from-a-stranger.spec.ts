import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { act, dropPaths, openFiles, putFolder, row, toast } from '../src/files-page.ts'
import { expect, signUp } from '../src/holdall.ts'
import { test } from '../src/links.ts'

let folder = ''
test.beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'holdall-request-'))
  await mkdir(path.join(folder, 'Annexes'))
  await Promise.all(
    ['lease.txt', 'letter.txt', 'Annexes/plan.txt'].map((name) => writeFile(path.join(folder, name), name)),
  )
})
test.afterAll(() => rm(folder, { recursive: true, force: true }))

test('collect files from a stranger: a request by a link, uploads, “I’m done”, and what the owner sees', async ({
  page,
  visitor,
  holdall,
}) => {
  const { url } = holdall
  await signUp(page, url)
  await putFolder(page, url, 'Clients')
  await openFiles(page, url)
  await act(page, 'Clients', 'Request files')
  const popup = page.getByRole('dialog', { name: 'Request files' })
  await popup.getByRole('textbox', { name: 'Folder name (optional)' }).fill('Lease')
  await popup.getByRole('textbox', { name: 'Message (optional)' }).fill('Please send the signed lease.')
  const choose = async (end: string) => {
    await page.getByRole('combobox', { name: 'Request closes' }).click()
    await page.getByRole('option', { name: end }).click()
  }
  await choose('In 30 days')
  await popup.getByRole('textbox', { name: 'Folder name (optional)' }).press('Enter')
  const created = page.getByRole('dialog', { name: 'Your request is ready' })
  const link = (await created.getByRole('textbox', { name: 'Link', exact: true }).getAttribute('title')) ?? ''
  expect(link).toMatch(/\/request\/[\w-]{16,}\/upload$/)
  await created.getByRole('button', { name: 'All requests' }).click()
  const request = page.getByRole('row').filter({ hasText: 'Lease' })
  await expect(request).toContainText('Waiting for files')
  await expect(request).toContainText(/Closes \w+ \d/)

  await visitor.goto(link)
  await expect(visitor.getByRole('heading', { level: 1, name: 'Maya Lindqvist asks you for files' })).toBeVisible()
  await expect(visitor.getByText('Please send the signed lease.')).toBeVisible()
  await expect(visitor.getByText(/^Open until/)).toBeVisible()
  const [chooser] = await Promise.all([
    visitor.waitForEvent('filechooser'),
    visitor.getByRole('button', { name: 'Choose files' }).click(),
  ])
  await chooser.setFiles(['lease.txt', 'letter.txt'].map((name) => path.join(folder, name)))
  await expect(row(visitor, 'lease.txt')).toBeVisible()
  await expect(row(visitor, 'letter.txt')).toBeVisible()
  await dropPaths(visitor, [path.join(folder, 'Annexes')], visitor.getByRole('grid'))
  await expect(row(visitor, 'Annexes')).toBeVisible()
  await visitor.getByRole('button', { name: 'I’m done' }).click()
  const warning = visitor.getByRole('alertdialog', { name: 'Close this request for everyone?' })
  await expect(warning).toContainText('closes the request for everyone with this link')
  await warning.getByRole('button', { name: 'I’m done' }).click()
  await expect(visitor.getByRole('heading', { level: 1, name: 'Thank you' })).toBeVisible()
  await visitor.reload()
  await expect(visitor.getByRole('heading', { level: 1, name: 'This request is complete' })).toBeVisible()

  await page.reload()
  await expect(request).toContainText('Complete')
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('button', { name: /^Notifications/ })
    .click()
  await page.locator('article').filter({ hasText: 'Lease' }).locator('[data-action]').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Lease' })).toBeVisible()
  for (const name of ['lease.txt', 'letter.txt', 'Annexes']) await expect(row(page, name)).toBeVisible()

  await page.goto(`${url}/platform/upload-requests`)
  const actOnRequest = async (action: string) => {
    await page.getByRole('button', { name: 'Actions for “Lease”' }).click()
    await page.getByRole('menuitem', { name: action }).click()
  }
  await actOnRequest('Open again…')
  await choose('No end date')
  await page.getByRole('dialog').getByRole('button', { name: 'Open again' }).click()
  await expect(toast(page, 'The request is open without an end date')).toBeVisible()
  await visitor.reload()
  await expect(visitor.getByRole('button', { name: 'Choose files' })).toBeVisible()
  await expect(visitor.getByText('No end date')).toBeVisible()
  await actOnRequest('Change end date…')
  await choose('In 1 day')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'The request is open until')).toBeVisible()
  await visitor.reload()
  await expect(visitor.getByText(/^Open until/)).toBeVisible()
  await actOnRequest('Close request')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Close request' }).click()
  await expect(request).toContainText('Closed')
  await visitor.reload()
  await expect(visitor.getByRole('heading', { level: 1, name: 'This request is complete' })).toBeVisible()
})
