import { browseShared, convertToTeamFolder, createTeamFolder, MAX_TEAM_MEMBERS } from '@holdall/api'
import { makeEntry, makeId, makeUser, refuse, renderSection, type UserOverrides } from '@holdall/testing'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import section from '../section.ts'
import { serverWith, sharedFile } from '../testing/platform-fixture.ts'
import { makeTeamFolder } from '../testing/team-people-fixture.ts'
import { chooseInMore, openMore } from '../testing/more-menu.ts'

interface Limited {
  readonly total: number
  readonly allowed: readonly string[]
}

function userWith({ total, allowed }: Limited, overrides: UserOverrides = {}) {
  const user = makeUser(overrides)
  const limitations = {
    max_team_members: { use: allowed.length, total, percentage: 0 },
  }
  return { ...user, meta: { ...user.meta, limitations, allowed_emails: [...allowed] } }
}

async function open(session = makeUser(), config = {}) {
  const { server, home } = serverWith([makeEntry({ type: 'folder', name: 'Album', color: 'teal' })])
  server.on(createTeamFolder, ({ body }) => ({ data: makeTeamFolder({ name: body.name }) }))
  const view = await renderSection(section, { path: '/platform/files', server, session, config })
  await within(await screen.findByRole('grid')).findByText('Album')
  act(() => {
    view.host.overlay.open('create-team-folder', {})
  })
  return { ...view, server, home }
}
const popup = async (name = 'New team folder') => within(await screen.findByRole('dialog', { name }))
const addressField = () => screen.getByRole('textbox', { name: 'Invite people' })
const people = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent)

test('an account that may not create folders gets the alert of folders, with the reason', async () => {
  await open(makeUser({ restrictions: { canCreateTeamFolder: false, reason: 'Ask your administrator.' } }))
  const alert = await screen.findByRole('alertdialog', { name: 'You can’t create folders right now' })
  expect(alert).toHaveTextContent('Ask your administrator.')
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})

test('is created by keyboard with a name, people and their permissions, and can be opened', async () => {
  const { user, server, host } = await open()
  const go = jest.spyOn(host.navigation, 'go').mockImplementation(() => undefined)
  const dialog = await popup()
  await waitFor(() => {
    expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveFocus()
  })
  await user.keyboard('Press kit{Tab}')
  expect(addressField()).toHaveFocus()
  await user.keyboard('Lea@example.com{Enter}jon@example.com,')
  await user.click(dialog.getByRole('button', { name: 'Can view, Permission of jon@example.com' }))
  await user.click(await screen.findByRole('menuitemradio', { name: 'Can edit' }))
  await user.click(dialog.getByRole('switch', { name: 'Members who can edit may share by link' }))
  await user.click(dialog.getByRole('radio', { name: 'Violet' }))
  await user.click(dialog.getByRole('button', { name: 'Create team folder' }))
  expect(await screen.findByText('Team folder “Press kit” created')).toBeInTheDocument()
  await user.click(await screen.findByRole('button', { name: 'Open' }))
  expect(server.callsOf(createTeamFolder).map(({ body }) => body)).toEqual([
    {
      name: 'Press kit',
      invitations: [
        { email: 'lea@example.com', permission: 'can_view' },
        { email: 'jon@example.com', permission: 'can_edit' },
      ],
      members_can_share: true,
      color: 'violet',
    },
  ])
  expect(go).toHaveBeenCalledWith({ name: 'TeamFolders', params: { id: expect.any(String) } })
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})

test('what is typed and was not added is invited too, and nobody has to be', async () => {
  const { user, server } = await open()
  await popup()
  await user.type(addressField(), 'lea@example.com')
  await user.click(screen.getByRole('button', { name: 'Create team folder' }))
  await screen.findByText(/created/)
  expect(server.callsOf(createTeamFolder)[0]?.body).toEqual({
    name: 'Team folder',
    invitations: [{ email: 'lea@example.com', permission: 'can_view' }],
  })
})

test('several addresses are pasted at once; invalid ones, doubles and the own one stay, with the reason', async () => {
  const { user, server } = await open()
  await popup()
  await user.click(screen.getByRole('combobox', { name: 'Permission of the people you add' }))
  await user.click(await screen.findByRole('option', { name: /Can edit/ }))
  await user.click(addressField())
  await user.paste('a@example.com; b@example.com\nnobody A@example.com')
  expect(people()).toEqual([expect.stringMatching(/^Aa@example.com/), expect.stringMatching(/^Bb@example.com/)])
  expect(addressField()).toHaveValue('nobody')
  expect(screen.getByText('nobody isn’t a valid e-mail address')).toBeInTheDocument()
  expect(screen.getByText('2 people will be invited')).toBeInTheDocument()
  await user.clear(addressField())
  await user.type(addressField(), 'b@example.com{Enter}')
  expect(screen.getByText('b@example.com is already in the list')).toBeInTheDocument()
  await user.clear(addressField())
  await user.type(addressField(), 'MARA@example.com')
  await user.click(screen.getByRole('button', { name: 'Create team folder' }))
  expect(screen.getByText('This is your own address. Invite other people.')).toBeInTheDocument()
  expect(addressField()).toHaveAccessibleDescription(/own address/)
  expect(server.callsOf(createTeamFolder)).toEqual([])
  await user.clear(addressField())
  await user.click(screen.getByRole('button', { name: 'Remove a@example.com' }))
  expect(addressField()).toHaveFocus()
  expect(people()).toEqual([expect.stringMatching(/^Bb@example.com/)])
})

test('more people than the account may have are refused before the call, its present ones are not', async () => {
  const { user, server } = await open(userWith({ total: 2, allowed: ['lea@example.com'] }))
  await popup()
  await user.click(addressField())
  await user.paste('lea@example.com new@example.com other@example.com')
  expect(people()).toHaveLength(2)
  expect(addressField()).toHaveValue('other@example.com')
  expect(screen.getByText('You can share team folders with at most 2 people')).toBeInTheDocument()
  expect(server.callsOf(createTeamFolder)).toEqual([])
})

test('without a limit any number of people up to that of a team folder is added', async () => {
  const { user } = await open(userWith({ total: -1, allowed: [] }))
  await popup()
  await user.click(addressField())
  await user.paste(Array.from({ length: 3 }, (_, at) => `p${String(at)}@example.com`).join(','))
  expect(people()).toHaveLength(3)
  await user.click(addressField())
  await user.paste(Array.from({ length: MAX_TEAM_MEMBERS - 2 }, (_, at) => `q${String(at)}@example.com`).join(','))
  expect(people()).toHaveLength(MAX_TEAM_MEMBERS)
  expect(screen.getByText(/^A team folder can have at most 200 members/)).toBeInTheDocument()
})

test('an account that may not invite still creates a team folder', async () => {
  const { user, server } = await open(makeUser({ restrictions: { canInviteTeamMembers: false, reason: 'Ask first.' } }))
  const dialog = await popup()
  expect(dialog.getByText(/You can’t invite people right now. Ask first./)).toBeInTheDocument()
  expect(dialog.queryByRole('textbox', { name: 'Invite people' })).not.toBeInTheDocument()
  await user.click(dialog.getByRole('button', { name: 'Create team folder' }))
  await screen.findByText(/created/)
  expect(server.callsOf(createTeamFolder)[0]?.body?.invitations).toEqual([])
})

test('says where invitations arrive', async () => {
  await open(makeUser(), { emailVerification: true })
  expect((await popup()).getByText('They’ll get an invitation by e-mail. It’s valid for 30 days.')).toBeInTheDocument()
})

test('shows each refusal in an alert and keeps the values of the form', async () => {
  const { user, server } = await open()
  await popup()
  await user.click(addressField())
  await user.paste('lea@example.com')
  for (const [code, title] of [
    ['member-limit', 'You can’t invite more people'],
    ['too-many-members', 'Too many people'],
    ['too-many-team-folders', 'Too many team folders'],
    ['invite-restricted', 'You can’t invite people right now.'],
    ['create-team-folder-restricted', 'You can’t create folders right now'],
    ['address-unconfirmed', 'Confirm your e-mail address first'],
    ['throttled', 'You’ve sent too many invitations. Try again later.'],
  ] as const) {
    server.on(createTeamFolder, () => refuse(code))
    fireEvent.click(screen.getByText('Create team folder'))
    const alert = await screen.findByRole('alertdialog', { name: title })
    fireEvent.click(within(alert).getByRole('button'))
    await waitFor(() => {
      expect(alert).not.toBeInTheDocument()
    })
    expect(people()).toEqual([expect.stringContaining('lea@example.com')])
  }
  expect(server.callsOf(createTeamFolder)).toHaveLength(7)
})

test('says where addresses are not checked', async () => {
  await open()
  await popup()
  const hint = screen.getByText(/addresses aren’t checked: anyone who signs up with this address can accept/)
  expect(hint).toBeInTheDocument()
})

test('a refused name and a refused address are told at their fields', async () => {
  const { user, server } = await open()
  await popup()
  server.on(createTeamFolder, () => refuse('bad-name', { errors: { name: ['A name can’t contain “/”.'] } }))
  const create = screen.getByRole('button', { name: 'Create team folder' })
  await user.click(create)
  expect(await screen.findByText('A name can’t contain “/”.')).toBeInTheDocument()
  server.on(createTeamFolder, () => refuse('validation', { errors: { invitations: ['You own this team folder.'] } }))
  await user.click(create)
  expect(await screen.findByText('You own this team folder.')).toBeInTheDocument()
  await user.clear(screen.getByRole('textbox', { name: 'Name' }))
  await user.click(create)
  expect(await screen.findByText('Enter a name')).toBeInTheDocument()
  expect(server.callsOf(createTeamFolder)).toHaveLength(2)
})

describe('converting', () => {
  const convert = async (view: Awaited<ReturnType<typeof open>>) => {
    fireEvent.contextMenu(await within(await screen.findByRole('grid')).findByText('Album'))
    await chooseInMore(view.user, 'Convert to team folder…')
    return popup('Convert “Album” to a team folder')
  }
  const openFiles = async () => {
    const view = await open()
    await view.user.click((await popup()).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => {
      expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    })
    return view
  }

  test('keeps name, content and links of the folder, which leaves the list', async () => {
    const view = await openFiles()
    const { user, server, home } = view
    server.on(convertToTeamFolder, () => {
      home.entries = []
      return { data: makeTeamFolder({ name: 'Album' }) }
    })
    const dialog = await convert(view)
    expect(dialog.queryByRole('textbox', { name: 'Name' })).not.toBeInTheDocument()
    expect(dialog.getByText(/Everything in it moves with it, and its links keep working/)).toBeInTheDocument()
    await user.type(addressField(), 'lea@example.com')
    await user.click(dialog.getByRole('button', { name: 'Convert' }))
    expect(await screen.findByText('“Album” is a team folder now')).toBeInTheDocument()
    expect(await screen.findByText('No files yet')).toBeInTheDocument()
    expect(server.callsOf(convertToTeamFolder)[0]?.body).toEqual({
      invitations: [{ email: 'lea@example.com', permission: 'can_view' }],
    })
  })

  test('a folder that is in a team folder is refused with the reason', async () => {
    const view = await openFiles()
    view.server.on(convertToTeamFolder, () => refuse('team-in-team'))
    await view.user.click((await convert(view)).getByRole('button', { name: 'Convert' }))
    expect(
      await screen.findByRole('alertdialog', { name: 'This folder is already in a team folder' }),
    ).toBeInTheDocument()
  })

  test('is offered for a folder in My shared items, and not for a file', async () => {
    const { server, home } = serverWith([])
    const file = sharedFile('plan.docx')
    const folder = makeEntry({ type: 'folder', name: 'Album', id: makeId() })
    home.shared = [{ ...folder, relationships: file.relationships }, file]
    const { user } = await renderSection(section, { path: '/platform/my-shared-items', server })
    const grid = within(await screen.findByRole('grid'))
    fireEvent.contextMenu(await grid.findByText('Album'))
    await openMore()
    expect(screen.getByRole('menuitem', { name: 'Convert to team folder…' })).toBeInTheDocument()
    await user.keyboard('{Escape}{Escape}')
    fireEvent.contextMenu(await grid.findByText('plan.docx'))
    await screen.findByRole('menuitem', { name: /Edit link/ })
    await openMore()
    expect(screen.queryByRole('menuitem', { name: 'Convert to team folder…' })).not.toBeInTheDocument()
    expect(server.callsOf(browseShared).length).toBeGreaterThan(0)
  })
})

test('is offered in the create menu of Files and in the search from anywhere', async () => {
  const { server } = serverWith([makeEntry()])
  const { user, host } = await renderSection(section, { path: '/platform/files', server })
  await screen.findByRole('grid')
  await user.click(screen.getByRole('button', { name: 'Create' }))
  await user.click(await screen.findByRole('menuitem', { name: 'New team folder' }))
  expect(host.overlay.layers.get()[0]).toMatchObject({ name: 'create-team-folder', input: {} })
  await popup()
  const { findCommands } = await import('../search/find-commands.ts')
  const [command] = await findCommands('new team', host, new AbortController().signal, (id) =>
    id === 'team_members.create.title' ? 'New team folder' : id,
  )
  act(() => {
    host.overlay.close()
    command?.run()
  })
  expect(host.overlay.layers.get()[0]).toMatchObject({ name: 'create-team-folder' })
  await popup()
})
