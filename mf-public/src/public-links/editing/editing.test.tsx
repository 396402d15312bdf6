import {
  type Entry,
  publicCreateFolder,
  publicFolder,
  publicMove,
  publicRemove,
  publicRename,
  publicShare,
  publicTakenNames,
  publicTree,
} from '@holdall/api'
import { giveLayout } from '@holdall/file-browser/testing'
import { fetchOnce, type PopupInputs, type UploadOptions } from '@holdall/section'
import { fakeServer, idleUploads, makeEntry, makeListing, refuse, renderSection } from '@holdall/testing'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import section from '../../section.ts'
import { shareOf, token } from '../testing/public-link-fixture.ts'

giveLayout()
beforeAll(() => Promise.all(section.routes.map(({ page }) => fetchOnce(page))))

async function open(entries: readonly Entry[], { isEmpty = false } = {}) {
  const state = { entries: [...entries], permission: 'editor' as 'editor' | 'visitor', isRevoked: false }
  const server = fakeServer()
    .on(publicShare, () => (state.isRevoked ? refuse('share-revoked') : shareOf({ permission: state.permission })))
    .on(publicFolder, () => (state.isRevoked ? refuse('share-revoked') : makeListing(state.entries)))
    .on(publicTakenNames, ({ body }) => ({
      data: state.entries.filter(({ attributes }) => body.names.includes(attributes.name)),
    }))
    .on(publicTree, {
      data: entries.flatMap(({ id, type, attributes: { name, color, emoji } }) =>
        type === 'folder' ? [{ id, name, color, emoji, parent_id: null, has_folders: false }] : [],
      ),
    })
  const added: { names: string[]; folderId: string | null; options: UploadOptions }[] = []
  const uploads = idleUploads({
    add(sources, folderId, options = {}) {
      if (sources.length > 0) added.push({ names: sources.map(({ file }) => file.name), folderId, options })
    },
  })
  const view = await renderSection(section, { path: `/share/${token}/files`, server, uploads, session: 'anonymous' })
  await (isEmpty ? screen.findByText('Drop files here') : screen.findByText(entries[0]!.attributes.name))
  const menuOf = async (name: string) => {
    fireEvent.contextMenu(await screen.findByText(name))
    return within(await screen.findByRole('menu'))
  }
  const labels = () => screen.getAllByRole('menuitem').map(({ textContent }) => textContent)
  return { ...view, server, state, added, menuOf, labels }
}

const [file, box] = [makeEntry({ name: 'plan.docx' }), makeEntry({ type: 'folder', name: 'Box' })]

test('a link for viewing offers no change', async () => {
  const server = fakeServer()
    .on(publicShare, shareOf())
    .on(publicFolder, makeListing([file]))
  await renderSection(section, { path: `/share/${token}/files`, server, session: 'anonymous' })
  fireEvent.contextMenu(await screen.findByText('plan.docx'))
  await screen.findByRole('menu')
  expect(screen.queryByRole('menuitem', { name: /Rename|Move|Delete/ })).not.toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Create' })).not.toBeInTheDocument()
})

test('the menus have what the link allows', async () => {
  const { menuOf, labels, user } = await open([file, box])
  await menuOf('plan.docx')
  expect(labels().map((label) => label?.replace(/(Enter|F2|Del)$/, ''))).toEqual([
    'Preview',
    'Download',
    'Rename',
    'Move',
    'Details',
    'Delete',
  ])
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('button', { name: 'Create' }))
  await screen.findByRole('menu')
  expect(labels()).toEqual(['Upload files', 'Upload folder', 'New folder'])
})

test('an empty folder says what can be done, and takes chosen files', async () => {
  const { user, added } = await open([], { isEmpty: true })
  expect(screen.getByText(/sees what you add/)).toHaveTextContent('Maya Lindqvist sees')
  await user.upload(screen.getByLabelText('Upload files', { selector: 'input' }), new File(['a'], 'a.txt'))
  await waitFor(() => {
    expect(added).toEqual([
      { names: ['a.txt'], folderId: null, options: { link: { token }, folderName: 'Press kit', emptyFolders: [] } },
    ])
  })
})

test('files dropped on a folder are uploaded into it', async () => {
  const { added } = await open([box])
  const dropped = new File(['x'], 'a.jpg')
  const dataTransfer = {
    types: ['Files'],
    files: [dropped],
    items: [{ kind: 'file', webkitGetAsEntry: () => null, getAsFile: () => dropped }],
  }
  fireEvent.drop(await screen.findByText('Box'), { dataTransfer })
  await waitFor(() => {
    expect(added).toMatchObject([{ names: ['a.jpg'], folderId: box.id, options: { folderName: 'Box' } }])
  })
})

test('F2 renames in the row, and Undo restores the name', async () => {
  const { user, server } = await open([file])
  server.on(publicRename, ({ body }) => ({ data: makeEntry({ id: file.id, name: body.name! }) }))
  await user.click(screen.getByText('plan.docx'))
  await user.keyboard('{F2}')
  const field = await screen.findByRole('textbox')
  await user.clear(field)
  await user.type(field, 'new.docx{Enter}')
  expect(await screen.findByText(/Renamed to/)).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => {
    expect(server.callsOf(publicRename).map(({ params, body }) => [params, body.name])).toEqual([
      [{ id: file.id, token }, 'new.docx'],
      [{ id: file.id, token }, 'plan.docx'],
    ])
  })
})

test('deleting says that the owner can restore it, and promises no Undo', async () => {
  const { user, server, state } = await open([file, box])
  server.on(publicRemove, () => {
    state.entries = [box]
    return { message: 'Done.', count: 1 }
  })
  await user.click(screen.getByText('plan.docx'))
  await user.keyboard('{Delete}')
  expect(await screen.findByText(/deleted. The owner can restore it/)).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument()
  await waitFor(() => {
    expect(screen.queryByText('plan.docx')).not.toBeInTheDocument()
  })
  expect(server.callsOf(publicRemove)[0]).toMatchObject({ params: { token }, body: { items: [{ id: file.id }] } })
})

test('an entry that is dragged onto a folder is moved, and Undo moves it back with its name', async () => {
  const { user, server } = await open([file, box])
  server
    .on(publicMove, { message: 'Done.', count: 1, renamed: [{ id: file.id, name: 'plan.docx' }] })
    .on(publicRename, { data: file })
  const dataTransfer = { setData() {}, setDragImage() {}, types: [], effectAllowed: '', dropEffect: '' }
  fireEvent.dragStart(screen.getByText('plan.docx'), { dataTransfer })
  fireEvent.dragOver(screen.getByText('Box'), { dataTransfer })
  fireEvent.drop(screen.getByText('Box'), { dataTransfer })
  expect(await screen.findByText(/moved to/)).toHaveTextContent('Box')
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => {
    expect(server.callsOf(publicRename)[0]?.body).toEqual({ name: 'plan.docx' })
  })
  expect(server.callsOf(publicMove).map(({ body }) => body.to_id)).toEqual([box.id, null])
  const items = [{ id: file.id, type: 'file' }]
  expect(server.callsOf(publicMove).map(({ body }) => 'items' in body && body.items)).toEqual([items, items])
})

/** The question that the page opened; its popup has tests of its own. */
async function question(host: Awaited<ReturnType<typeof open>>['host']): Promise<PopupInputs['name-conflict']> {
  await waitFor(() => {
    expect(host.overlay.layers.get()).toMatchObject([{ kind: 'popup', name: 'name-conflict' }])
  })
  const [layer] = host.overlay.layers.get()
  if (layer?.kind !== 'popup' || !('onDecide' in layer.input)) throw new Error('No question is open.')
  return layer.input
}

test('a taken name is asked about before an upload, and a skipped file is not sent', async () => {
  const { user, host, added } = await open([file])
  const files = ['plan.docx', 'new.txt'].map((name) => new File(['a'], name))
  await user.upload(screen.getByLabelText('Upload files', { selector: 'input' }), files)
  const { action, canReplace, conflicts, onDecide } = await question(host)
  expect([action, canReplace, conflicts.map(({ name }) => name)]).toEqual(['upload', false, ['plan.docx']])
  act(() => onDecide({ choices: [{ id: conflicts[0]!.item.id, on_conflict: 'skip' }], rest: 'ask' }))
  await waitFor(() => {
    expect(added).toMatchObject([{ names: ['new.txt'] }])
  })
  expect(await screen.findByText('1 item skipped')).toBeInTheDocument()
})

test('a taken name is asked about before a move, and never replaced', async () => {
  const { host, server } = await open([file, box])
  const side = { id: file.id, type: 'file' as const, filesize: 1, updated_at: '2026-01-01T00:00:00.000Z' }
  server.on(publicMove, ({ body }) =>
    body.on_conflict === 'ask'
      ? refuse('name-conflict', { conflicts: [{ name: 'plan.docx', item: side, existing: side }], conflicts_total: 1 })
      : { message: 'Done.', count: 1 },
  )
  const dataTransfer = { setData() {}, setDragImage() {}, types: [], effectAllowed: '', dropEffect: '' }
  fireEvent.dragStart(screen.getByText('plan.docx'), { dataTransfer })
  fireEvent.drop(screen.getByText('Box'), { dataTransfer })
  const { canReplace, onDecide } = await question(host)
  expect(canReplace).toBe(false)
  act(() => onDecide({ choices: [{ id: file.id, on_conflict: 'keep-both' }], rest: 'ask' }))
  expect(await screen.findByText(/moved to/)).toBeInTheDocument()
  expect(server.callsOf(publicMove)[1]?.body).toMatchObject({
    on_conflict: 'keep-both',
    choices: [{ id: file.id, on_conflict: 'keep-both' }],
  })
})

test('a revoked link shows its page at the next change', async () => {
  const { user, server, state } = await open([file])
  state.isRevoked = true
  server.on(publicRemove, () => refuse('share-revoked'))
  await user.click(screen.getByText('plan.docx'))
  await user.keyboard('{Delete}')
  expect(await screen.findByRole('heading', { name: 'This link was turned off' })).toBeInTheDocument()
})

test('a link that was reduced to viewing says so at the next change, and offers no further ones', async () => {
  const { user, server, state } = await open([file])
  state.permission = 'visitor'
  server.on(publicRemove, () => refuse('not-found'))
  await user.click(screen.getByText('plan.docx'))
  await user.keyboard('{Delete}')
  expect(await screen.findByText(/the link doesn’t allow changes any more/)).toBeInTheDocument()
  await waitFor(() => {
    expect(screen.queryByRole('button', { name: 'Create' })).not.toBeInTheDocument()
  })
})

test('New folder opens the popup with the link', async () => {
  const { user, host } = await open([file])
  await user.click(screen.getByRole('button', { name: 'Create' }))
  await user.click(await screen.findByRole('menuitem', { name: 'New folder' }))
  const [layer] = host.overlay.layers.get()
  expect(layer).toMatchObject({ kind: 'popup', name: 'create-folder', input: { parentId: null, link: { token } } })
  expect(publicCreateFolder.path).toBe('/api/sharing/create-folder/:token')
})
