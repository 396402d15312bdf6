import type { Page } from '@playwright/test'
import { startPostgres } from '../../server/src/testing/postgres-server.ts'
import { openFiles, toast } from '../src/files-page.ts'
import { expect, newPerson, signIn, signUp } from '../src/holdall.ts'
import { test } from '../src/links.ts'
import { startMailServer } from '../src/mail-server.ts'
import { admin, freePort, startHoldall } from '../src/server.ts'
import { isSubscribed } from '../src/subscription.ts'

interface TeamFolder {
  readonly id: string
  readonly relationships: { readonly members: { readonly data: readonly { attributes: { email: string } }[] } }
}

/** Creates a team folder by HTTP, and invites one person to it. Returns its id. */
async function inviteTo(owner: Page, url: string, name: string, email: string): Promise<string> {
  const answer = await owner.request.post(`${url}/api/teams/folders`, {
    data: { name, invitations: [{ email, permission: 'can_edit', type: 'invitation' }] },
  })
  expect(answer.status()).toBe(201)
  return ((await answer.json()) as { data: TeamFolder }).data.id
}
/** The addresses of those who are in a team folder. */
async function membersOf(owner: Page, url: string, id: string): Promise<string[]> {
  const answer = await owner.request.get(`${url}/api/teams/folders/${id}`)
  const { meta } = (await answer.json()) as { meta: { teamFolder: { data: TeamFolder } } }
  return meta.teamFolder.data.relationships.members.data.map(({ attributes }) => attributes.email)
}

test(
  'an invitation is accepted from the notification, and one that is withdrawn loses its buttons at once',
  { tag: '@full' },
  async ({ page: owner, visitor: member, holdall }) => {
    const { url } = holdall
    const own = await signUp(owner, url, newPerson('Ann Berg'))
    const person = await signUp(member, url)
    const subscribed = isSubscribed(member)
    await openFiles(member, url)
    const spring = await inviteTo(owner, url, 'Spring', person.email)
    const autumn = await inviteTo(owner, url, 'Autumn', person.email)
    await member
      .getByRole('navigation', { name: 'Main' })
      .getByRole('button', { name: /^Notifications/ })
      .click()
    const centre = member.getByRole('dialog', { name: 'Notifications' })
    const invitationTo = (name: string) =>
      centre.getByRole('article').filter({ hasText: `Ann Berg invited you to “${name}”` })
    await invitationTo('Spring').getByRole('button', { name: 'Accept' }).click()
    await expect(toast(member, 'You joined “Spring”')).toBeVisible()
    await expect(invitationTo('Spring').getByRole('button', { name: 'Accept' })).toHaveCount(0)
    expect(await membersOf(owner, url, spring)).toEqual([own.email, person.email])

    await expect(invitationTo('Autumn').getByRole('button', { name: 'Accept' })).toBeVisible()
    await subscribed
    await owner.request.patch(`${url}/api/teams/folders/${autumn}`, { data: { invitations: [] } })
    await expect(invitationTo('Autumn').getByRole('button', { name: 'Accept' })).toHaveCount(0)
    expect(await membersOf(owner, url, autumn)).toEqual([own.email])
  },
)

test('an invitation by mail: sign-up by its link makes a member of the invited address', async ({
  page,
  visitor: owner,
  engine,
}) => {
  const postgres = engine === 'postgres' ? await startPostgres() : null
  const mail = await startMailServer()
  const port = String(await freePort())
  const url = `http://127.0.0.1:${port}`
  const holdall = await startHoldall({
    env: {
      HOLDALL_PORT: port,
      HOLDALL_PUBLIC_URL: url,
      HOLDALL_SMTP_URL: mail.url,
      // The sign-up does one first, which takes a browser a second.
      HOLDALL_PROOF_OF_WORK: 'true',
      ...(postgres && { HOLDALL_DATABASE_URL: postgres.url }),
    },
  })
  try {
    await signIn(owner, url, admin)
    const person = newPerson()
    const folder = await inviteTo(owner, url, 'Spring', person.email)
    const link = new URL(await mail.linkTo(person.email))
    expect(link.searchParams.get('secret')).toMatch(/^[\w-]{16,}/)

    // The id alone shows nothing.
    await page.goto(link.origin + link.pathname)
    await expect(page.getByRole('heading', { name: 'This invitation can’t be shown' })).toBeVisible()
    await page.goto(link.href)
    await expect(page.getByRole('heading', { name: /invited you to “Spring”$/ })).toBeVisible()
    await expect(page).toHaveURL(link.origin + link.pathname)
    expect(await page.evaluate(() => document.referrer)).not.toContain('secret')
    await page.reload()
    await expect(page.getByLabel('E-mail')).toHaveValue(person.email)
    await page.getByLabel('Full name').fill(person.name)
    await page.getByLabel('Password', { exact: true }).fill(person.password)
    const challenge = page.waitForResponse('**/api/challenge?**')
    await page.getByRole('button', { name: 'Create account and join' }).click()
    expect((await challenge).ok()).toBe(true)
    await expect.poll(() => membersOf(owner, url, folder)).toContain(person.email)
    await expect(page).not.toHaveURL(/invitation/)
    await page.goto(link.href)
    await expect(page.getByRole('heading', { name: 'You joined “Spring”' })).toBeVisible()
  } finally {
    await holdall.stop()
    await mail.stop()
    await postgres?.stop()
  }
})
