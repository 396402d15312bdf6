import {
  type AccountDeletion,
  browseFolder,
  cancelAccountDeletion,
  currentUser,
  requestAccountDeletion,
  showAccountDeletion,
  signOut,
} from '@holdall/api'
import { makeId, makeListing, makeUser, refuse, renderSection } from '@holdall/testing'
import { screen, waitFor, within } from '@testing-library/react'
import section from '../section.ts'
import { makeAccountDeletion } from '../testing/own-account-fixture.ts'
import { serverWith } from '../testing/platform-fixture.ts'

const user = makeUser({ email: 'mara@example.com' })
const ending = makeUser({ ...user.attributes, id: user.id, deletes_at: '2026-03-15T10:00:00.000Z' })
const member = { id: makeId(), name: 'Ann Berg', email: 'ann@example.com', has_room: true }
const [plans, alone] = [makeId(), makeId()]

async function open(path: string, attributes: Partial<AccountDeletion['attributes']> = {}, session = user) {
  const { server } = serverWith([])
  let current = session
  server.on(currentUser, () => ({ data: current }))
  server.on(browseFolder, () => makeListing([]))
  server.on(showAccountDeletion, () => ({ data: makeAccountDeletion(attributes) }))
  server.on(requestAccountDeletion, () => {
    current = ending
    return {}
  })
  server.on(cancelAccountDeletion, () => {
    current = user
    return {}
  })
  return { ...(await renderSection(section, { path, session, server })), server }
}

const openDialog = async (attributes: Partial<AccountDeletion['attributes']> = {}) => {
  const shown = await open('/user/profile', attributes)
  await shown.user.click(await screen.findByRole('button', { name: 'Delete my account' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete your account?' }))
  return { ...shown, dialog, confirm: () => dialog.getByRole('button', { name: 'Delete account' }) }
}

test('the account is deleted once its address was typed, and the shell knows it', async () => {
  const { user: person, server, dialog, confirm, host } = await openDialog()
  const field = await dialog.findByLabelText('Your e-mail address')
  expect(dialog.getByText(/after 14 days/)).toBeInTheDocument()
  await person.type(field, 'Mara@example.com')
  await person.click(confirm())
  await waitFor(() => {
    const session = host.session.get()
    expect(session.state === 'signed-in' && session.user.attributes.deletes_at).toBe(ending.attributes.deletes_at)
  })
  expect(server.callsOf(requestAccountDeletion)[0]?.body).toEqual({ email: 'mara@example.com', team_folders: [] })
})

test('begins in the field of the address, and says next to it that another one was typed', async () => {
  const { user: person, server, dialog, confirm } = await openDialog()
  const field = await dialog.findByLabelText('Your e-mail address')
  await waitFor(() => {
    expect(field).toHaveFocus()
  })
  const wrong = /is not the address of your account/
  await person.keyboard('somebody@example.com{Enter}')
  expect(field).toHaveAccessibleDescription(expect.stringMatching(wrong))
  expect(field).toBeInvalid()
  await person.clear(field)
  expect(field).toBeValid()
  await person.click(confirm())
  expect(field).toHaveAccessibleDescription(expect.stringMatching(wrong))
  expect(field).toHaveFocus()
  expect(server.callsOf(requestAccountDeletion)).toEqual([])
})

test('is requested once, also where Enter is pressed again before the answer', async () => {
  const { user: person, server, dialog } = await openDialog()
  server.on(requestAccountDeletion, () => new Promise<never>(() => {}))
  await person.type(await dialog.findByLabelText('Your e-mail address'), 'mara@example.com{Enter}{Enter}')
  await waitFor(() => {
    expect(dialog.getByRole('button', { name: 'Delete account' })).toHaveAttribute('aria-busy', 'true')
  })
  await person.type(dialog.getByLabelText('Your e-mail address'), '{Enter}')
  expect(server.callsOf(requestAccountDeletion)).toHaveLength(1)
})

test('each team folder is given to a member or deleted too', async () => {
  const folders = [
    { id: plans, name: 'Plans', size: 1_500_000, members: [member] },
    { id: alone, name: 'Alone', size: 0, members: [] },
  ]
  const { user: person, server, dialog, confirm } = await openDialog({ team_folders: folders })
  const field = await dialog.findByLabelText('Your e-mail address')
  await person.type(field, 'mara@example.com')
  await person.click(confirm())
  const choice = dialog.getByRole('combobox', { name: /Plans/ })
  expect(choice).toHaveAccessibleDescription(/^Give it to a member or delete it too\./)
  expect(server.callsOf(requestAccountDeletion)).toEqual([])
  await person.click(choice)
  await person.click(await screen.findByRole('option', { name: 'Give to Ann Berg (ann@example.com)' }))
  await person.click(confirm())
  await waitFor(() => {
    expect(server.callsOf(requestAccountDeletion)[0]?.body.team_folders).toEqual([
      { id: plans, to: member.id },
      { id: alone, to: null },
    ])
  })
})

test('who has no storage left for a folder cannot get it, and what the server refuses is explained', async () => {
  const full = { id: makeId(), name: 'Bo Lind', email: 'bo@example.com', has_room: false }
  const folders = [
    { id: plans, name: 'Plans', size: 1_500_000, members: [full, member] },
    { id: alone, name: 'Photos', size: 2_000_000, members: [full] },
  ]
  const { user: person, server, dialog, confirm } = await openDialog({ team_folders: folders })
  server.on(requestAccountDeletion, () => refuse('heir-storage-full'))
  await person.type(await dialog.findByLabelText('Your e-mail address'), 'mara@example.com')
  expect(dialog.getByRole('combobox', { name: /Plans/ })).toHaveAccessibleDescription('It takes up 1.5 MB.')
  expect(dialog.getByRole('combobox', { name: /Photos/ })).toHaveAccessibleDescription(
    'It takes up 2 MB. No member has enough storage left for it.',
  )
  await person.click(dialog.getByRole('combobox', { name: /Plans/ }))
  const option = await screen.findByRole('option', { name: /Bo Lind.*Not enough storage left/ })
  expect(option).toHaveAttribute('aria-disabled', 'true')
  await person.click(screen.getByRole('option', { name: 'Give to Ann Berg (ann@example.com)' }))
  await person.click(dialog.getByRole('combobox', { name: /Photos/ }))
  await person.click(await screen.findByRole('option', { name: 'Delete it too' }))
  await person.click(confirm())
  expect(await dialog.findByRole('alert')).toHaveTextContent('enough storage left for everything')
})

test('a server of an earlier release, which sends neither sizes nor free storage, is supported', async () => {
  const earlier = { id: member.id, name: member.name, email: member.email }
  const folders = [
    { id: plans, name: 'Plans', members: [earlier] },
    { id: alone, name: 'Photos', members: [] },
  ]
  const { user: person, server, dialog, confirm } = await openDialog({ team_folders: folders })
  server.on(requestAccountDeletion, {})
  await person.type(await dialog.findByLabelText('Your e-mail address'), 'mara@example.com')
  expect(dialog.getByRole('combobox', { name: /Plans/ })).not.toHaveAccessibleDescription(/It takes up/)
  await person.click(dialog.getByRole('combobox', { name: /Plans/ }))
  await person.click(await screen.findByRole('option', { name: 'Give to Ann Berg (ann@example.com)' }))
  await person.click(confirm())
  await waitFor(() => {
    expect(server.callsOf(requestAccountDeletion)[0]?.body.team_folders).toEqual([
      { id: plans, to: member.id },
      { id: alone, to: null },
    ])
  })
})

test('the last administrator is told why it is not possible', async () => {
  const { dialog, confirm } = await openDialog({ last_administrator: true })
  expect(await dialog.findByText(/only administrator/)).toBeInTheDocument()
  expect(confirm()).toBeDisabled()
})

test('says that folders or members have changed', async () => {
  const { user: person, server, dialog, confirm } = await openDialog()
  server.on(requestAccountDeletion, () => refuse('conflict'))
  await person.type(await dialog.findByLabelText('Your e-mail address'), 'mara@example.com')
  await person.click(confirm())
  expect(await dialog.findByRole('alert')).toHaveTextContent('have changed')
  await waitFor(() => {
    expect(server.callsOf(showAccountDeletion)).toHaveLength(2)
  })
})

test('during the grace period the account can be kept, which leads to the files', async () => {
  const { user: person, address } = await open('/user/keep-account', {}, ending)
  const heading = await screen.findByRole('heading', { name: 'Your account is about to be deleted' })
  // The shell has the main landmark.
  expect(heading.closest('main')).toBeNull()
  await person.click(screen.getByRole('button', { name: 'Keep my account' }))
  await waitFor(() => {
    expect(address()).toMatch(/^\/platform\/files/)
  })
})

test('says why the account could not be kept', async () => {
  const { user: person, server } = await open('/user/keep-account', {}, ending)
  server.on(cancelAccountDeletion, () => refuse('internal'))
  await person.click(await screen.findByRole('button', { name: 'Keep my account' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('Something went wrong on the server.')
})

test('during the grace period the user can sign out', async () => {
  const { user: person, server, host } = await open('/user/keep-account', {}, ending)
  server.on(signOut, {})
  await person.click(await screen.findByRole('button', { name: 'Log out' }))
  await waitFor(() => {
    expect(server.callsOf(signOut)).toHaveLength(1)
    expect(host.session.get().state).toBe('anonymous')
  })
})
