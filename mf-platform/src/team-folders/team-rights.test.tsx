import { browseFolder, copyEntries, moveEntries, removeEntries, searchEntries } from '@holdall/api'
import { fetchOnce } from '@holdall/section'
import { makeEntry, makeId, makeListing, makeUser, refuse, renderSection } from '@holdall/testing'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import section from '../section.ts'
import { recordingUploads, share } from '../testing/platform-fixture.ts'
import { entryOfTeam } from '../testing/team-listing-fixture.ts'
import { menuOf, openTeam, openTop, resize, row, teamServer } from '../testing/team-page-fixture.ts'
import { chooseInMore, openMore } from '../testing/more-menu.ts'

// Loads the pages that these tests navigate to.
beforeAll(() => Promise.all(section.routes.map(({ page }) => fetchOnce(page))))

const refuseMove = () => refuse('other-owner', { message: 'Copy them instead.' })

test('a member who can view opens, previews, copies and downloads, and nothing else is offered', async () => {
  await openTeam('can_view')
  expect(await menuOf('report.txt')).toEqual(['Preview', 'Download', 'Copy to…', 'Copy', 'Details'])
  expect(screen.queryByRole('button', { name: /^Create/ })).toBeNull()
  expect(within(row('report.txt')).queryByRole('button', { name: /^Share/ })).toBeNull()
})

test('of a member who can view, no key and no drop changes anything', async () => {
  const { user, server } = await openTeam('can_view')
  await user.click(row('report.txt'))
  await user.keyboard('{Delete}{F2}{Control>}x{/Control}')
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(screen.queryByText(/cut/i)).toBeNull()
  expect(server.callsOf(removeEntries)).toEqual([])
  fireEvent.dragEnter(row('Plans'), { dataTransfer: { types: ['Files'] } })
  fireEvent.dragOver(row('Plans'), { dataTransfer: { types: ['Files'] } })
  expect(row('Plans')).not.toHaveAttribute('data-drop')
})

const transfer = {
  types: ['application/x-holdall'],
  setData() {},
  setDragImage() {},
  effectAllowed: '',
  dropEffect: '',
}

test('what a member can only view is dropped neither on the trash nor on a folder', async () => {
  await openTeam('can_view')
  fireEvent.dragStart(within(row('report.txt')).getByText('report.txt'), { dataTransfer: transfer })
  for (const target of [
    screen.getByRole('link', { name: 'Trash' }),
    screen.getByRole('link', { name: 'Files' }),
    row('Plans'),
  ]) {
    fireEvent.dragOver(target, { dataTransfer: transfer })
    expect(target).not.toHaveAttribute('data-drop')
  }
})

test('who can edit drops entries on folders and on the trash, and not on the top of the section', async () => {
  const { server, report, plans } = await openTeam('can_edit')
  server.on(moveEntries, { message: 'Done.', count: 1 })
  fireEvent.dragStart(within(row('report.txt')).getByText('report.txt'), { dataTransfer: transfer })
  const path = within(screen.getByRole('navigation', { name: 'Path' }))
  const top = path.getByRole('link', { name: 'Shared with me' })
  fireEvent.dragOver(top, { dataTransfer: transfer })
  expect(top).not.toHaveAttribute('data-drop')
  fireEvent.dragOver(screen.getByRole('link', { name: 'Trash' }), { dataTransfer: transfer })
  expect(screen.getByRole('link', { name: 'Trash' })).toHaveAttribute('data-drop')
  fireEvent.dragOver(row('Plans'), { dataTransfer: transfer })
  fireEvent.drop(row('Plans'), { dataTransfer: transfer })
  await waitFor(() => {
    expect(server.callsOf(moveEntries)[0]?.body).toMatchObject({ to_id: plans.id, items: [{ id: report.id }] })
  })
})

test('a member who can edit changes what is in the folder, without links and upload requests', async () => {
  await openTeam('can_edit')
  expect(await menuOf('Plans')).toEqual([
    'Open',
    'Download',
    'Add to favorites',
    'Rename',
    'Move',
    'Copy to…',
    'Details',
    'More',
    'Delete',
  ])
  expect((await openMore()).map(({ textContent }) => textContent)).toEqual([
    'Color and emoji…',
    'Duplicate',
    'CopyCtrl+C',
    'CutCtrl+X',
  ])
})

test('members make links where the owner allows it', async () => {
  await openTeam('can_edit', { membersCanShare: true })
  expect(await menuOf('report.txt')).toContain('Share…')
})

test('members who make none see the links of an entry', async () => {
  const { state, host, folder } = await openTeam('can_view')
  const id = makeId()
  state.entries = [entryOfTeam(folder, { id, name: 'shared.txt', shared: share(id) })]
  act(() => {
    host.events.emit('shares.changed', { entryId: id })
  })
  await within(screen.getByRole('grid')).findByText('shared.txt')
  expect(await menuOf('shared.txt')).toEqual(['Preview', 'Download', 'Show link…', 'Copy to…', 'Copy', 'Details'])
})

test('the owner has links and upload requests too', async () => {
  const { user } = await openTeam('owner')
  expect(await menuOf('Plans')).toEqual(expect.arrayContaining(['Share…', 'Delete']))
  expect((await openMore())[0]).toHaveTextContent('Request files')
  await user.keyboard('{Escape}{Escape}')
  await user.click(screen.getByRole('button', { name: 'Create' }))
  const names = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)
  expect(names).toEqual(expect.arrayContaining(['Upload files', 'New folder', 'Request files']))
})

test('Delete moves to the trash where the user may edit, with an Undo', async () => {
  const { user, server, report } = await openTeam('can_edit')
  server.on(removeEntries, { message: 'Done.', count: 1 })
  await user.click(row('report.txt'))
  await user.keyboard('{Delete}')
  expect(await screen.findByRole('button', { name: 'Undo' })).toBeInTheDocument()
  expect(server.callsOf(removeEntries)[0]?.body).toMatchObject({ items: [{ id: report.id }] })
})

test('in the list of team folders no key deletes, renames or copies', async () => {
  const { user, server } = await openTop('owner')
  await user.click(row('Northwind'))
  await user.keyboard('{Delete}{F2}{Control>}c{/Control}')
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(screen.queryByRole('status')).not.toHaveTextContent(/copied/i)
  expect(server.callsOf(removeEntries)).toEqual([])
})

test('when can_edit becomes can_view, what is not allowed any more is gone', async () => {
  const { state, host, folder } = await openTeam('can_edit')
  expect(screen.getByRole('button', { name: 'Create' })).toBeInTheDocument()
  const team = { id: folder.id, permission: 'can_view', members_can_share: false } as const
  state.folder = { ...folder, attributes: { ...folder.attributes, permission: 'can_view' }, meta: { team } }
  state.entries = state.entries.map((entry) => ({ ...entry, meta: { team } }))
  act(() => {
    host.events.emit('teams.changed', {})
  })
  await waitFor(() => {
    expect(screen.queryByRole('button', { name: 'Create' })).toBeNull()
  })
  expect(await menuOf('report.txt')).not.toContain('Delete')
})

test('search results lead to the page of their team folder and have the menu of their rights', async () => {
  const { server, folder, report } = teamServer('can_view')
  const meta = { ...report.meta, location: { id: folder.id, path: ['Northwind'], truncated: false } }
  const own = makeEntry({ name: 'own.txt', location: { id: null, path: [], truncated: false } })
  server.on(searchEntries, () => {
    const { data, meta: rest } = makeListing([{ ...report, meta }, own])
    return { data, meta: { ...rest, truncated: false } }
  })
  const { user } = await renderSection(section, { path: '/platform/search?query=txt', server })
  await within(await screen.findByRole('grid')).findByText('report.txt')
  expect(within(row('report.txt')).getAllByRole('link')[0]).toHaveAttribute(
    'href',
    `/platform/shared-with-me/${folder.id}`,
  )
  expect(await menuOf('report.txt')).not.toContain('Delete')
  await user.keyboard('{Escape}')
  expect(await menuOf('own.txt')).toContain('Delete')
})

test('on a phone the sheet of an entry has what its rights allow', async () => {
  resize('phone')
  const { user } = await openTeam('can_view')
  await user.click(within(row('report.txt')).getByRole('button', { name: /^More actions/ }))
  const names = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)
  expect(names).toEqual(['PreviewEnter', 'Download', 'Copy to…', 'CopyCtrl+C', 'Details'])
})

test('own files are copied into a team folder that can be edited, and not moved to another owner', async () => {
  const { server, home, folder } = teamServer('can_edit')
  const own = makeEntry({ name: 'own.txt' })
  home.entries.push(own)
  server.on(browseFolder, () => makeListing([own]))
  server.on(moveEntries, refuseMove)
  server.on(copyEntries, { message: 'Done.', count: 1, ids: [makeId()] })
  const { user } = await renderSection(section, { path: '/platform/files', server })
  await within(await screen.findByRole('grid')).findByText('own.txt')
  const choose = async (action: string, save: string) => {
    await menuOf('own.txt')
    await user.click(screen.getByRole('menuitem', { name: action }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(await dialog.findByRole('treeitem', { name: 'Northwind' }))
    await user.click(dialog.getByRole('button', { name: save }))
  }
  await choose('Move', 'Move here')
  const alert = within(await screen.findByRole('alertdialog'))
  expect(alert.getByText('You can’t move this there')).toBeInTheDocument()
  expect(alert.getByText('Copy them instead.')).toBeInTheDocument()
  await user.click(alert.getByRole('button'))
  await user.keyboard('{Escape}')
  await choose('Copy to…', 'Copy here')
  await waitFor(() => {
    expect(server.callsOf(copyEntries)[0]?.body).toMatchObject({ to_id: folder.id, items: [{ id: own.id }] })
  })
  expect(await screen.findByText(/copied to .*Northwind/)).toBeInTheDocument()
})

test('team folders that can only be viewed are no targets', async () => {
  const { server, home } = teamServer('can_view')
  const own = makeEntry({ name: 'own.txt' })
  home.entries.push(own)
  server.on(browseFolder, () => makeListing([own]))
  const { user } = await renderSection(section, { path: '/platform/files', server })
  await within(await screen.findByRole('grid')).findByText('own.txt')
  await menuOf('own.txt')
  await user.click(screen.getByRole('menuitem', { name: 'Copy to…' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect((await dialog.findAllByRole('treeitem')).map(({ textContent }) => textContent)).toEqual(['Files'])
})

test('a member whose own storage is full uploads into the team folder, whose owner’s storage is used', async () => {
  const { server, folder, page } = teamServer('can_edit')
  const { uploads, addedOptions } = recordingUploads()
  const session = makeUser({ restrictions: { canUpload: false, cause: 'storage', reason: 'Your storage is full.' } })
  const path = `${page}/${folder.id}`
  const { user, host } = await renderSection(section, { path, server, uploads, session })
  await within(await screen.findByRole('grid')).findByText('report.txt')
  await user.upload(screen.getByLabelText('Upload files', { selector: 'input' }), [new File(['a'], 'a.txt')])
  await waitFor(() => expect(addedOptions).toEqual([expect.objectContaining({ isOthers: true })]))
  act(() => {
    host.overlay.open('remote-upload', { parentId: folder.id })
  })
  expect(await screen.findByRole('textbox', { name: 'Links to files' })).toBeInTheDocument()
})

test('where the owner’s account is limited, a member is told so', async () => {
  const { server, user } = await openTeam('can_edit')
  server.on(copyEntries, () => refuse('owner-restricted', { message: 'The owner’s account is limited.' }))
  fireEvent.contextMenu(row('report.txt'))
  await chooseInMore(user, 'Duplicate')
  expect(await screen.findByRole('alertdialog', { name: 'You can’t do this right now' })).toHaveTextContent(
    'The owner’s account is limited.',
  )
})
