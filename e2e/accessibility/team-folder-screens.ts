import { type Page, request } from '@playwright/test'
import { putFolder, row, waitForList } from '../src/files-page.ts'
import { expect, newPerson, putFile, signUp } from '../src/holdall.ts'
import type { Holdall } from '../src/server.ts'
import { closeAlert, close, heading, type Inspector, menuIsOpen } from './inspector.ts'

interface Created {
  readonly data: {
    readonly id: string
    readonly relationships: { readonly invitations: { readonly data: readonly { readonly id: string }[] } }
  }
}

async function putTeamFolder(by: Page['request'], url: string, name: string, email: string): Promise<Created['data']> {
  const invitations = [{ email, permission: 'can_view' }]
  const answer = await by.post(`${url}/api/teams/folders`, { data: { name, invitations } })
  expect(answer.status()).toBe(201)
  return ((await answer.json()) as Created).data
}

/** The pages of team folders: without any, of an owner, and of somebody who can view. */
export async function teamFolders({ page, visit, scan, scanLoading }: Inspector, { url }: Holdall): Promise<void> {
  const person = await signUp(page, url)
  await page.goto(`${url}/platform/team-folders`)
  await heading(page, 'No team folders yet')
  await scan('team folders, none')
  await visit('/platform/shared-with-me')
  await heading(page, 'Nothing shared with you yet')
  await scan('shared with me, none')

  const { id } = await putTeamFolder(page.request, url, 'Northwind', 'eli@holdall.test')
  await putFolder(page, url, 'Contracts', id)
  await putFile(page, url, 'brief.txt', Buffer.from('brief'), { parent_id: id })
  await scanLoading('team folders', `${url}/platform/team-folders`, /\/api\/teams\/folders\/all/, { isFolder: true })
  await expect(row(page, 'Northwind')).toBeVisible()
  await scan('team folders')
  await row(page, 'Northwind').click({ button: 'right' })
  await menuIsOpen(page)
  await scan('team folders, row menu')
  await close(page)
  await visit(`/platform/team-folders/${id}`)
  await expect(row(page, 'brief.txt')).toBeVisible()
  await page.getByRole('button', { name: '1 member' }).click()
  await menuIsOpen(page)
  await scan('team folder, its members')
  await page.getByRole('menuitem', { name: 'Edit team folder…' }).click()
  await expect(page.getByRole('dialog').getByText('eli@holdall.test')).toBeVisible()
  await scan('popup, edit team folder')
  await close(page)
  await page.getByRole('button', { name: '1 member' }).click()
  await page.getByRole('menuitem', { name: 'Dissolve team folder…' }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await scan('confirmation, dissolve team folder')
  await close(page)

  const other = await request.newContext()
  const { name, email, password } = newPerson('Tomás Herrera')
  await other.post(`${url}/api/register`, { data: { name, email, password, password_confirmation: password } })
  const shared = await putTeamFolder(other, url, 'Press kit', person.email)
  await other.dispose()
  await visit('/platform/shared-with-me')
  await expect(page.getByRole('region', { name: 'Invitations' })).toBeVisible()
  await scan('shared with me, an invitation')
  const [invitation] = shared.relationships.invitations.data
  expect((await page.request.put(`${url}/api/teams/invitations/${invitation?.id ?? ''}`, { data: {} })).ok()).toBe(true)
  await visit('/platform/shared-with-me')
  await expect(row(page, 'Press kit')).toBeVisible()
  await scan('shared with me')
  await row(page, 'Press kit').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Details' }).click()
  await expect(page.getByRole('heading', { name: '2 members' })).toBeVisible()
  await page.waitForFunction(() => document.getAnimations().length === 0)
  await scan('shared with me, details')
  await page.getByRole('button', { name: 'Close details' }).click()
  await visit(`/platform/shared-with-me/${shared.id}`)
  await heading(page, 'Press kit')
  await waitForList(page)
  await scan('shared with me, an empty folder')
  await page.getByRole('button', { name: '2 members' }).click()
  await page.getByRole('menuitem', { name: 'Leave team folder…' }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await scan('confirmation, leave team folder')
  await close(page)
  await visit('/platform/shared-with-me/00000000-0000-7000-8000-000000000000')
  await closeAlert(page)
  await heading(page, 'Folder not found')
  await scan('shared with me, folder gone')
}
