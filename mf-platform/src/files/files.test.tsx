import { browseFolder, createFolder, folderTree, removeEntries, renameEntry, restoreEntries } from '@holdall/api'
import { makeEntry, makeId, makeListing, makeUser, refuse, renderSection } from '@holdall/testing'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import section from '../section.ts'
import { serverWith } from '../testing/platform-fixture.ts'

const done = { message: 'Done.', count: 1 }

test('shows the folder of the address under its own name', async () => {
  const { server } = serverWith([])
  const root = makeEntry({ type: 'folder', name: 'Spring launch' })
  const parent = { id: makeId(), name: 'Northwind' }
  server.on(browseFolder, makeListing([makeEntry({ name: 'plan.docx' })], { root, ancestors: [parent] }))
  await renderSection(section, { path: `/platform/files/${root.id}`, server })
  expect(await screen.findByRole('heading', { level: 1, name: 'Spring launch' })).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Northwind' })).toHaveAttribute('href', `/platform/files/${parent.id}`)
  expect(server.callsOf(browseFolder)[0]?.params).toEqual({ id: root.id })
  expect(document.title).toBe('Spring launch – Holdall')
})

test('while a folder is loading, the page already has its name and path', async () => {
  const outer = makeEntry({ type: 'folder', name: 'Contracts' })
  const { server } = serverWith([outer])
  server.on(browseFolder, ({ params }) => (params.id === 'all' ? makeListing([outer]) : new Promise(() => {})))
  const { user } = await renderSection(section, { path: '/platform/files', server })
  await user.dblClick(await within(await screen.findByRole('grid')).findByText('Contracts'))
  expect(await screen.findByRole('heading', { level: 1, name: 'Contracts' })).toBeInTheDocument()
  expect(document.title).toBe('Contracts – Holdall')
})

test('a folder that could not be loaded keeps its name and path', async () => {
  const outer = makeEntry({ type: 'folder', name: 'Contracts' })
  const { server } = serverWith([outer])
  server.on(browseFolder, ({ params }) => (params.id === 'all' ? makeListing([outer]) : refuse('internal')))
  const { user } = await renderSection(section, { path: '/platform/files', server })
  await user.dblClick(await within(await screen.findByRole('grid')).findByText('Contracts'))
  expect(await screen.findByRole('button', { name: 'Retry' })).toBeInTheDocument()
  expect(screen.getByRole('heading', { level: 1, name: 'Contracts' })).toBeInTheDocument()
})

test('a folder that no list has shown is not called Files while it is loading', async () => {
  const { server } = serverWith([])
  server.on(browseFolder, () => new Promise(() => {}))
  await renderSection(section, { path: `/platform/files/${makeId()}`, server })
  expect(await screen.findByRole('navigation', { name: 'Path' })).toBeInTheDocument()
  expect(screen.queryByRole('heading', { level: 1 })).not.toBeInTheDocument()
  expect(document.title).toBe('Holdall')
})

test('a folder opens with a double click, at its own address', async () => {
  const folder = makeEntry({ type: 'folder', name: 'Contracts' })
  const { server } = serverWith([folder])
  const { user, address } = await renderSection(section, { path: '/platform/files', server })
  await user.dblClick(await within(await screen.findByRole('grid')).findByText('Contracts'))
  await waitFor(() => {
    expect(address()).toBe(`/platform/files/${folder.id}`)
  })
})

test('says that a folder does not exist, and leads to the top', async () => {
  const { server } = serverWith([])
  server.on(browseFolder, ({ params }) => (params.id === 'all' ? makeListing([]) : refuse('not-found')))
  const { user, address } = await renderSection(section, { path: `/platform/files/${makeId()}`, server })
  expect(await screen.findByText('Folder not found')).toBeInTheDocument()
  await user.click(await screen.findByRole('button', { name: 'OK' }))
  await user.click(screen.getByRole('button', { name: 'Go to Files' }))
  expect(address()).toBe('/platform/files')
  expect(await screen.findByText('No files yet')).toBeInTheDocument()
})

test('an unauthenticated answer ends the session', async () => {
  const { server } = serverWith([])
  server.on(browseFolder, () => refuse('unauthenticated'))
  const { host } = await renderSection(section, { path: '/platform/files', server })
  await waitFor(() => {
    expect(host.session.get().state).toBe('anonymous')
  })
})

test('a folder that is refused (403) ends the session, and is an error in its place after signing in again', async () => {
  const { server } = serverWith([])
  const folder = makeId()
  server.on(browseFolder, ({ params }) => (params.id === 'all' ? makeListing([]) : refuse('forbidden')))
  const session = makeUser()
  const { host, user, address } = await renderSection(section, { path: `/platform/files/${folder}`, server, session })
  await waitFor(() => {
    expect(host.session.get().state).toBe('anonymous')
  })
  // In place of the shell's guard, which leads to sign-in and back.
  act(() => {
    host.navigation.go('/platform/trash')
  })
  await screen.findByText('Trash is empty')
  act(() => {
    host.session.begin(session)
    host.navigation.go(`/platform/files/${folder}`)
  })
  expect(await screen.findByText('You don’t have access to this folder')).toBeInTheDocument()
  expect(host.session.get().state).toBe('signed-in')
  await user.click(screen.getByRole('button', { name: 'Go to Files' }))
  expect(await screen.findByText('No files yet')).toBeInTheDocument()
  expect(address()).toBe('/platform/files')
})

test('a new folder appears in the list and is selected', async () => {
  const { server, home } = serverWith([makeEntry({ name: 'a.txt' })])
  server.on(createFolder, ({ body }) => {
    const made = makeEntry({ type: 'folder', name: body.name })
    home.entries.push(made)
    return { data: made }
  })
  const { user } = await renderSection(section, { path: '/platform/files', server })
  await user.click(await screen.findByRole('button', { name: 'Create' }))
  await user.click(await screen.findByRole('menuitem', { name: 'New folder' }))
  const field = await screen.findByRole('textbox', { name: 'Name' })
  await user.clear(field)
  await user.type(field, 'Summer{Enter}')
  expect(await within(screen.getByRole('grid')).findByText('Summer')).toBeInTheDocument()
  expect(server.callsOf(createFolder)[0]?.body).toEqual({ name: 'Summer', parent_id: null })
  expect(screen.getByRole('row', { selected: true })).toHaveTextContent('Summer')
})

test.each([
  ['bad-name', 'A name can’t contain “/”.', []],
  ['validation', 'Check the highlighted fields.', ['A name can’t contain “/”.']],
] as const)(
  'a refused folder name (%s) is an alert with the server’s message, and stays in the field with the reason',
  async (code, message, said) => {
    const { server } = serverWith([])
    server.on(createFolder, () => refuse(code, { message, errors: { name: ['A name can’t contain “/”.'] } }))
    const { user, host } = await renderSection(section, { path: '/platform/files', server })
    act(() => {
      host.overlay.open('create-folder', { parentId: null })
    })
    const field = await screen.findByRole('textbox', { name: 'Name' })
    await user.clear(field)
    await user.type(field, 'a/b{Enter}')
    const alert = await screen.findByRole('alertdialog', { name: message })
    expect(
      within(alert)
        .queryAllByText(/./, { selector: 'p' })
        .map((line) => line.textContent),
    ).toEqual(said)
    await user.click(within(alert).getByRole('button'))
    expect(await screen.findByText('A name can’t contain “/”.')).toBeInTheDocument()
    expect(field).toHaveValue('a/b')
  },
)

test('Enter that ends a composition does not create the folder', async () => {
  const { server } = serverWith([])
  const { host } = await renderSection(section, { path: '/platform/files', server })
  act(() => {
    host.overlay.open('create-folder', { parentId: null })
  })
  const field = await screen.findByRole('textbox', { name: 'Name' })
  // Prevented: the browser does not submit the form.
  expect(fireEvent.keyDown(field, { key: 'Enter', isComposing: true })).toBe(false)
  expect(fireEvent.keyDown(field, { key: 'Enter', keyCode: 229 })).toBe(false)
  expect(fireEvent.keyDown(field, { key: 'Enter' })).toBe(true)
  expect(server.callsOf(createFolder)).toHaveLength(0)
})

test('any other refusal of a new folder is an alert with the server’s message', async () => {
  const { server } = serverWith([])
  server.on(createFolder, () => refuse('not-found', { message: 'The folder is gone.' }))
  const { user, host } = await renderSection(section, { path: '/platform/files', server })
  act(() => {
    host.overlay.open('create-folder', { parentId: makeId() })
  })
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), '{Enter}')
  expect(await screen.findByText('The folder is gone.')).toBeInTheDocument()
})

test('a user who may not create folders gets an alert in place of the popup', async () => {
  const { server } = serverWith([])
  const { host } = await renderSection(section, {
    path: '/platform/files',
    server,
    session: makeUser({ restrictions: { canCreateFolder: false, reason: 'Your trial has ended.' } }),
  })
  act(() => {
    host.overlay.open('create-folder', { parentId: null })
  })
  expect(await screen.findByText('You can’t create folders right now')).toBeInTheDocument()
  expect(screen.getByText('Your trial has ended.')).toBeInTheDocument()
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument()
})

test('a user who may not create folders any more gets the reason, and the popup closes', async () => {
  const { server } = serverWith([])
  server.on(createFolder, () => refuse('create-folder-restricted', { message: 'Your trial has ended.' }))
  const { user, host } = await renderSection(section, { path: '/platform/files', server })
  act(() => {
    host.overlay.open('create-folder', { parentId: null })
  })
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), '{Enter}')
  const alert = await screen.findByRole('alertdialog', { name: 'You can’t create folders right now' })
  expect(alert).toHaveTextContent('Your trial has ended.')
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Name' })).not.toBeInTheDocument())
})

test('a new name is shown at once', async () => {
  const file = makeEntry({ name: 'plan.docx' })
  const { server, home } = serverWith([file])
  let answer = () => {}
  server.on(renameEntry, ({ body }) => {
    const renamed = { ...file, attributes: { ...file.attributes, name: body.name ?? '' } }
    return new Promise((resolve) => {
      answer = () => {
        home.entries[0] = renamed
        resolve({ data: renamed })
      }
    })
  })
  const { user, queryClient } = await renderSection(section, { path: '/platform/files', server })
  await user.click(await screen.findByText('plan.docx'))
  await user.keyboard('{F2}final{Enter}')
  await waitFor(() => {
    expect(JSON.stringify(queryClient.getQueriesData({ queryKey: ['files'] }))).toContain('final.docx')
  })
  answer()
  expect(await screen.findByText('final.docx')).toBeInTheDocument()
})

test('a refused name can be corrected in its row; the list keeps the old one', async () => {
  const { server } = serverWith([makeEntry({ name: 'plan.docx' })])
  server.on(renameEntry, () => refuse('bad-name', { errors: { name: ['A name can’t contain “/”.'] } }))
  const { user } = await renderSection(section, { path: '/platform/files', server })
  await user.click(await screen.findByText('plan.docx'))
  await user.keyboard('{F2}a/b{Enter}')
  expect(await screen.findByText('A name can’t contain “/”.')).toBeInTheDocument()
  expect(screen.getByRole('textbox')).toHaveValue('a/b.docx')
  await user.keyboard('{Escape}')
  expect(await screen.findByText('plan.docx')).toBeInTheDocument()
})

test('a name can also be changed in a popup, where the row has no field', async () => {
  const file = makeEntry({ name: 'plan.docx' })
  const { server } = serverWith([file])
  server.on(renameEntry, { data: file })
  const { user, host } = await renderSection(section, { path: '/platform/files', server })
  await screen.findByText('plan.docx')
  act(() => {
    host.overlay.open('rename-item', { id: file.id, name: 'plan.docx', type: 'file' })
  })
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' })
  await waitFor(() => {
    expect(field).toHaveFocus()
  })
  // Without its extension.
  expect(field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0)).toBe('plan')
  await user.clear(field)
  await user.click(screen.getByRole('button', { name: 'Rename' }))
  expect(await screen.findByText('Enter a name')).toBeInTheDocument()
  const emitted: unknown[] = []
  host.events.on('files.changed', ({ folderIds }) => emitted.push(folderIds), new AbortController().signal)
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'final.docx{Enter}')
  await waitFor(() => {
    expect(server.callsOf(renameEntry)[0]?.body).toEqual({ name: 'final.docx' })
  })
  await waitFor(() => {
    expect(emitted).toEqual([[null]])
  })
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})

test('a deleted file is moved to the trash, and Undo restores it', async () => {
  const file = makeEntry({ name: 'plan.docx' })
  const { server, home } = serverWith([file])
  server.on(removeEntries, () => {
    home.entries.length = 0
    return done
  })
  server.on(restoreEntries, () => {
    home.entries.push(file)
    return done
  })
  const { user } = await renderSection(section, { path: '/platform/files', server })
  await user.click(await screen.findByText('plan.docx'))
  await user.keyboard('{Delete}')
  expect(await screen.findByText('“plan.docx” moved to trash')).toBeInTheDocument()
  expect(await screen.findByText('No files yet')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('plan.docx')).toBeInTheDocument()
  expect(server.callsOf(restoreEntries)[0]?.body.items).toEqual([{ id: file.id, type: 'file' }])
})

test('a folder tree that fails to load opens the general alert, and shows an error in its place with Retry', async () => {
  const { server } = serverWith([makeEntry({ type: 'folder', name: 'Contracts' })])
  server.on(folderTree, () => refuse('busy'))
  const { user } = await renderSection(section, { path: '/platform/files', server })
  const alert = await screen.findByRole('alertdialog', { name: 'Something went wrong' })
  await user.click(within(alert).getByRole('button', { name: 'OK' }))
  const tree = await screen.findByRole('navigation', { name: 'Folders' })
  expect(tree).toHaveTextContent('Couldn’t load the folders')
  server.on(folderTree, () => ({ data: [] }))
  await user.click(within(tree).getByRole('button', { name: 'Retry' }))
  await waitFor(() => {
    expect(screen.queryByText('Couldn’t load the folders')).not.toBeInTheDocument()
  })
})

test('deleting an entry that no longer exists shows a message', async () => {
  const file = makeEntry({ name: 'plan.docx' })
  const { server } = serverWith([file])
  server.on(removeEntries, () => refuse('not-found'))
  const { user } = await renderSection(section, { path: '/platform/files', server })
  await user.click(await screen.findByText('plan.docx'))
  await user.keyboard('{Delete}')
  expect(
    await screen.findByText(
      'This item no longer exists, or your access to it has changed. The list is now up to date.',
    ),
  ).toBeInTheDocument()
})

test('the sidebar shows the used storage', async () => {
  const { server } = serverWith([])
  await renderSection(section, {
    path: '/platform/files',
    server,
    session: makeUser({ storage: { used: 36_400_000_000, capacity: 100_000_000_000 } }),
  })
  expect(await screen.findByRole('meter', { name: 'Storage in use' })).toHaveAttribute(
    'aria-valuetext',
    '36.4 GB / 100 GB',
  )
})
