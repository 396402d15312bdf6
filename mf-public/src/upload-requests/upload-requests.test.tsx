import {
  requestedCreateFolder,
  requestedFolder,
  requestedMove,
  requestedRemove,
  requestedRename,
  showUploadRequest,
} from '@holdall/api'
import { fakeServer, makeEntry, makeUser, refuse, renderSection } from '@holdall/testing'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import section from '../section.ts'
import { box, file, link, openRequest, path, prepareRequestPage, requestOf, token } from './testing/open-request.tsx'

beforeAll(prepareRequestPage)

test('an unknown request leads to the not-found page', async () => {
  const server = fakeServer().on(showUploadRequest, () => refuse('not-found'))
  const { address } = await renderSection(section, { path, server, session: 'anonymous' })
  await waitFor(() => {
    expect(address()).toBe('/not-found')
  })
})

test('a request whose owner is restricted is not available now, and can be tried again', async () => {
  const server = fakeServer().on(showUploadRequest, () => refuse('owner-restricted'))
  const { address } = await renderSection(section, { path, server, session: 'anonymous' })
  expect(await screen.findByRole('heading', { name: 'This link isn’t available right now' })).toBeInTheDocument()
  expect(address()).toBe('/temporary-unavailable')
  expect(screen.getByRole('link', { name: 'Retry' })).toHaveAttribute('href', path)
})

test('a failure is shown and can be tried again', async () => {
  let isBroken = true
  const server = fakeServer().on(showUploadRequest, () => (isBroken ? refuse('internal') : requestOf()))
  const { user } = await renderSection(section, { path, server, session: 'anonymous' })
  expect(await screen.findByRole('heading', { name: 'Couldn’t open this request' })).toBeInTheDocument()
  isBroken = false
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('heading', { name: 'Tomás Herrera asks you for files' })).toBeInTheDocument()
})

test.each([
  ['filled', 'This request is complete'],
  ['expired', 'This request has expired'],
] as const)('a request that is %s says so, and takes nothing', async (status, title) => {
  const { server } = await openRequest([], { status })
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeInTheDocument()
  expect(screen.getByText(/Tomás Herrera/)).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Choose files' })).not.toBeInTheDocument()
  expect(server.callsOf(requestedFolder)).toEqual([])
})

test('before the first upload it says who asks, for what and until when', async () => {
  const { server } = await openRequest([])
  expect(await screen.findByRole('heading', { level: 1, name: 'Tomás Herrera asks you for files' })).toBeInTheDocument()
  expect(screen.getByText(/could you send the signed lease/)).toBeInTheDocument()
  expect(screen.getByText(/Contracts/)).toBeInTheDocument()
  expect(screen.getByText(/Open until Mar 30, 2027/)).toBeInTheDocument()
  expect(screen.getByText(/gets your files/)).toHaveTextContent('Tomás Herrera gets your files. Other people with')
  expect(document.title).toMatch(/^Tomás Herrera asks you for files – /)
  // There is nothing to list, and nothing to be done with.
  expect(screen.queryByRole('button', { name: 'I’m done' })).not.toBeInTheDocument()
  expect(server.callsOf(requestedFolder)).toEqual([])
})

const inMarch = '2027-03-30T10:00:00.000Z'
test.each([
  ['a date', [], { closes_at: inMarch }, /Open until Mar 30, 2027/],
  ['a date, with files', [file], { closes_at: inMarch }, /Open until Mar 30, 2027/],
  ['none', [], { closes_at: null }, 'No end date'],
  ['the idle rule', [], { closes_at: inMarch, closes_when_idle: true }, /Closes Mar 30, 2027.* if nothing is/],
  ['the idle rule, with files', [file], { closes_at: inMarch, closes_when_idle: true }, /if nothing else is uploaded/],
] as const)('says until when it is open: %s', async (_end, entries, end, text) => {
  await openRequest(entries, { end })
  expect(await screen.findByText(text)).toBeInTheDocument()
})

test('the page says that the request has ended once its time is over', async () => {
  jest.useFakeTimers({ advanceTimers: true, now: Date.parse(inMarch) - 60_000 })
  try {
    const { state } = await openRequest([file], { end: { closes_at: inMarch } })
    await screen.findByRole('button', { name: 'I’m done' })
    state.status = 'filled'
    await act(() => jest.advanceTimersByTimeAsync(62_000))
    expect(await screen.findByRole('heading', { level: 1, name: 'This request is complete' })).toBeInTheDocument()
  } finally {
    jest.useRealTimers()
  }
})

test('chosen files are uploaded by the request, and the page then lists what has arrived', async () => {
  const { user, added, host, state } = await openRequest([])
  await screen.findByRole('button', { name: 'Choose a folder' })
  await user.upload(screen.getByLabelText('Upload files', { selector: 'input' }), new File(['a'], 'lease.pdf'))
  await waitFor(() => {
    expect(added).toEqual([
      { names: ['lease.pdf'], folderId: null, options: { link, folderName: 'Contracts', emptyFolders: [] } },
    ])
  })
  Object.assign(state, { status: 'filling', entries: [file] })
  act(() => {
    host.events.emit('link-files.changed', { token })
  })
  expect(await screen.findByText('lease.pdf')).toBeInTheDocument()
  expect(screen.getByRole('heading', { level: 1, name: 'Sent files' })).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'I’m done' })).toBeInTheDocument()
})

test('what another tab of the browser has uploaded by the request is listed', async () => {
  const tabs = new Set<EventTarget>()
  const posted: unknown[] = []
  class Channel extends EventTarget {
    constructor() {
      super()
      tabs.add(this)
    }
    postMessage(data: unknown) {
      posted.push(data)
    }
    close() {
      tabs.delete(this)
    }
  }
  Object.assign(window, { BroadcastChannel: Channel })
  const { host, state, unmount } = await openRequest([file])
  await screen.findByText('lease.pdf')
  const receive = (data: unknown) => tabs.forEach((tab) => tab.dispatchEvent(new MessageEvent('message', { data })))
  state.entries.push(makeEntry({ name: 'annex.pdf', file_url: null }))
  receive(token)
  expect(await screen.findByText('annex.pdf')).toBeInTheDocument()
  // It is not sent back; what this tab changes is sent, at the latest when it leaves the page.
  expect(posted).toEqual([])
  host.events.emit('link-files.changed', { token })
  unmount()
  expect(posted).toEqual([token])
  delete (window as { BroadcastChannel?: unknown }).BroadcastChannel
})

test('files dropped anywhere on the card are uploaded', async () => {
  const { added } = await openRequest([])
  const dropped = new File(['x'], 'a.jpg')
  const dataTransfer = {
    types: ['Files'],
    files: [dropped],
    items: [{ kind: 'file', webkitGetAsEntry: () => null, getAsFile: () => dropped }],
  }
  const card = await screen.findByRole('heading', { level: 1, name: /asks you for files/ })
  fireEvent.dragEnter(card, { dataTransfer })
  fireEvent.dragOver(card, { dataTransfer })
  fireEvent.drop(card, { dataTransfer })
  await waitFor(() => {
    expect(added).toMatchObject([{ names: ['a.jpg'], folderId: null }])
  })
})

test('what was sent can be renamed, moved and deleted, but not opened or downloaded', async () => {
  const { user, server, state } = await openRequest([file, box])
  fireEvent.contextMenu(await screen.findByText('lease.pdf'))
  await screen.findByRole('menu')
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent?.replace(/(Enter|F2|Del)$/, ''))).toEqual(
    ['Rename', 'Move', 'Details', 'Delete'],
  )
  await user.click(screen.getByRole('menuitem', { name: 'Details' }))
  const details = await screen.findByRole('complementary', { name: 'Details' })
  expect(details).toHaveTextContent(/^Detailslease.pdfPDF document/)
  expect(details).toHaveTextContent('LocationContracts')
  await user.click(within(details).getByRole('button', { name: 'Close details' }))

  server.on(requestedRename, ({ body }) => ({ data: makeEntry({ id: file.id, name: body.name! }) }))
  await user.click(screen.getByText('lease.pdf'))
  await user.keyboard('{F2}')
  const field = await screen.findByRole('textbox')
  await user.clear(field)
  await user.type(field, 'signed.pdf{Enter}')
  expect(await screen.findByText(/Renamed to/)).toBeInTheDocument()
  expect(server.callsOf(requestedRename)[0]?.params).toEqual({ id: file.id, token })

  server.on(requestedRemove, () => {
    state.entries = [box]
    return { message: 'Done.', count: 1 }
  })
  await user.click(screen.getByText('lease.pdf'))
  await user.keyboard('{Delete}')
  expect(await screen.findByText(/deleted. The owner can restore it/)).toBeInTheDocument()
  expect(server.callsOf(requestedRemove)[0]).toMatchObject({ params: { token }, body: { items: [{ id: file.id }] } })
})

test('a folder that somebody else has added to is not deleted, and the page says why', async () => {
  const { user, server } = await openRequest([box])
  server.on(requestedRemove, () => refuse('forbidden'))
  await user.click(await screen.findByText('Annexes'))
  await user.keyboard('{Delete}')
  expect(await screen.findByText(/Somebody else has added something to this folder/)).toBeInTheDocument()
})

test('an entry is moved by dragging it onto a folder', async () => {
  const { server } = await openRequest([file, box])
  server.on(requestedMove, { message: 'Done.', count: 1 })
  const dataTransfer = { setData() {}, setDragImage() {}, types: [], effectAllowed: '', dropEffect: '' }
  fireEvent.dragStart(await screen.findByText('lease.pdf'), { dataTransfer })
  fireEvent.dragOver(screen.getByText('Annexes'), { dataTransfer })
  fireEvent.drop(screen.getByText('Annexes'), { dataTransfer })
  expect(await screen.findByText(/moved to/)).toHaveTextContent('Annexes')
  expect(server.callsOf(requestedMove)[0]).toMatchObject({ params: { token }, body: { to_id: box.id } })
})

test('New folder opens the popup with the request', async () => {
  const { user, host } = await openRequest([file])
  await user.click(await screen.findByRole('button', { name: 'Create' }))
  await user.click(await screen.findByRole('menuitem', { name: 'New folder' }))
  expect(host.overlay.layers.get()[0]).toMatchObject({ name: 'create-folder', input: { parentId: null, link } })
  expect(requestedCreateFolder.path).toBe('/api/file-request/:token/create-folder')
})

test.each([
  ['upload-request-closed', 'filled', 'This request is complete'],
  ['upload-request-expired', 'expired', 'This request has expired'],
] as const)('%s at the next change: the page says so', async (code, status, title) => {
  const { user, server, state } = await openRequest([file])
  await user.click(await screen.findByText('lease.pdf'))
  state.status = status
  server.on(requestedRemove, () => refuse(code))
  await user.keyboard('{Delete}')
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeInTheDocument()
})

test('a long message is cut above the list, and can be shown', async () => {
  const notes = 'Please send everything. '.repeat(20)
  const { user } = await openRequest([file], { notes })
  const button = await screen.findByRole('button', { name: 'Show all' })
  expect(button).toHaveAttribute('aria-expanded', 'false')
  await user.click(button)
  expect(screen.getByRole('button', { name: 'Show less' })).toHaveAttribute('aria-expanded', 'true')
})

test('the address without a request says what to do, and leads the signed-in to their own requests', async () => {
  const { unmount } = await renderSection(section, { path: '/request', session: 'anonymous' })
  expect(await screen.findByRole('heading', { level: 1, name: 'Open the whole link' })).toBeInTheDocument()
  expect(screen.queryByRole('link', { name: 'Your upload requests' })).not.toBeInTheDocument()
  unmount()
  const platform = {
    ...section,
    id: 'platform',
    routes: [],
    namedRoutes: { UploadRequests: '/platform/upload-requests', Files: '/platform/files' },
  }
  await renderSection(section, { path: '/request', session: makeUser(), others: [platform] })
  expect(await screen.findByRole('link', { name: 'Your upload requests' })).toHaveAttribute(
    'href',
    '/platform/upload-requests',
  )
})

test('RequestUpload is a named route', async () => {
  const { host } = await openRequest([])
  expect(host.navigation.href('RequestUpload', { token })).toBe(path)
  expect(host.navigation.href('RequestUpload', { token, id: '7' })).toBe(`${path}/7`)
})

test('is in the language of the page', async () => {
  await openRequest([], { locale: 'de' })
  expect(await screen.findByRole('heading', { name: 'Tomás Herrera bittet Sie um Dateien' })).toBeInTheDocument()
})
