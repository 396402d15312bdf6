import { browseFolder, takenNames } from '@holdall/api'
import { makeEntry, makeId, refuse, renderSection } from '@holdall/testing'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
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
  await waitFor(
    () => {
      expect(server.callsOf(browseFolder)).toHaveLength(before + 1)
    },
    { timeout: 3000 },
  )
})

test('a folder that was uploaded appears in the tree', async () => {
  const { server, home } = serverWith([makeEntry({ type: 'folder', name: 'Contracts' })])
  const { host } = await renderSection(section, { path: '/platform/files', server })
  const tree = await screen.findByRole('navigation', { name: 'Folders' })
  expect(within(tree).queryByText('Photos')).not.toBeInTheDocument()
  home.entries.push(makeEntry({ type: 'folder', name: 'Photos' }))
  host.events.emit('files.changed', { folderIds: [null] })
  expect(await within(tree).findByText('Photos')).toBeInTheDocument()
  expect(await within(screen.getByRole('grid')).findByText('Photos')).toBeInTheDocument()
})

test('an upload into another folder does not refetch this list', async () => {
  const { server } = serverWith([makeEntry({ name: 'a.txt' })])
  const { host } = await renderSection(section, { path: '/platform/files', server })
  await screen.findByText('a.txt')
  const before = server.callsOf(browseFolder).length
  host.events.emit('upload.finished', { entryId: makeId(), folderId: makeId() })
  // The next event refetches once: the one for the other folder did not.
  host.events.emit('upload.finished', { entryId: makeId(), folderId: null })
  await waitFor(
    () => {
      expect(server.callsOf(browseFolder)).toHaveLength(before + 1)
    },
    { timeout: 3000 },
  )
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
