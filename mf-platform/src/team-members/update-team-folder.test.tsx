import { browseTeamFolders, type Entry, MAX_TEAM_MEMBERS, updateTeamFolder } from '@holdall/api'
import { makeUser, refuse, renderSection } from '@holdall/testing'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import section from '../section.ts'
import { serverWith } from '../testing/platform-fixture.ts'
import { makeInvitation, makeMember, makeTeamFolder, makeTeamListing } from '../testing/team-people-fixture.ts'

const lea = makeMember('Lea')
const jon = makeMember('Jon', 'can_edit')
const pending = makeInvitation('new@example.com')
const kit = makeTeamFolder({ members: [lea, jon], invitations: [pending] })

async function open(folder: Entry = kit) {
  const state = { folder }
  const { server } = serverWith([])
  server.on(browseTeamFolders, () => makeTeamListing(state.folder))
  server.on(updateTeamFolder, ({ body }) => ({
    data: makeTeamFolder({ id: folder.id, ...(body?.name !== undefined && { name: body.name }) }),
  }))
  const view = await renderSection(section, { path: '/platform/files', server, session: makeUser({ name: 'Mara' }) })
  act(() => {
    view.host.overlay.open('update-team-folder', { id: folder.id, name: folder.attributes.name })
  })
  await screen.findByRole('dialog', { name: 'Edit “Press kit”' })
  return { ...view, server, state }
}
const people = async () => within(await screen.findByRole('list', { name: 'People' }))
const save = () => screen.getByRole('button', { name: 'Save' })
const allowEditing = async (user: Awaited<ReturnType<typeof open>>['user'], name: string) => {
  await user.click(screen.getByRole('button', { name: `Can view, Permission of ${name}` }))
  await user.click(await screen.findByRole('menuitemradio', { name: 'Can edit' }))
}
const closed = () =>
  waitFor(() => {
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })

test('shows the owner, members with permissions, invitations with the date they expire; saves nothing unchanged', async () => {
  const { user, server } = await open()
  const rows = (await people()).getAllByRole('listitem')
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('mara@example.comOwner'),
    expect.stringContaining('lea@example.comCan view'),
    expect.stringContaining('jon@example.comCan edit'),
    expect.stringContaining('Invited · expires Apr 11, 2026Can view'),
  ])
  expect(within(rows[0]!).queryByRole('button')).not.toBeInTheDocument()
  expect(screen.getByRole('textbox', { name: 'Invite people' })).toHaveFocus()
  await user.click(save())
  await closed()
  expect(server.callsOf(updateTeamFolder)).toEqual([])
})

test('a failure to load can be tried again, and nothing can be saved until then', async () => {
  const { server } = serverWith([])
  server.on(browseTeamFolders, () => refuse('internal'))
  const { user, host } = await renderSection(section, { path: '/platform/files', server })
  act(() => {
    host.overlay.open('update-team-folder', { id: kit.id, name: 'Press kit' })
  })
  expect(await screen.findByText('Couldn’t load the team folder')).toBeInTheDocument()
  expect(save()).toBeDisabled()
  server.on(browseTeamFolders, makeTeamListing(kit))
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect((await people()).getByText('Lea')).toBeInTheDocument()
})

test('a team folder that is gone says so', async () => {
  const { server } = serverWith([])
  server.on(browseTeamFolders, () => refuse('not-found'))
  const { host } = await renderSection(section, { path: '/platform/files', server })
  act(() => {
    host.overlay.open('update-team-folder', { id: kit.id, name: 'Press kit' })
  })
  expect(await screen.findByText('Team folder not found')).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Retry' })).not.toBeInTheDocument()
})

test('sends all people that there shall be, after a change of one of them', async () => {
  const { user, server } = await open()
  await people()
  await allowEditing(user, 'Lea')
  await user.click(screen.getByRole('button', { name: 'Remove Jon' }))
  // The focus goes to what takes the removal back.
  expect(screen.getByRole('button', { name: 'Undo, keep Jon' })).toHaveFocus()
  await user.keyboard('{Enter}')
  expect(screen.getByRole('button', { name: 'Remove Jon' })).toHaveFocus()
  await user.keyboard('{Enter}')
  await user.click(save())
  expect(await screen.findByText('Team folder updated')).toBeInTheDocument()
  expect(server.callsOf(updateTeamFolder).map(({ body }) => body)).toEqual([
    { members: [{ id: lea.id, permission: 'can_edit' }] },
  ])
  await closed()
})

test('sends open invitations with the new ones, and no members where none of them changed', async () => {
  const { user, server } = await open()
  await people()
  await user.type(screen.getByRole('textbox', { name: 'Invite people' }), 'lea@example.com{Enter}')
  expect(screen.getByText('lea@example.com is already in the list')).toBeInTheDocument()
  await user.clear(screen.getByRole('textbox', { name: 'Invite people' }))
  await user.type(screen.getByRole('textbox', { name: 'Invite people' }), 'ida@example.com{Enter}')
  await allowEditing(user, 'ida@example.com')
  await user.click(save())
  expect(await screen.findByText('Team folder updated, 1 person invited')).toBeInTheDocument()
  expect(server.callsOf(updateTeamFolder).map(({ body }) => body)).toEqual([
    {
      invitations: [
        { email: 'new@example.com', permission: 'can_view' },
        { email: 'ida@example.com', permission: 'can_edit' },
      ],
    },
  ])
})

test('somebody who accepts while the popup is open stays a member, and gets the permission that was chosen', async () => {
  const { user, server, state } = await open()
  await people()
  await user.click(screen.getByRole('button', { name: 'Remove Jon' }))
  await allowEditing(user, 'new@example.com')
  const joined = makeMember('New')
  state.folder = makeTeamFolder({ id: kit.id, members: [lea, jon, joined] })
  await user.click(save())
  await screen.findByText('Team folder updated')
  expect(server.callsOf(updateTeamFolder).map(({ body }) => body)).toEqual([
    {
      members: [
        { id: lea.id, permission: 'can_view' },
        { id: joined.id, permission: 'can_edit' },
      ],
    },
  ])
})

test('an invitation is withdrawn by its removal', async () => {
  const { user, server } = await open()
  await people()
  await user.click(screen.getByRole('button', { name: 'Remove new@example.com' }))
  await user.click(save())
  await screen.findByText('Team folder updated')
  expect(server.callsOf(updateTeamFolder)[0]?.body).toEqual({ invitations: [] })
})

test('name, color and the right to share are saved', async () => {
  const { user, server } = await open()
  await people()
  const name = screen.getByRole('textbox', { name: 'Name' })
  await user.clear(name)
  await user.type(name, 'Press')
  await user.click(screen.getByRole('radio', { name: 'Violet' }))
  await user.click(screen.getByRole('switch', { name: 'Members who can edit may share by link' }))
  await user.click(save())
  await screen.findByText('Team folder updated')
  expect(server.callsOf(updateTeamFolder)[0]?.body).toEqual({ name: 'Press', color: 'violet', members_can_share: true })
})

test('turning off the right to share says that links of members end, before it is saved', async () => {
  const { user, server } = await open(makeTeamFolder({ members: [lea], members_can_share: true }))
  const shareable = await screen.findByRole('switch', { name: 'Members who can edit may share by link' })
  expect(shareable).toHaveAccessibleDescription('Otherwise only you can create public links.')
  await user.click(shareable)
  expect(shareable).toHaveAccessibleDescription('Links that members created stop working when you save.')
  await user.click(save())
  await screen.findByText('Team folder updated')
  expect(server.callsOf(updateTeamFolder)[0]?.body).toEqual({ members_can_share: false })
})

test('a failure keeps what was entered', async () => {
  const { user, server } = await open()
  await people()
  server.on(updateTeamFolder, () => refuse('member-limit'))
  await user.click(screen.getByRole('button', { name: 'Remove Lea' }))
  await user.type(screen.getByRole('textbox', { name: 'Invite people' }), 'ida@example.com')
  await user.click(save())
  const alert = await screen.findByRole('alertdialog', { name: 'You can’t invite more people' })
  await user.click(within(alert).getByRole('button'))
  expect(screen.getByRole('button', { name: 'Undo, keep Lea' })).toBeInTheDocument()
  expect((await people()).getByText('ida@example.com')).toBeInTheDocument()
  server.on(updateTeamFolder, () => refuse('bad-name', { errors: { name: ['A name can’t contain “/”.'] } }))
  await user.click(save())
  expect(await screen.findByText('A name can’t contain “/”.')).toBeInTheDocument()
})

test('the most people that a team folder can have are in one list, and no more can be added', async () => {
  const members = Array.from({ length: MAX_TEAM_MEMBERS }, (_, at) => makeMember(`P${String(at)}`))
  await open(makeTeamFolder({ members }))
  // Queries by label or role take long among so many people.
  const labelled = (label: string) => document.querySelector<HTMLElement>(`[aria-label="${label}"]`)!
  await screen.findByText('P7')
  const list = labelled('People')
  expect(list.children).toHaveLength(MAX_TEAM_MEMBERS + 1)
  const field = document.activeElement!
  fireEvent.paste(field, { clipboardData: { getData: () => 'a@example.com, b@example.com' } })
  expect(screen.getByText(/^A team folder can have at most 200 members/)).toBeInTheDocument()
  // Somebody who is removed leaves a place.
  fireEvent.click(labelled('Remove P7'))
  fireEvent.click(screen.getByText('Add'))
  expect(within(list).getByText('a@example.com')).toBeInTheDocument()
  expect(field).toHaveValue('b@example.com')
})
