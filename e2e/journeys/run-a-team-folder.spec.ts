import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { act, dropPaths, holdToast, list, openFiles, putFolder, row, toast } from '../src/files-page.ts'
import { expect, newPerson, putFile, signUp } from '../src/holdall.ts'
import { test } from '../src/links.ts'

let folder = ''
test.beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'holdall-team-'))
  await writeFile(path.join(folder, 'brief.txt'), 'brief')
})
test.afterAll(() => rm(folder, { recursive: true, force: true }))

test('run a team folder: made with an invitation, used by two, permissions reduced, a member removed, dissolved', async ({
  page: owner,
  visitor: member,
  holdall,
}) => {
  const { url } = holdall
  await signUp(owner, url, newPerson('Ann Berg'))
  const person = await signUp(member, url)
  await openFiles(member, url)

  await openFiles(owner, url, '/platform/team-folders')
  await owner.getByRole('main').getByRole('button', { name: 'New team folder' }).last().click()
  const popup = owner.getByRole('dialog', { name: 'New team folder' })
  await popup.getByRole('textbox', { name: 'Name', exact: true }).fill('Northwind')
  await popup.getByRole('combobox', { name: 'Permission of the people you add' }).click()
  await owner.getByRole('option', { name: 'Can edit' }).click()
  await popup.getByRole('textbox', { name: 'Invite people' }).fill(person.email)
  await popup.getByRole('button', { name: 'Create team folder' }).click()
  await toast(owner, 'Team folder “Northwind” created').getByRole('button', { name: 'Open' }).click()
  await expect(owner.getByRole('heading', { level: 1, name: 'Northwind' })).toBeVisible()
  const id = new URL(owner.url()).pathname.split('/').at(-1) ?? ''
  await putFile(owner, url, 'plan.txt', Buffer.from('plan'), { parent_id: id })

  await member
    .getByRole('navigation', { name: 'Main' })
    .getByRole('button', { name: /^Notifications/ })
    .click()
  await member.getByRole('article').filter({ hasText: 'Northwind' }).getByRole('button', { name: 'Accept' }).click()
  await expect(toast(member, 'You joined “Northwind”')).toBeVisible()
  await openFiles(member, url, '/platform/shared-with-me')
  await row(member, 'Northwind').dblclick()
  await expect(row(member, 'plan.txt')).toBeVisible()

  // What one does shows in the open list of the other.
  await expect(owner.getByRole('button', { name: '2 members' })).toBeVisible()
  await dropPaths(member, [path.join(folder, 'brief.txt')], list(member))
  await expect(row(member, 'brief.txt')).toBeVisible()
  await expect(row(owner, 'brief.txt')).toBeVisible()
  await act(member, 'brief.txt', 'Rename')
  await member.keyboard.press('ControlOrMeta+A')
  await member.keyboard.type('brief 2.txt')
  await member.keyboard.press('Enter')
  await expect(row(owner, 'brief 2.txt')).toBeVisible()
  await act(member, 'plan.txt', 'Delete')
  await holdToast(toast(member, 'plan.txt'))
  await expect(row(owner, 'plan.txt')).toHaveCount(0)
  await toast(member, 'plan.txt').getByRole('button', { name: 'Undo' }).click()
  await expect(row(owner, 'plan.txt')).toBeVisible()

  const edit = async () => {
    await owner.getByRole('button', { name: '2 members' }).click()
    await owner.getByRole('menuitem', { name: 'Edit team folder…' }).click()
    return owner.getByRole('dialog', { name: /Northwind/ })
  }
  const permissions = await edit()
  await permissions.getByRole('button', { name: /Permission of .*Maya Lindqvist/ }).click()
  await owner.getByRole('menuitemradio', { name: /^Can view/ }).click()
  await permissions.getByRole('button', { name: 'Save' }).click()
  await expect(toast(owner, 'Team folder updated')).toBeVisible()
  await expect(member.getByRole('main').getByRole('button', { name: 'Create' })).toHaveCount(0)
  await row(member, 'plan.txt').click({ button: 'right' })
  await expect(member.getByRole('menuitem', { name: 'Download' })).toBeVisible()
  await expect(member.getByRole('menuitem', { name: 'Delete' })).toHaveCount(0)
  await member.keyboard.press('Escape')

  const removal = await edit()
  await removal.getByRole('button', { name: /^Remove .*Maya Lindqvist/ }).click()
  await removal.getByRole('button', { name: 'Save' }).click()
  await expect(member.getByRole('heading', { name: 'Nothing shared with you yet' })).toBeVisible()
  expect((await member.request.get(`${url}/api/teams/shared-with-me/${id}`)).status()).toBe(404)

  await owner.getByRole('button', { name: '1 member' }).click()
  await owner.getByRole('menuitem', { name: 'Dissolve team folder…' }).click()
  await owner.getByRole('alertdialog').getByRole('button', { name: 'Dissolve team folder' }).click()
  await expect(toast(owner, '“Northwind” moved to Files')).toBeVisible()
  await expect(owner).toHaveURL(new RegExp(`/platform/files/${id}$`))
  for (const name of ['brief 2.txt', 'plan.txt']) await expect(row(owner, name)).toBeVisible()
})

test(
  'a folder becomes a team folder with its links, and a member who leaves no longer sees it',
  { tag: '@full' },
  async ({ page: owner, visitor: member, holdall }) => {
    const { url } = holdall
    await signUp(owner, url, newPerson('Ann Berg'))
    const person = await signUp(member, url)
    const id = await putFolder(owner, url, 'Press kit')
    await putFile(owner, url, 'logo.txt', Buffer.from('logo'), { parent_id: id })
    await openFiles(owner, url)
    await act(owner, 'Press kit', 'Convert to team folder…')
    const popup = owner.getByRole('dialog', { name: 'Convert “Press kit” to a team folder' })
    await popup.getByRole('textbox', { name: 'Invite people' }).fill(person.email)
    await popup.getByRole('button', { name: 'Convert' }).click()
    await expect(toast(owner, '“Press kit” is a team folder now')).toBeVisible()
    await expect(row(owner, 'Press kit')).toHaveCount(0)

    await openFiles(member, url, '/platform/shared-with-me')
    await member.getByRole('region', { name: 'Invitations' }).getByRole('button', { name: 'Accept' }).click()
    await row(member, 'Press kit').dblclick()
    await expect(row(member, 'logo.txt')).toBeVisible()
    await member.getByRole('button', { name: '2 members' }).click()
    await member.getByRole('menuitem', { name: 'Leave team folder…' }).click()
    await member.getByRole('alertdialog').getByRole('button', { name: 'Leave team folder' }).click()
    await expect(toast(member, 'You left “Press kit”')).toBeVisible()
    await expect(member.getByRole('heading', { name: 'Nothing shared with you yet' })).toBeVisible()
  },
)
