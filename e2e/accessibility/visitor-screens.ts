import { sql } from '../src/database.ts'
import { card, list, putFolder, row, waitForList } from '../src/files-page.ts'
import { expect, newPerson, putFile, signIn, signUp } from '../src/holdall.ts'
import type { Holdall } from '../src/server.ts'
import { close, heading, held, type Inspector, openRecovery, menuIsOpen, refuse, visitAnother } from './inspector.ts'

const text = (content: string) => Buffer.from(content)

export async function beforeSignIn(inspect: Inspector, { url }: Holdall): Promise<void> {
  const { page, visit, scan } = inspect
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
  await visit('/sign-up')
  await heading(page, 'Create your account')
  await scan('sign-up')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByText('Enter your name')).toBeVisible()
  await scan('sign-up, refused')
  await openRecovery(page)
  for (const path of [
    'successfully-send',
    'successfully-verified',
    'forgotten-password',
    'create-new-password#email=mara%40example.com&token=x',
    'temporary-unavailable',
  ] as const) {
    await visitAnother(inspect, `/${path}`)
    await scan(path)
  }
  await visit('/no/such/page')
  await heading(page, 'Page not found')
  await scan('not found')
}

export async function links({ page, visit, scan, scanLoading }: Inspector, holdall: Holdall): Promise<void> {
  const { url } = holdall
  const made = async (id: string, password: string | null, rules: Readonly<Record<string, unknown>> = {}) => {
    const answer = await page.request.post(`${url}/api/share`, {
      data: { id, isPassword: password !== null, password, ...rules },
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
    editable: await made(await putFolder(page, url, 'Everybody adds'), null, { permission: 'editor' }),
    file: await made(await putFile(page, url, 'one.txt', text('one')), null),
    locked: await made(await putFile(page, url, 'two.txt', text('two')), 'a secret'),
    expired: await made(await putFile(page, url, 'three.txt', text('three')), null),
    seen: await made(folder, null, { can_download: false }),
    seenFile: await made(await putFile(page, url, 'five.txt', text('five')), null, { can_download: false }),
    usedUp: await made(await putFile(page, url, 'six.txt', text('six')), null, { download_limit: 1 }),
    revoked: await made(await putFile(page, url, 'four.txt', text('four')), null),
  }
  sql(holdall, 'update shares set expires_at = 1000 where token = ?', tokens.expired)
  sql(holdall, 'update shares set downloads = 1 where token = ?', tokens.usedUp)
  await page.request.delete(`${url}/api/share/revoke`, { data: { tokens: [tokens.revoked] } })
  await scanLoading('shared items', `${url}/platform/my-shared-items`, /\/api\/browse\/share/, { isFolder: true })
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
    await expect(row(page, 'inside.txt')).toBeVisible({ timeout: 10_000 })
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
  await visit(`/share/${tokens.folder}/files?search=i`)
  await expect(card(page, 'Below')).toHaveCount(0)
  await expect(page.getByRole('gridcell').first()).toBeVisible()
  await scan('link to a folder, search')
  await visit(`/share/${tokens.folder}/files?search=nowhere`)
  await heading(page, 'No results for “nowhere”')
  await scan('link to a folder, nothing found')
  await visit(`/share/${tokens.empty}`)
  await heading(page, 'This folder is empty')
  await scan('link to an empty folder')
  await visit(`/share/${tokens.editable}`)
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
  await visit(`/share/${tokens.file}`)
  await expect(page.getByText('one.txt').first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'Download' })).toBeVisible()
  await scan('link to a file')
  await visit(`/share/${tokens.seen}`)
  await expect(page.getByText('Downloads are turned off')).toBeVisible()
  await expect(page.getByRole('gridcell').first()).toBeVisible()
  await scan('link without downloads')
  await page.getByText('inside.txt').first().dblclick()
  await expect(page.getByText('No preview for this file')).toBeVisible()
  await scan('link without downloads, file without a picture')
  await close(page)
  await visit(`/share/${tokens.seenFile}`)
  await expect(page.getByText(/Only people the file is shared with in another way/)).toBeVisible()
  await scan('link without downloads to a file')
  await visit(`/share/${tokens.usedUp}`)
  await heading(page, 'This link has reached its download limit')
  await scan('link without downloads left')
  await visit(`/share/${tokens.locked}`)
  await heading(page, 'Enter the password')
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await scan('link with a password')
  await page.getByLabel('Password', { exact: true }).fill('a guess')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Wrong password. Try again.')).toBeVisible()
  await scan('link with a password, refused')
  await visit(`/share/${tokens.expired}`)
  await heading(page, 'This link has expired')
  await scan('expired link')
  await visit(`/share/${tokens.revoked}`)
  await heading(page, 'This link was turned off')
  await scan('revoked link')
  await visit('/share/nobody-made-this-token')
  await heading(page, 'Page not found')
  await scan('unknown link')
  const fail = await held(page, '**/api/sharing/*')
  await open(tokens.file)
  await expect(page.getByRole('status').filter({ hasText: 'Opening the link…' })).toBeAttached()
  await scan('link, loading')
  fail()
  await heading(page, 'Couldn’t open this link')
  await scan('link that failed to load')
  await page.unroute('**/api/sharing/*')
  sql(holdall, 'update users set download_restricted = 1 where email = ?', owner.email)
  await open(tokens.file)
  await heading(page, 'This link isn’t available right now')
  await scan('link of a restricted owner')
}

/** Requests for files: the pages of the owner, then those of somebody without an account. */
export async function uploadRequests({ page, visit, scan, scanLoading }: Inspector, holdall: Holdall): Promise<void> {
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
  await page.getByRole('menuitem', { name: 'Change end date…' }).click()
  await expect(page.getByRole('dialog', { name: 'Change the end date of “Lease”' })).toBeVisible()
  await scan('upload requests, end date')
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
  await visit('/request')
  await heading(page, 'Open the whole link')
  await scan('request without a token')
}

/** Invitations to team folders: the page in its states, then those in the notification centre. */
export async function teamInvitations(
  { page, visit, scan }: Inspector,
  holdall: Holdall,
  phone: boolean,
): Promise<void> {
  const { url } = holdall
  const owner = await signUp(page, url, newPerson('Bartholomäus Vandermeulen-Oberhuber'))
  const member = newPerson()
  const invite = async () => {
    const name = `${'Quarterly figures of the whole company '.repeat(3)}2026`
    const answer = await page.request.post(`${url}/api/teams/folders`, {
      data: { name, invitations: [{ email: member.email, permission: 'can_edit', type: 'invitation' }] },
    })
    const { data } = (await answer.json()) as {
      data: { relationships: { invitations: { data: { id: string }[] } } }
    }
    return data.relationships.invitations.data[0]!.id
  }
  const ids = { open: await invite(), accepted: await invite(), declined: await invite(), expired: await invite() }
  const open = (id: string) => page.goto(`${url}/team-folder-invitation/${id}`)
  await open(ids.open)
  await heading(page, 'This invitation can’t be shown')
  await scan('invitation of others')
  await page.context().clearCookies()
  await signUp(page, url, member)
  const show = async () => (await page.request.get(`${url}/api/teams/invitations/${ids.open}`)).json() as Promise<Shown>
  const { data } = await show()
  await open(ids.open)
  await expect(page.getByRole('button', { name: 'Accept' })).toBeVisible()
  await scan('invitation')
  await open(ids.accepted)
  await page.getByRole('button', { name: 'Accept' }).click()
  await heading(page, /^You joined/)
  await scan('invitation, accepted')
  await visit(`/team-folder-invitation/${ids.declined}`)
  await page.getByRole('button', { name: 'Decline' }).click()
  await heading(page, /declined$/)
  await scan('invitation, declined')
  sql(holdall, 'update team_invitations set expires_at = 1000 where id = ?', ids.expired)
  await visit(`/team-folder-invitation/${ids.expired}`)
  await heading(page, 'This invitation is no longer valid')
  await scan('invitation, expired')
  await visit('/platform/files')
  await waitForList(page)
  if (phone) await page.getByRole('button', { name: 'Menu' }).click()
  await page
    .getByRole('button', { name: /^Notifications/ })
    .first()
    .click()
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Accept' }).first()).toBeVisible()
  await expect(page.locator('[data-new]')).toHaveCount(0)
  await scan('notification centre, invitations')

  // Without mail a session is the only proof: what the mail shows to others is given here.
  const calls = '**/api/teams/invitations/*'
  // A page that notices the end of its session leaves for another one, also while the next one is opened.
  await page.goto('about:blank')
  await page.context().clearCookies()
  await page.route(calls, (route) => refuse(route))
  await open(ids.open)
  await heading(page, 'Couldn’t open this invitation')
  await scan('invitation that failed to load')
  await page.unroute(calls)
  const pretend = async (isExistedUser: boolean) => {
    const json = { data: { ...data, attributes: { ...data.attributes, isExistedUser } } }
    await page.route(calls, (route) => route.fulfill({ json }))
    await page.goto(`${url}/team-folder-invitation/${ids.open}?secret=proof`)
  }
  await pretend(true)
  await expect(page.getByRole('link', { name: 'Sign in to join' })).toBeVisible()
  await scan('invitation, to sign in')
  await page.unroute(calls)
  await pretend(false)
  await page.getByRole('button', { name: 'Create account and join' }).click()
  await expect(page.getByText('Enter your name')).toBeVisible()
  await scan('invitation, to sign up, refused')
  await signIn(page, url, owner)
  await page.unroute(calls)
  await pretend(true)
  await expect(page.getByRole('button', { name: 'Use another account' })).toBeVisible()
  await scan('invitation for another account')
  await page.unroute(calls)
  await page.context().clearCookies()
}

interface Shown {
  readonly data: { readonly attributes: Readonly<Record<string, unknown>> }
}
