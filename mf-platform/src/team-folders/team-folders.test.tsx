import { browseFolder, currentUser, teamFolderTree } from '@holdall/api'
import { fetchOnce } from '@holdall/section'
import { makeId, makeUser, renderSection } from '@holdall/testing'
import { act, screen, waitFor, within } from '@testing-library/react'
import section from '../section.ts'
import { noteEnded } from '../team-members/ended-team-folders.ts'
import { menuOf, openTeam, openTop, resize, row, teamServer } from '../testing/team-page-fixture.ts'
import { serverWith } from '../testing/platform-fixture.ts'
import { entryOfTeam } from '../testing/team-listing-fixture.ts'
import { makeMember } from '../testing/team-people-fixture.ts'

// Loads the pages that these tests navigate to.
beforeAll(() => Promise.all(section.routes.map(({ page }) => fetchOnce(page))))

const group = () => within(screen.getByRole('navigation', { name: 'Collaboration' }))

test('the list of team folders shows who is in them, and offers what concerns them as a whole', async () => {
  await openTop('owner', { further: [makeMember('Eli', 'can_view')] })
  expect(within(row('Northwind')).getAllByRole('img', { name: '3 people: Mara, Tom, and Eli' })[0]).toBeInTheDocument()
  const menu = await menuOf('Northwind')
  expect(menu.slice(0, 3)).toEqual(['Open', 'Download', 'Add to favorites'])
  for (const name of ['Rename', 'Move', 'Copy', 'Cut', 'Delete', 'Duplicate', 'Share…', 'Request files']) {
    expect(menu).not.toContain(name)
  }
})

test('without team folders the owner’s page offers to create one, and the other says what will be there', async () => {
  const { server } = serverWith([])
  const { host } = await renderSection(section, { path: '/platform/team-folders', server })
  expect(await screen.findByText('No team folders yet')).toBeInTheDocument()
  expect(screen.getAllByRole('button', { name: /team folder/i })[0]).toBeInTheDocument()
  act(() => {
    host.navigation.go({ name: 'SharedWithMe' })
  })
  expect(await screen.findByText('Nothing shared with you yet')).toBeInTheDocument()
})

test.each(['owner', 'can_view'] as const)('a folder opens at its own address in the list of %s', async (permission) => {
  const { user, address, folder } = await openTop(permission)
  const section = permission === 'owner' ? 'team-folders' : 'shared-with-me'
  await user.dblClick(within(row('Northwind')).getByText('Northwind'))
  await waitFor(() => {
    expect(address()).toBe(`/platform/${section}/${folder.id}`)
  })
})

test('an empty folder invites those to upload who may', async () => {
  const { state, host } = await openTeam('can_edit')
  state.entries = []
  act(() => {
    host.events.emit('teams.changed', {})
  })
  expect(await screen.findByRole('button', { name: 'Upload files' })).toBeInTheDocument()
})

test('an empty folder tells those who may only view where files will be', async () => {
  const { state, host } = await openTeam('can_view')
  state.entries = []
  act(() => {
    host.events.emit('teams.changed', {})
  })
  expect(await screen.findByText('Files that members with edit access add appear here.')).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Upload files' })).toBeNull()
})

test('the heads of a team folder open its members, invitations and actions', async () => {
  const further = ['Ida', 'Jon', 'Kim'].map((name) => makeMember(name))
  const { user } = await openTeam('owner', { further })
  const heads = await screen.findByRole('button', { name: '5 members' })
  expect(heads).toHaveTextContent('MTIJ+1')
  expect(document.title).toMatch(/^Northwind/)
  await user.click(heads)
  const menu = within(await screen.findByRole('menu'))
  for (const part of ['Mara', 'mara@example.com', 'Owner', 'Tom', 'Can edit', 'eli@example.com', 'Invited']) {
    expect(menu.getAllByText(new RegExp(part))[0]).toBeInTheDocument()
  }
  expect(menu.getAllByRole('menuitem').length).toBeGreaterThanOrEqual(2)
})

test('a member leaves by the heads, and sees no invitations', async () => {
  const { user } = await openTeam('can_view')
  await user.click(await screen.findByRole('button', { name: '2 members' }))
  const menu = within(await screen.findByRole('menu'))
  expect(menu.queryByText('eli@example.com')).toBeNull()
  expect(menu.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([expect.stringMatching(/^Leave/)])
})

test('when the membership ends, the open folder is left at once, with a toast, and so is its preview', async () => {
  const { state, host, address, page, report, queryClient } = await openTeam('can_view')
  act(() => {
    host.navigation.go(`${address()}?preview=${report.id}`)
  })
  state.folder = null
  act(() => {
    host.events.emit('teams.changed', {})
  })
  expect(await screen.findByText(/You no longer have access to/)).toHaveTextContent('Northwind')
  await waitFor(() => {
    expect(address()).toBe(page)
  })
  expect(await screen.findByText('Nothing shared with you yet')).toBeInTheDocument()
  expect(screen.queryByText('report.txt')).toBeNull()
  expect(queryClient.isFetching()).toBe(0)
})

test('a dissolved team folder is left for the list of team folders', async () => {
  const { state, host, address, page } = await openTeam('owner')
  state.folder = null
  act(() => {
    host.events.emit('teams.changed', {})
  })
  expect(await screen.findByText(/is no longer a team folder/)).toBeInTheDocument()
  await waitFor(() => {
    expect(address()).toBe(page)
  })
})

test('where the user has dissolved it, the page waits for the one that it leads to', async () => {
  const { state, host, address, folder, queryClient } = await openTeam('owner')
  const before = address()
  noteEnded(folder.id)
  state.folder = null
  act(() => {
    host.events.emit('teams.changed', {})
  })
  expect(await screen.findByText('Folder not found')).toBeInTheDocument()
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  expect(address()).toBe(before)
  expect(screen.queryByText(/is no longer a team folder/)).toBeNull()
})

test('a folder that is gone while its team folder is still there has a way back', async () => {
  const { server, folder, page } = teamServer('can_view')
  const { user, address } = await renderSection(section, { path: `${page}/${makeId()}`, server })
  expect(await screen.findByText('Folder not found')).toBeInTheDocument()
  await user.click(await screen.findByRole('button', { name: 'OK' }))
  await user.click(screen.getByRole('button', { name: 'Go to Shared with me' }))
  await within(await screen.findByRole('grid')).findByText(folder.attributes.name)
  expect(address()).toBe(page)
})

test('a file that was uploaded into the folder is in its list', async () => {
  const { state, host, folder } = await openTeam('can_edit')
  const uploaded = entryOfTeam(folder, { name: 'uploaded.txt' })
  state.entries = [...state.entries, uploaded]
  act(() => {
    host.events.emit('upload.finished', { entryId: uploaded.id, folderId: folder.id })
  })
  expect(await within(screen.getByRole('grid')).findByText('uploaded.txt')).toBeInTheDocument()
})

test('changes in the folder fetch its list again, and not that of the files at the top', async () => {
  const { state, host, server, folder } = await openTeam('can_view')
  const before = server.callsOf(browseFolder).length
  state.entries = [...state.entries, entryOfTeam(folder, { name: 'new.txt' })]
  act(() => {
    host.events.emit('files.changed', { folderIds: [folder.id] })
  })
  expect(await within(screen.getByRole('grid')).findByText('new.txt')).toBeInTheDocument()
  expect(server.callsOf(browseFolder)).toHaveLength(before)
})

test('the sidebar has both pages in a group that collapses, with the trees of their folders', async () => {
  const { server, folder, plans, user, host } = await openTeam('can_view', { items: 2 })
  server.on(teamFolderTree, {
    data: [{ id: plans.id, name: 'Plans', color: null, emoji: null, parent_id: folder.id, has_folders: false }],
  })
  const links = group().getAllByRole('link')
  expect(links.map(({ textContent }) => textContent)).toEqual(['Team folders', 'Shared with me', 'Northwind'])
  expect(links.slice(0, 2).map((link) => link.querySelector('svg')?.classList.item(1))).toEqual([
    'lucide-users-round',
    'lucide-inbox',
  ])
  expect(links[2]).toHaveAttribute('aria-current', 'page')
  // Who can only view drops nothing there.
  expect(links[2]).not.toHaveAttribute('data-folder')
  await user.click(group().getByRole('button', { name: 'Folders in Northwind' }))
  expect(await group().findByRole('link', { name: 'Plans' })).toHaveAttribute(
    'href',
    `/platform/shared-with-me/${plans.id}`,
  )
  await user.click(group().getByRole('button', { name: 'Folders in Shared with me' }))
  expect(group().queryByRole('link', { name: 'Northwind' })).toBeNull()
  expect(host.preferences.get().collapsedGroups).toContain('shared-with-me')
})

test('the details say whose team folder it is, what the user may do, and who is in it', async () => {
  resize('wide')
  const { user, host } = await openTop('can_edit')
  act(() => {
    host.preferences.set('detailsVisible', true)
  })
  await user.click(row('Northwind'))
  const panel = within(await screen.findByRole('complementary', { name: 'Details' }))
  expect(await panel.findByText(/^Team folder ·/)).toBeInTheDocument()
  expect(panel.getByText('Your access').nextElementSibling).toHaveTextContent('Can edit')
  expect(panel.getByText('Owner', { selector: 'dt' }).nextElementSibling).toHaveTextContent('Mara')
  expect(panel.getByRole('heading', { name: '2 members' })).toBeInTheDocument()
  expect(panel.queryByRole('button', { name: 'Share' })).toBeNull()
})

test('Files leads to the page of the team folder that a folder is in', async () => {
  const { server, folder } = teamServer('can_view')
  const { address } = await renderSection(section, { path: `/platform/files/${folder.id}`, server })
  await waitFor(() => {
    expect(address()).toBe(`/platform/shared-with-me/${folder.id}`)
  })
})

test('a favourite in a team folder opens on its page', async () => {
  const { server, folder, plans } = teamServer('can_view')
  const account = makeUser({ favourites: [plans] })
  server.on(currentUser, { data: account })
  await renderSection(section, { path: `/platform/shared-with-me/${folder.id}`, server, session: account })
  const favourites = within(await screen.findByRole('navigation', { name: 'Favorites' }))
  expect(favourites.getByRole('link', { name: 'Plans' })).toHaveAttribute(
    'href',
    `/platform/shared-with-me/${plans.id}`,
  )
})

test('TeamFolders and SharedWithMe are named routes', async () => {
  const { host } = await renderSection(section, { path: '/platform/files', server: serverWith([]).server })
  const id = makeId()
  expect(host.navigation.href('TeamFolders', { id })).toBe(`/platform/team-folders/${id}`)
  expect(host.navigation.href('SharedWithMe')).toBe('/platform/shared-with-me')
})

test('on a phone the heads are in the header, and the title opens a menu with both pages', async () => {
  resize('phone')
  const { user } = await openTeam('owner')
  await user.click(screen.getByRole('button', { name: '2 members' }))
  expect(await screen.findByText('tom@example.com')).toBeInTheDocument()
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('button', { name: /Team folders/ }))
  const title = within(await screen.findByRole('heading', { level: 1, name: 'Team folders' }))
  await user.click(title.getByRole('button'))
  const choices = (await screen.findAllByRole('menuitemradio')).map(({ textContent }) => textContent)
  expect(choices.slice(-2)).toEqual(['Team folders', 'Shared with me'])
  expect(screen.getByRole('menuitemradio', { name: 'Team folders' })).toBeChecked()
})
