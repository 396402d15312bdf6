import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import {
  act,
  downloaded,
  dropPaths,
  linkOf,
  list,
  openFiles,
  putFolder,
  row,
  sha256,
  sha256OfFile,
  toast,
  waitForList,
} from '../src/files-page.ts'
import { expect, putFile, signUp } from '../src/holdall.ts'
import { test } from '../src/links.ts'

let folder = ''
const brief = Buffer.from('what the client wants\n'.repeat(400))
test.beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'holdall-client-'))
  await writeFile(path.join(folder, 'brief.txt'), brief)
  await writeFile(path.join(folder, 'dropped.txt'), 'dropped')
})
test.afterAll(() => rm(folder, { recursive: true, force: true }))

test('share with a client: a visitor adds, renames, moves and deletes, and the owner has the last word', async ({
  page,
  visitor,
  holdall,
}) => {
  await signUp(page, holdall.url)
  const shared = await putFolder(page, holdall.url, 'Client')
  await putFile(page, holdall.url, 'offer.txt', Buffer.from('offer'), { parent_id: shared })
  await putFile(page, holdall.url, 'private.txt', Buffer.from('private'))
  await openFiles(page, holdall.url)
  await act(page, 'Client', 'Share…')
  const popup = page.getByRole('dialog', { name: 'Share “Client”' })
  await popup.getByText('Can edit').click()
  await expect(popup.getByText('What they delete goes to your trash.')).toBeVisible()
  await popup.getByRole('button', { name: 'Create link' }).click()
  const link = await linkOf(page)
  await popup.getByRole('button', { name: 'Done' }).click()

  await visitor.goto(link)
  await expect(row(visitor, 'offer.txt')).toBeVisible()
  const create = async (action: string) => {
    await visitor.getByRole('button', { name: 'Create' }).click()
    await visitor.getByRole('menuitem', { name: action }).click()
  }
  const [chooser] = await Promise.all([visitor.waitForEvent('filechooser'), create('Upload files')])
  await chooser.setFiles(path.join(folder, 'brief.txt'))
  await expect(row(visitor, 'brief.txt')).toBeVisible()
  await dropPaths(visitor, [path.join(folder, 'dropped.txt')], list(visitor))
  await expect(row(visitor, 'dropped.txt')).toBeVisible()

  // Its name is taken now.
  await dropPaths(visitor, [path.join(folder, 'dropped.txt')], list(visitor))
  await visitor
    .getByRole('dialog', { name: '“dropped.txt” already exists' })
    .getByRole('button', { name: 'Skip' })
    .click()
  await expect(toast(visitor, '1 item skipped')).toBeVisible()

  await create('New folder')
  const naming = visitor.getByRole('dialog', { name: 'New folder' })
  await naming.getByRole('textbox').fill('Drafts')
  await visitor.keyboard.press('Enter')
  await expect(row(visitor, 'Drafts')).toBeVisible()
  await act(visitor, 'brief.txt', 'Rename')
  await visitor.keyboard.press('ControlOrMeta+A')
  await visitor.keyboard.type('brief 2.txt')
  await visitor.keyboard.press('Enter')
  await expect(row(visitor, 'brief 2.txt')).toBeVisible()
  await act(visitor, 'dropped.txt', 'Move')
  const moving = visitor.getByRole('dialog')
  await moving.getByRole('treeitem', { name: 'Drafts' }).click()
  await moving.getByRole('button', { name: 'Move here' }).click()
  await expect(row(visitor, 'dropped.txt')).toBeHidden()
  await row(visitor, 'offer.txt').click()
  await visitor.keyboard.press('Delete')
  await expect(toast(visitor, 'The owner can restore it')).toBeVisible()
  await expect(row(visitor, 'offer.txt')).toBeHidden()

  await openFiles(page, holdall.url, `/platform/files/${shared}`)
  await expect(row(page, 'Drafts')).toBeVisible()
  const file = await downloaded(page, () => act(page, 'brief 2.txt', 'Download'))
  expect(await sha256OfFile(await file.path())).toBe(sha256(brief))
  await expect(row(page, 'offer.txt')).toBeHidden()
  await openFiles(page, holdall.url, '/platform/trash')
  await act(page, 'offer.txt', 'Restore')
  await expect(row(page, 'offer.txt')).toBeHidden()
  await openFiles(page, holdall.url, `/platform/files/${shared}`)
  await expect(row(page, 'offer.txt')).toBeVisible()
  await visitor.reload()
  await waitForList(visitor)
  await expect(row(visitor, 'offer.txt')).toBeVisible()

  await openFiles(page, holdall.url)
  await act(page, 'Client', 'Edit link…')
  await page.getByRole('dialog', { name: 'Share “Client”' }).getByRole('button', { name: 'Stop sharing' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stop sharing' }).click()
  await expect(toast(page, 'Sharing stopped')).toBeVisible()
  await row(visitor, 'offer.txt').click()
  await visitor.keyboard.press('Delete')
  await expect(visitor.getByRole('heading', { name: 'This link was turned off' })).toBeVisible()
  await openFiles(page, holdall.url, `/platform/files/${shared}`)
  await expect(row(page, 'offer.txt')).toBeVisible()
})
