import { browseFolder, createFolder, folderTree, takenNames } from '@holdall/api'
import { makeEntry, makeId, makeListing, makeUser, refuse, type RenderedSection, renderSection } from '@holdall/testing'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import section from '../section.ts'
import { recordingUploads, serverWith } from '../testing/platform-fixture.ts'

test('picked files are added to the upload engine, with this folder', async () => {
  const { server } = serverWith([])
  const { uploads, added } = recordingUploads()
  const { user } = await renderSection(section, { path: '/platform/files', server, uploads })
  await screen.findByText('No files yet')
  const input = screen.getByLabelText('Upload files', { selector: 'input' })
  await user.upload(input, [new File(['a'], 'a.txt'), new File(['b'], 'b.txt')])
  await waitFor(() => {
    expect(added).toEqual([{ names: ['a.txt', 'b.txt'], paths: [undefined, undefined], folderId: null }])
  })
})

test('a folder dropped on a folder is uploaded into it, with everything in it', async () => {
  const folder = makeEntry({ type: 'folder', name: 'Contracts' })
  const { server } = serverWith([folder])
  const { uploads, added, addedOptions } = recordingUploads()
  await renderSection(section, { path: '/platform/files', server, uploads })
  const target = await within(await screen.findByRole('grid')).findByText('Contracts')
  const child = {
    isDirectory: false,
    name: 'a.jpg',
    fullPath: '/photos/a.jpg',
    file: (resolve: (file: File) => void) => {
      resolve(new File(['x'], 'a.jpg'))
    },
  }
  const batches = [[child], []]
  const dropped = {
    isDirectory: true,
    name: 'photos',
    fullPath: '/photos',
    createReader: () => ({
      readEntries: (resolve: (entries: unknown[]) => void) => {
        resolve(batches.shift() ?? [])
      },
    }),
  }
  const dataTransfer = { types: ['Files'], items: [{ kind: 'file', webkitGetAsEntry: () => dropped }] }
  fireEvent.drop(target, { dataTransfer })
  await waitFor(() => {
    expect(added).toEqual([{ names: ['a.jpg'], paths: ['/photos/a.jpg'], folderId: folder.id }])
  })
  expect(addedOptions).toEqual([{ folderName: 'Contracts', emptyFolders: [] }])
})

test('many finished uploads refetch the list once', async () => {
  const { server } = serverWith([makeEntry({ name: 'a.txt' })])
  const { host } = await renderSection(section, { path: '/platform/files', server })
  await screen.findByText('a.txt')
  const before = server.callsOf(browseFolder).length
  for (let at = 0; at < 50; at++) host.events.emit('upload.finished', { entryId: makeId(), folderId: null })
  await waitFor(() => {
    expect(server.callsOf(browseFolder)).toHaveLength(before + 1)
  })
})

test('a folder that was uploaded appears in the tree', async () => {
  const { server, home } = serverWith([makeEntry({ type: 'folder', name: 'Contracts' })])
  const { host } = await renderSection(section, { path: '/platform/files', server })
  const tree = await screen.findByRole('navigation', { name: 'Folders' })
  const grid = await screen.findByRole('grid')
  expect(within(tree).queryByText('Photos')).not.toBeInTheDocument()
  home.entries.push(makeEntry({ type: 'folder', name: 'Photos' }))
  host.events.emit('files.changed', { folderIds: [null] })
  expect(await within(tree).findByText('Photos')).toBeInTheDocument()
  expect(await within(grid).findByText('Photos')).toBeInTheDocument()
})

test('a folder that was uploaded reloads the first page and the tree', async () => {
  const { server, home } = serverWith([makeEntry({ type: 'folder', name: 'Contracts' })])
  const { host } = await renderSection(section, { path: '/platform/files', server })
  await screen.findByRole('grid')
  const tree = await screen.findByRole('navigation', { name: 'Folders' })
  await within(tree).findByText('Contracts')
  const [pages, levels] = [server.callsOf(browseFolder).length, server.callsOf(folderTree).length]
  home.entries.push(makeEntry({ type: 'folder', name: 'Photos' }))
  act(() => {
    host.events.emit('files.changed', { folderIds: [null] })
  })
  expect(await within(tree).findByText('Photos')).toBeInTheDocument()
  await waitFor(() => {
    expect(server.callsOf(browseFolder)).toHaveLength(pages + 1)
  })
  expect(server.callsOf(browseFolder).at(-1)).toMatchObject({ params: { id: 'all' }, query: { page: 1 } })
  expect(server.callsOf(folderTree)).toHaveLength(levels + 1)
})

test('a change refetches the lists that show the folder, and no others', async () => {
  const folder = makeEntry({ type: 'folder', name: 'Contracts' })
  const { server } = serverWith([folder])
  const { host } = await renderSection(section, { path: '/platform/files', server })
  await screen.findByRole('grid')
  const before = server.callsOf(browseFolder).length
  await act(async () => {
    host.events.emit('files.changed', { folderIds: [makeId(), makeId()] })
  })
  expect(server.callsOf(browseFolder)).toHaveLength(before)
  // Its row says how many items it has. Had the change before refetched too, there would be two calls.
  host.events.emit('files.changed', { folderIds: [folder.id] })
  await waitFor(() => {
    expect(server.callsOf(browseFolder)).toHaveLength(before + 1)
  })
})

test('an upload into another folder does not refetch this list', async () => {
  const { server } = serverWith([makeEntry({ name: 'a.txt' })])
  const { host } = await renderSection(section, { path: '/platform/files', server })
  await screen.findByText('a.txt')
  const before = server.callsOf(browseFolder).length
  host.events.emit('upload.finished', { entryId: makeId(), folderId: makeId() })
  // The next event refetches once: the one for the other folder did not.
  host.events.emit('upload.finished', { entryId: makeId(), folderId: null })
  await waitFor(() => {
    expect(server.callsOf(browseFolder)).toHaveLength(before + 1)
  })
})

test('an upload into a folder refetches the list that shows the folder with its number of items', async () => {
  const folder = makeEntry({ type: 'folder', name: 'Contracts', items: 1 })
  const { server, home } = serverWith([folder])
  const { host } = await renderSection(section, { path: '/platform/files', server })
  const grid = await screen.findByRole('grid')
  await within(grid).findAllByText('1 item')
  home.entries = [{ ...folder, attributes: { ...folder.attributes, items: 2 } }]
  host.events.emit('upload.finished', { entryId: makeId(), folderId: folder.id })
  expect(await within(grid).findAllByText('2 items')).not.toHaveLength(0)
})

test.each([
  ['is reported', ({ host }: RenderedSection) => host.events.emit('files.changed', { folderIds: [null] })],
  [
    'was missed, so that everything is invalidated',
    ({ queryClient }: RenderedSection) => void queryClient.invalidateQueries(),
  ],
])('what arrives while a folder is loaded for the first time is listed, where it %s', async (_how, change) => {
  const { server } = serverWith([])
  const loading: (() => void)[] = []
  const arrived = [makeEntry({ name: 'a.txt' })]
  server.on(browseFolder, async () => {
    const listing = makeListing([...arrived])
    // The answer is on its way.
    await new Promise<void>((resolve) => loading.push(resolve))
    return listing
  })
  const view = await renderSection(section, { path: '/platform/files', server })
  await waitFor(() => {
    expect(loading).toHaveLength(1)
  })
  arrived.push(makeEntry({ name: 'b.txt' }))
  act(() => change(view))
  loading[0]!()
  await waitFor(() => {
    expect(loading).toHaveLength(2)
  })
  loading[1]!()
  expect(await within(await screen.findByRole('grid')).findByText('b.txt')).toBeInTheDocument()
})

test('a list is loaded while changes come faster than its answers', async () => {
  const { server } = serverWith([makeEntry({ name: 'a.txt' })])
  const { host } = await renderSection(section, { path: '/platform/files', server })
  await screen.findByText('a.txt')
  const loading: { answer: () => void; isCanceled: () => boolean }[] = []
  server.on(browseFolder, async (_input, { signal }) => {
    await new Promise<void>((resolve) => loading.push({ answer: resolve, isCanceled: () => signal?.aborted ?? false }))
    return makeListing([makeEntry({ name: `${loading.length}.txt` })])
  })
  const change = () => act(async () => host.events.emit('files.changed', { folderIds: [null] }))
  for (let changes = 0; changes < 5; changes++) await change()
  await waitFor(() => {
    expect(loading).toHaveLength(1)
  })
  loading[0]!.answer()
  expect(await screen.findByText('1.txt')).toBeInTheDocument()
  // One more follows for all that has changed meanwhile.
  await waitFor(() => {
    expect(loading).toHaveLength(2)
  })
  loading[1]!.answer()
  expect(await screen.findByText('2.txt')).toBeInTheDocument()
  expect(loading).toHaveLength(2)
})

test('asks about existing names before anything is sent', async () => {
  const existing = makeEntry({ name: 'a.txt', filesize: 2_000_000 })
  const { server } = serverWith([existing, makeEntry({ type: 'folder', name: 'c.txt' })])
  server.on(takenNames, ({ body }) => ({
    data: body.names.includes('a.txt') ? [existing, makeEntry({ type: 'folder', name: 'c.txt' })] : [],
  }))
  const { uploads, added, replacing } = recordingUploads()
  const { user } = await renderSection(section, { path: '/platform/files', server, uploads })
  await screen.findByRole('grid')
  const pick = () =>
    user.upload(
      screen.getByLabelText('Upload files', { selector: 'input' }),
      ['a.txt', 'b.txt', 'c.txt'].map((name) => new File(['x'], name)),
    )
  const question = async (name: string) =>
    within(await screen.findByRole('dialog', { name: `“${name}” already exists` }))

  await pick()
  expect((await question('a.txt')).getByText('Being uploaded')).toBeInTheDocument()
  await user.keyboard('{Escape}')
  await waitFor(() => {
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })
  expect(added).toEqual([])

  await pick()
  await user.click((await question('a.txt')).getByRole('button', { name: 'Replace' }))
  await user.click((await question('c.txt')).getByRole('button', { name: 'Skip' }))
  await waitFor(() => {
    expect(added.map(({ names }) => names)).toEqual([['a.txt', 'b.txt']])
  })
  expect(replacing).toEqual(['a.txt'])
  expect(await screen.findByText('1 item skipped')).toBeInTheDocument()
})

test('a file that is kept beside another one is uploaded so that this can be undone', async () => {
  const existing = makeEntry({ name: 'a.txt' })
  const { server } = serverWith([existing])
  server.on(takenNames, { data: [existing] })
  const { uploads, added, replacing, keepingBoth } = recordingUploads()
  const { user } = await renderSection(section, { path: '/platform/files', server, uploads })
  await screen.findByRole('grid')
  const input = screen.getByLabelText('Upload files', { selector: 'input' })
  await user.upload(
    input,
    ['a.txt', 'b.txt'].map((name) => new File(['x'], name)),
  )
  const question = within(await screen.findByRole('dialog', { name: '“a.txt” already exists' }))
  await user.click(question.getByRole('button', { name: 'Keep both' }))
  await waitFor(() => {
    expect(added.map(({ names }) => names)).toEqual([['a.txt', 'b.txt']])
  })
  expect([replacing, keepingBoth]).toEqual([[], ['a.txt']])
})

/** Drops files by their paths, as `webkitdirectory` gives them. */
async function dropFolders(...paths: string[]) {
  const [photos, plans, notes] = ['Photos', 'Plans', 'Notes'].map((name) => makeEntry({ type: 'folder', name }))
  const other = makeEntry({ name: 'Other' })
  const existing = [photos!, plans!, notes!, other]
  const { server } = serverWith(existing)
  server.on(takenNames, ({ body }) => ({
    data: existing.filter(({ attributes }) => body.names.includes(attributes.name)),
  }))
  const recording = recordingUploads()
  const view = await renderSection(section, { path: '/platform/files', server, uploads: recording.uploads })
  await screen.findByRole('grid')
  const files = paths.map((path) => {
    const file = new File(['x'], path.split('/').at(-1)!)
    Object.defineProperty(file, 'webkitRelativePath', { value: path })
    return file
  })
  fireEvent.change(screen.getByLabelText('Upload folder', { selector: 'input' }), { target: { files } })
  const question = async (name: string) =>
    within(await screen.findByRole('dialog', { name: `“${name}” already exists` }))
  return { ...view, ...recording, server, question }
}

test('a folder whose name is taken is merged, put beside the other one, or skipped', async () => {
  const { user, server, question, added, addedOptions, replacing, keepingBoth } = await dropFolders(
    'Photos/a.jpg',
    'Photos/lake/b.jpg',
    'Plans/c.pdf',
    'Notes/d.txt',
    'Other/e.txt',
    'New/f.txt',
  )
  const created: string[] = []
  server.on(createFolder, ({ body }) => {
    const folder = makeEntry({ type: 'folder', name: `${body.name} (2)` })
    created.push(folder.id)
    return { data: folder }
  })
  const photos = await question('Photos')
  expect(photos.getByText(/files with the same names are replaced/)).toBeInTheDocument()
  await user.click(photos.getByRole('button', { name: 'Merge' }))
  await user.click((await question('Plans')).getByRole('button', { name: 'Keep both' }))
  await user.click((await question('Notes')).getByRole('button', { name: 'Skip' }))
  const other = await question('Other')
  expect(other.queryByRole('button', { name: /Merge|Replace/ })).not.toBeInTheDocument()
  await user.click(other.getByRole('button', { name: 'Keep both' }))
  await waitFor(() => {
    expect(added).toHaveLength(3)
  })
  expect(added).toEqual([
    {
      names: ['a.jpg', 'b.jpg', 'f.txt'],
      paths: ['/Photos/a.jpg', '/Photos/lake/b.jpg', '/New/f.txt'],
      folderId: null,
    },
    { names: ['c.pdf'], paths: ['/Plans/c.pdf'], folderId: created[0] },
    { names: ['e.txt'], paths: ['/Other/e.txt'], folderId: created[1] },
  ])
  expect(addedOptions.map(({ folderName, createdIn }) => [folderName, createdIn])).toEqual([
    [null, undefined],
    ['Plans (2)', null],
    ['Other (2)', null],
  ])
  expect([replacing, keepingBoth]).toEqual([['a.jpg', 'b.jpg'], []])
  expect(await screen.findByText('1 item skipped')).toBeInTheDocument()
})

test('a choice for all is that of the folders as well', async () => {
  const { user, question, added, replacing } = await dropFolders('Photos/a.jpg', 'Plans/c.pdf')
  const photos = await question('Photos')
  await user.click(photos.getByRole('checkbox', { name: 'Apply to all 2 items' }))
  await user.click(photos.getByRole('button', { name: 'Merge' }))
  await waitFor(() => {
    expect(added).toHaveLength(1)
  })
  expect(replacing).toEqual(['a.jpg', 'c.pdf'])
})

test('a folder that cannot be created beside the other one is reported, and nothing of it is added', async () => {
  const { user, server, question, added } = await dropFolders('Photos/a.jpg', 'Plans/c.pdf')
  server.on(createFolder, () => refuse('not-found'))
  await user.click((await question('Photos')).getByRole('button', { name: 'Keep both' }))
  await user.click((await question('Plans')).getByRole('button', { name: 'Merge' }))
  expect(await screen.findByText(/This item no longer exists/)).toBeInTheDocument()
  expect(added.map(({ names }) => names)).toEqual([['c.pdf']])
})

test('an account that may not upload is asked nothing', async () => {
  const { server } = serverWith([])
  const { uploads, added } = recordingUploads()
  const session = makeUser({ restrictions: { canUpload: false } })
  const { user } = await renderSection(section, { path: '/platform/files', server, uploads, session })
  await screen.findByText('No files yet')
  await user.upload(screen.getByLabelText('Upload files', { selector: 'input' }), [new File(['a'], 'a.txt')])
  await waitFor(() => {
    expect(added).toHaveLength(1)
  })
  expect(server.callsOf(takenNames)).toEqual([])
})

test('an account that may not create folders uploads files, and sees why no folder', async () => {
  const { server } = serverWith([])
  const { uploads, added } = recordingUploads()
  const restrictions = { canCreateFolder: false, cause: 'administrator', reason: 'An invoice is unpaid.' } as const
  const session = makeUser({ restrictions })
  const { user } = await renderSection(section, { path: '/platform/files', server, uploads, session })
  await screen.findByText('No files yet')
  const inFolder = Object.defineProperty(new File(['a'], 'a.txt'), 'webkitRelativePath', { value: 'photos/a.txt' })
  await user.upload(screen.getByLabelText('Upload folder', { selector: 'input' }), [inFolder])
  const alert = await screen.findByRole('alertdialog', { name: 'You can’t create folders right now' })
  expect(alert).toHaveTextContent('An invoice is unpaid.')
  await user.click(within(alert).getByRole('button'))
  expect([added, server.callsOf(takenNames)]).toEqual([[], []])
  await user.upload(screen.getByLabelText('Upload files', { selector: 'input' }), [new File(['b'], 'b.txt')])
  await waitFor(() => expect(added).toHaveLength(1))
})

test('without an answer about names the files are added, and both are kept', async () => {
  const { server } = serverWith([])
  server.on(takenNames, () => refuse('internal'))
  const { uploads, added, replacing } = recordingUploads()
  const { user } = await renderSection(section, { path: '/platform/files', server, uploads })
  await screen.findByText('No files yet')
  await user.upload(screen.getByLabelText('Upload files', { selector: 'input' }), [new File(['a'], 'a.txt')])
  await waitFor(() => {
    expect(added).toHaveLength(1)
  })
  expect(replacing).toEqual([])
})
