import {
  browseUploadRequests,
  closeUploadRequest,
  createUploadRequest,
  folderTree,
  type UploadRequest,
} from '@holdall/api'
import { makeEntry, makeId, makeUser, refuse, renderSection } from '@holdall/testing'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import section from '../section.ts'
import { serverWith } from '../testing/platform-fixture.ts'
import { chooseInMore } from '../testing/more-menu.ts'
import { pageOf, requestOf } from '../testing/upload-request-fixture.ts'

const path = '/platform/upload-requests'

const ended = { closes_at: null, ended_at: '2026-03-14T10:00:00.000Z' }

async function open(requests: readonly UploadRequest[], config = {}) {
  const { server } = serverWith([])
  const state = { requests: [...requests] }
  server.on(browseUploadRequests, () => pageOf(state.requests))
  const view = await renderSection(section, { path, server, config })
  return { ...view, server, state }
}

const rowOf = async (name: string) => within((await screen.findByText(name)).closest('tr')!)

test('a list that fails to load says so, and can be tried again', async () => {
  const { server } = serverWith([])
  let isBroken = true
  server.on(browseUploadRequests, () => (isBroken ? refuse('internal') : pageOf([requestOf()])))
  const { user } = await renderSection(section, { path, server })
  const retry = await screen.findByRole('button', { name: 'Retry' })
  isBroken = false
  await user.click(retry)
  expect(await screen.findByText('Contracts')).toBeInTheDocument()
})

test('without requests it says what they are for', async () => {
  const { user, host } = await open([])
  expect(await screen.findByRole('heading', { name: 'No upload requests' })).toBeInTheDocument()
  await user.click(screen.getAllByRole('button', { name: 'Request files' }).at(-1)!)
  expect(host.overlay.layers.get()[0]).toMatchObject({ name: 'create-file-request', input: { parentId: null } })
})

test('shows the state of each request, how many files have come, and until when it is open', async () => {
  const folderId = makeId()
  await open([
    requestOf({ name: 'Waiting', email: 'lea@example.com' }),
    requestOf({ name: 'Filling', status: 'filling', folder_id: folderId, files_received: 3 }),
    requestOf({ name: 'Trashed', status: 'filling', suspended: true }),
    requestOf({ name: 'Done', status: 'filled', ended_by: 'visitor', files_received: 12, ...ended }),
    requestOf({ name: 'Ended', status: 'filled', ended_by: 'owner', ...ended }),
    requestOf({ name: 'Unused', status: 'expired', ended_by: 'unused', ...ended }),
  ])
  const shown = async (name: string) => (await rowOf(name)).getAllByRole('cell').map(({ textContent }) => textContent)
  expect(await shown('Waiting')).toEqual(['Waiting for files', '0', expect.stringContaining('Closes Mar 30, 2027'), ''])
  expect((await rowOf('Waiting')).getByRole('rowheader')).toHaveTextContent('Folder: Files · Sent to lea@example.com')
  expect(await shown('Filling')).toEqual(expect.arrayContaining(['Receiving files', '3']))
  expect((await rowOf('Filling')).getByRole('link')).toHaveAttribute('href', `/platform/files/${folderId}`)
  expect((await shown('Trashed'))[0]).toBe('Folder in trash')
  expect(await shown('Done')).toEqual(['Complete', '12', 'Ended Mar 14, 2026', ''])
  expect((await shown('Ended'))[0]).toBe('Closed')
  expect((await shown('Unused'))[0]).toBe('Expired')
})

test('closing asks first, and the list shows it', async () => {
  const request = requestOf()
  const { user, server, state } = await open([request])
  server.on(closeUploadRequest, () => {
    state.requests = [requestOf({ status: 'filled', ended_by: 'owner', ...ended })]
    return { data: state.requests[0]! }
  })
  const close = async () => {
    await user.click(await screen.findByRole('button', { name: 'Actions for “Contracts”' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Close request' }))
    return within(await screen.findByRole('alertdialog', { name: 'Close “Contracts”?' }))
  }
  await user.click((await close()).getByRole('button', { name: 'Keep open' }))
  expect(server.callsOf(closeUploadRequest)).toEqual([])
  await waitFor(() => {
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
  })
  await user.click((await close()).getByRole('button', { name: 'Close request' }))
  expect(await screen.findByText('Request closed')).toBeInTheDocument()
  expect(await screen.findByText('Closed')).toBeInTheDocument()
  expect(server.callsOf(closeUploadRequest)[0]?.params).toEqual({ token: request.attributes.token })
})

test('the link is copied from the row and from the menu', async () => {
  const { user } = await open([requestOf()])
  const copied: string[] = []
  document.execCommand = () => {
    copied.push((document.activeElement as HTMLTextAreaElement).value)
    return true
  }
  const link = `${location.origin}/request/a-token/upload`
  await user.click(await screen.findByRole('button', { name: 'Copy the link of “Contracts”' }))
  expect(await screen.findByText('Link copied')).toBeInTheDocument()
  expect(copied).toEqual([link])
  await user.click(screen.getByRole('button', { name: 'Actions for “Contracts”' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Copy link' }))
  await waitFor(() => {
    expect(copied).toEqual([link, link])
  })
})

test('a request that has changed is fetched again', async () => {
  const { host, state } = await open([requestOf()])
  await screen.findByText('Waiting for files')
  state.requests = [requestOf({ status: 'filling', files_received: 2 })]
  act(() => {
    host.events.emit('upload-requests.changed', {})
  })
  expect(await screen.findByText('Receiving files')).toBeInTheDocument()
})

test('further pages are shown on demand', async () => {
  const { server } = serverWith([])
  server.on(browseUploadRequests, ({ query }) =>
    query.page === 2 ? pageOf([requestOf({ name: 'Older' })], 2, 2) : pageOf([requestOf({ name: 'Newer' })], 1, 2),
  )
  const { user } = await renderSection(section, { path, server })
  await user.click(await screen.findByRole('button', { name: 'Show more' }))
  expect(await screen.findByText('Older')).toBeInTheDocument()
  expect(screen.getByText('Newer')).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Show more' })).not.toBeInTheDocument()
})

const [folder, other] = [makeEntry({ type: 'folder', name: 'Clients' }), makeEntry({ type: 'folder', name: 'Archive' })]

async function openFiles({ config = {}, user = makeUser() } = {}) {
  const { server } = serverWith([folder, other])
  server.on(browseUploadRequests, pageOf([]))
  const view = await renderSection(section, { path: '/platform/files', server, config, session: user })
  const grid = within(await screen.findByRole('grid'))
  await grid.findByText('Clients')
  return { ...view, server, grid }
}
const popup = async () => within(await screen.findByRole('dialog', { name: 'Request files' }))

test('a restricted account is told why, in place of the popup', async () => {
  const person = makeUser()
  const restrictions = { ...person.meta.restrictions, canUpload: false, reason: 'Not paid.' }
  const { host } = await openFiles({ user: { ...person, meta: { ...person.meta, restrictions } } })
  act(() => {
    host.overlay.open('create-file-request', { parentId: null })
  })
  expect(await screen.findByRole('alertdialog', { name: 'You can’t request files right now' })).toHaveTextContent(
    'Not paid.',
  )
})

test('the menu of a folder asks for files into it, and the popup shows the link', async () => {
  const { user, server, grid } = await openFiles()
  server.on(createUploadRequest, ({ body }) => ({
    data: requestOf({ name: body.name || 'Upload request', parent_id: body.folder_id ?? null }),
  }))
  fireEvent.contextMenu(grid.getByText('Clients'))
  await chooseInMore(user, 'Request files')
  const form = await popup()
  expect(form.getByText('Clients')).toBeInTheDocument()
  // Mails cannot be sent.
  expect(form.queryByRole('textbox', { name: /e-mail/ })).not.toBeInTheDocument()
  await user.type(form.getByRole('textbox', { name: 'Folder name (optional)' }), ' Lease ')
  await user.type(form.getByRole('textbox', { name: 'Message (optional)' }), 'Please sign it.')
  await user.click(form.getByRole('button', { name: 'Create request' }))
  const created = within(await screen.findByRole('dialog', { name: 'Your request is ready' }))
  expect(created.getByRole('textbox', { name: 'Link' })).toHaveAttribute(
    'title',
    `${location.origin}/request/a-token/upload`,
  )
  expect(created.getByText(/Files go into the folder/)).toHaveTextContent('Lease')
  expect(created.getByText(/It is open until Mar 30, 2027/)).toBeInTheDocument()
  expect(server.callsOf(createUploadRequest)[0]?.body).toEqual({
    folder_id: folder.id,
    name: 'Lease',
    notes: 'Please sign it.',
    email: '',
    closes_at: expect.any(String),
  })
})

test('the create menu asks for files into the shown folder, and another one can be chosen', async () => {
  const { user, server } = await openFiles()
  server.on(createUploadRequest, { data: requestOf() })
  await user.click(screen.getByRole('button', { name: 'Create' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Request files' }))
  const form = await popup()
  await user.click(form.getByRole('button', { name: 'Change the folder Files' }))
  await user.click(await form.findByRole('treeitem', { name: 'Archive' }))
  expect(form.getByRole('button', { name: 'Change the folder Archive' })).toHaveAttribute('aria-expanded', 'true')
  await user.click(form.getByRole('button', { name: 'Create request' }))
  await screen.findByRole('dialog', { name: 'Your request is ready' })
  expect(server.callsOf(createUploadRequest)[0]?.body.folder_id).toBe(other.id)
  expect(server.callsOf(folderTree).length).toBeGreaterThan(0)
})

test('the link is sent to a valid address only', async () => {
  const { user, host, server, address } = await openFiles({ config: { emailVerification: true } })
  server.on(createUploadRequest, { data: requestOf({ email: 'lea@example.com' }) })
  act(() => {
    host.overlay.open('create-file-request', { parentId: null })
  })
  const form = await popup()
  const field = form.getByRole('textbox', { name: 'Send to e-mail (optional)' })
  await user.type(field, 'lea')
  await user.click(form.getByRole('button', { name: 'Create request' }))
  expect(await form.findByText(/Enter an e-mail address/)).toBeInTheDocument()
  expect(server.callsOf(createUploadRequest)).toEqual([])
  await user.type(field, '@example.com')
  await user.click(form.getByRole('button', { name: 'Create request' }))
  const created = within(await screen.findByRole('dialog', { name: 'Your request is ready' }))
  expect(created.getByText(/The link was sent to/)).toHaveTextContent('lea@example.com')
  await user.click(created.getByRole('button', { name: 'All requests' }))
  await waitFor(() => {
    expect(address()).toBe(path)
  })
})

test.each([
  ['too-many-upload-requests', 'Too many open requests'],
  ['not-found', 'no longer exists'],
] as const)('says why a request was not created: %s', async (code, text) => {
  const { user, host, server } = await openFiles()
  server.on(createUploadRequest, () => refuse(code))
  act(() => {
    host.overlay.open('create-file-request', { parentId: null })
  })
  await user.click((await popup()).getByRole('button', { name: 'Create request' }))
  expect(await screen.findByText(new RegExp(text))).toBeInTheDocument()
})

test('what is wrong with a field is said at the field', async () => {
  const { user, host, server } = await openFiles()
  server.on(createUploadRequest, () => refuse('bad-name', { errors: { name: ['A name can’t contain “/”.'] } }))
  act(() => {
    host.overlay.open('create-file-request', { parentId: null })
  })
  const form = await popup()
  await user.type(form.getByRole('textbox', { name: 'Folder name (optional)' }), 'a/b')
  await user.click(form.getByRole('button', { name: 'Create request' }))
  expect(await form.findByText('A name can’t contain “/”.')).toBeInTheDocument()
  expect(form.getByRole('textbox', { name: 'Folder name (optional)' })).toBeInvalid()
})

test('UploadRequests, which the sidebar leads to, is a named route', async () => {
  const { host } = await openFiles()
  expect(host.navigation.href('UploadRequests')).toBe(path)
  expect(screen.getByRole('link', { name: 'Upload requests' })).toHaveAttribute('href', path)
})
